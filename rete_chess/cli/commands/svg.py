"""`rete-chess svg`: a position as a picture, or the last of some moves with all that fired."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rete_chess.cli.options.common import GameChoice, variant_options
from rete_chess.cli.options.moves import moves_option, play_moves
from rete_chess.cli.views.output import STDOUT, Output, output_file, output_option

if TYPE_CHECKING:
    from rete_chess.engine import Engine


@click.command("svg")
@variant_options
@moves_option
@click.option("--board-only", is_flag=True, help="Leave out the stages and firings of the last move.")
@click.option("--reach", metavar="SQUARE", help="Dot the squares that the piece there can go to; board only.")
@click.option("--flip", is_flag=True, help="Look at the board from Black's side.")
@click.option(
    "--view",
    type=click.Choice(("white", "black", "spectators")),
    help="Draw only what that side sees, or who watches; board only.",
)
@click.option(
    "--output",
    "-o",
    "file",
    default=STDOUT,
    metavar="FILE",
    help="Where the picture goes. [standard output]",
)
@output_option
def command(
    game: GameChoice,
    moves: tuple[str, ...],
    board_only: bool,
    reach: str | None,
    flip: bool,
    view: str | None,
    file: str,
    out: Output,
) -> None:
    """Draw a position, or a move with the rules that fired.

    With --moves it is the position after them: an arrow shows the last move, and beside the board
    stand the twelve stages with what fired in them. With --view fog lies on what that side does not see.
    """
    if view is not None and reach is not None:
        raise click.UsageError("--reach is of a board that is seen whole", click.get_current_context())
    from rete_chess.io.svg import board_svg, move_svg

    engine = game.engine()
    play_moves(engine, moves)
    if view is not None:
        fen, picture = _seen(engine, view, flip)
    else:
        is_traced = engine.move_log and not board_only and reach is None
        fen = engine.fen()
        picture = move_svg(engine, flip) if is_traced else board_svg(engine, flip, reach)
    if out.is_json:
        out.answer({"fen": fen, "svg": picture})
    else:
        with output_file(file) as text:
            text.write(picture + "\n")


def _seen(engine: Engine, viewer: str, flip: bool) -> tuple[str, str]:
    """What a viewer sees, as FEN and as a picture, from the viewer's side unless it is turned round."""
    from rete_chess.engine.sight.pictures import view_svg

    view = engine.view(None if viewer == "spectators" else viewer)
    return view.fen, view_svg(view, (viewer == "black") != flip)
