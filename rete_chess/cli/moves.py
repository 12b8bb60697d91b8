"""`rete-chess moves`: the legal moves of a position, for machines as a list, for people by piece."""

from __future__ import annotations

import click

from rete_chess.cli.options import GameChoice, variant_options
from rete_chess.cli.output import Output, output_option


@click.command("moves")
@variant_options
@output_option
def command(game: GameChoice, out: Output) -> None:
    """List the legal moves of a position.

    A position in which the game is over has none.
    """
    engine = game.engine()
    if out.is_json:
        out.answer({"fen": engine.fen(), "moves": sorted(map(str, engine.legal_moves()))})
        return
    from rete_chess.cli.move_table import move_table
    from rete_chess.cli.wording import counted, format_status

    moves = engine.legal_moves()
    if moves:
        out.screen.print(move_table(out.screen, engine, moves))
    out.screen.say(f"{format_status(engine)} {counted(len(moves), 'legal move')}.")
