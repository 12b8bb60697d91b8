"""`rete-chess uci`: an engine for programs that speak the Universal Chess Interface."""

from __future__ import annotations

import click

from rete_chess.cli.options.engines import chosen, engine_options, say, unbuffered


@click.command("uci")
@engine_options
def command(
    variant: str, paths: tuple[str, ...], presets: tuple[str, ...], profiles: tuple[str, ...]
) -> None:
    """Be an engine for chess programs that speak UCI.

    A program starts it and talks to it; people may, too. Type `uci` for the options, `d` for the board,
    `go movetime 1000` for a move, and `quit`.
    """
    from rete_chess.interop.shell import run_machine
    from rete_chess.interop.uci.machine import UciMachine

    run_machine(UciMachine(*chosen(variant, paths, presets, profiles)), unbuffered(), say)
