"""`rete-chess fen`: a position in the dialects of FEN that other programs write."""

from __future__ import annotations

from typing import Final

import click

from rete_chess.cli.options.common import GameChoice, variant_options
from rete_chess.cli.views.output import Output, output_option

#: Named here too so that a help text need not load them.
DIALECTS: Final = ("lichess", "fairy", "ours")


@click.command("fen")
@click.argument("record", metavar="FEN")
@click.option("--to", "dialect", type=click.Choice(DIALECTS), default="ours", help="The dialect. [ours]")
@variant_options
@output_option
def command(game: GameChoice, out: Output, record: str, dialect: str) -> None:
    """Read a FEN of any dialect, and write it in one.

    Lichess, Fairy-Stockfish, python-chess, X-FEN and Shredder-FEN are read, with counters or without;
    `startpos` is the first position of the variant.
    """
    from dataclasses import replace

    from rete_chess.interop.fen import read_fen, unsaid, write_fen

    if game.start is not None:
        raise click.UsageError("the position is the argument FEN", click.get_current_context())
    given = None if record == "startpos" else read_fen(game.program, record)
    engine = replace(game, fen=given).engine("native")
    for name in unsaid(engine, dialect):
        click.echo(f"warning: {dialect} has no field for {name}", err=True)
    written = write_fen(engine, dialect)
    if out.is_json:
        out.answer({"fen": written, "dialect": dialect, "unsaid": list(unsaid(engine, dialect))})
    else:
        out.screen.say(written)
