"""`rete-chess moves`: the legal moves of a position, for machines as a list, for people by piece."""

from __future__ import annotations

import click

from rete_chess.cli.options.common import GameChoice, variant_options
from rete_chess.cli.options.moves import moves_option, play_moves
from rete_chess.cli.views.output import Output, output_option


@click.command("moves")
@variant_options
@moves_option
@output_option
def command(game: GameChoice, out: Output, moves: tuple[str, ...]) -> None:
    """List the legal moves of a position.

    With --moves it is the position after them. One in which the game is over has none.
    """
    engine = game.engine()
    play_moves(engine, moves)
    if out.is_json:
        out.answer({"fen": engine.fen(), "moves": sorted(map(str, engine.legal_moves()))})
        return
    from rete_chess.cli.views.board import move_table
    from rete_chess.cli.views.wording import counted, format_status

    legal = engine.legal_moves()
    if legal:
        out.screen.print(move_table(out.screen, engine, legal))
    out.screen.say(f"{format_status(engine)} {counted(len(legal), 'legal move')}.")
