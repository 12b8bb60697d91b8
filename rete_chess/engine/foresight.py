"""Where rules will answer a move, asked before it is played.

Most moves take one piece to an empty square. Such a move changes nothing that rules read, so what the
network says of its events before it is played is what it will say while it is played; and where it says
nothing, the bare core may play the move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from rete_chess.core.geometry import COLORS
from rete_chess.core.moves import MANNER_SHIFT, origin_of, promotion_of, target_of
from rete_chess.core.pseudo import is_capture
from rete_chess.engine.vicinity import may_derive
from rete_chess.facts.events import Event
from rete_chess.stages import HOOK_MOMENTS

if TYPE_CHECKING:
    from rete_chess.engine.game import Game


#: The points of a quiet move, those of the move itself first.
OF_THE_MOVE: Final = ("before-move", "move", "square-entry")
OF_THE_TURN: Final = ("turn-end", "after-move", "turn-start", "result")
#: Points whose events are not known before the move is made.
UNFORESEEN: Final = frozenset(("check", *HOOK_MOMENTS))


class Foresight(NamedTuple):
    """Whether rules may match while the move is made, and while its turn comes to an end."""

    in_move: bool
    in_turn: bool


EVERYWHERE: Final = Foresight(True, True)
NOWHERE: Final = Foresight(False, False)


def foresee(game: Game, code: int) -> Foresight:
    """Where rules may match in the course of a move; everywhere where that cannot be told beforehand."""
    board, program = game.board, game.program
    manner = board.book.manners[code >> MANNER_SHIFT]
    if manner.castles or promotion_of(code) >= 0 or is_capture(board, code):
        return EVERYWHERE
    if may_derive(game, code):
        return EVERYWHERE
    if not UNFORESEEN.isdisjoint(program.rules_at):
        return EVERYWHERE
    feed = game.feed()
    origin, target = origin_of(code), target_of(code)
    side, mover = COLORS[board.turn], board.entities[origin]
    for point in OF_THE_MOVE:
        if point in program.rules_at and feed.is_open(point):
            step = board.book.geometry.course(origin, target)
            square = None if point == "before-move" else target
            event = Event(
                0,
                "move",
                side,
                mover,
                None,
                origin,
                target,
                square,
                tag=manner.tag or None,
                player=True,
                line=step is not None,
            )
            if feed.activations(point, event):
                return EVERYWHERE
    for point in OF_THE_TURN:
        if point in program.rules_at and feed.is_open(point):
            if point == "turn-start":
                event = Event(0, point, COLORS[board.turn ^ 1])
            elif point == "after-move":
                event = Event(0, point, side, mover, player=True)
            else:
                event = Event(0, point, side)
            if feed.activations(point, event):
                return Foresight(False, True)
    return NOWHERE
