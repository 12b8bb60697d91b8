"""`rete-chess explain`: why a move is legal or illegal, by rule and line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rete_chess.brief import shipped_name
from rete_chess.cli.options.common import GameChoice, variant_options
from rete_chess.cli.options.moves import moves_option, play_moves
from rete_chess.cli.views.output import Output, output_option

if TYPE_CHECKING:
    from rete_chess.cli.views.screen import Screen
    from rete_chess.engine.explain.explain import Explanation


@click.command("explain")
@variant_options
@click.argument("move")
@moves_option
@output_option
def command(game: GameChoice, out: Output, move: str, moves: tuple[str, ...]) -> None:
    """Say why a move is legal or illegal.

    MOVE is written as in `moves` (e2e4, e7e8q) or in algebraic notation. With --moves it is asked for
    after these.
    """
    engine = game.engine()
    play_moves(engine, moves)
    answer = engine.explain(move)
    if out.is_json:
        from rete_chess.serial import explanation_data

        out.answer(explanation_data(answer))
    else:
        show_explanation(out.screen, answer)


def show_explanation(screen: Screen, answer: Explanation) -> None:
    """Show whether a move is legal, why, and where that is written."""
    from rete_chess.cli.views.screen import printable
    from rete_chess.engine.explain.reason import LEGAL

    reason = answer.reason
    verdict, style = ("legal", "green") if answer.legal else ("illegal", "red")
    if answer.legal and reason.code != LEGAL:
        style = "yellow"  # a rule refuses it all the same
    screen.say(printable(f"{answer.move} is {verdict}: {reason.message}."), style)
    if reason.origin:
        screen.say(printable(f"  {reason.rule}, {shipped_name(reason.origin)}"), "dim")
