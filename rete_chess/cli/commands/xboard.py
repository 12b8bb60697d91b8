"""`rete-chess xboard`: an engine for XBoard, WinBoard and programs that speak as they do."""

from __future__ import annotations

import click

from rete_chess.cli.options.engines import chosen, engine_options, say, unbuffered


@click.command("xboard")
@engine_options
def command(
    variant: str, paths: tuple[str, ...], presets: tuple[str, ...], profiles: tuple[str, ...]
) -> None:
    """Be an engine for XBoard and programs that speak as it does.

    XBoard names the variant to its first engine alone; a second one is told by `--variant`.
    """
    from rete_chess.interop.shell import run_machine
    from rete_chess.interop.xboard.machine import XboardMachine

    run_machine(XboardMachine(*chosen(variant, paths, presets, profiles)), unbuffered(), say)
