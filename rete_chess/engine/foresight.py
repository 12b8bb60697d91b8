"""Where rules will answer a move, asked before it is played.

Most moves take one piece to an empty square. Such a move changes nothing that rules read, so what the
network says of its events before it is played is what it will say while it is played; and where it says
nothing, or only what the place of a piece rules out, the bare core may play the move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from rete_chess.core.geometry import COLORS
from rete_chess.core.moves import MANNER_SHIFT, SPECIAL, origin_of, promotion_of, target_of
from rete_chess.core.pseudo import is_capture
from rete_chess.engine.exclusion import is_elsewhere, is_refused
from rete_chess.engine.vicinity import may_derive
from rete_chess.facts.events import Event

if TYPE_CHECKING:
    from rete_chess.engine.feed import Feed
    from rete_chess.engine.game import Game


class Foresight(NamedTuple):
    """Whether rules may fire while the move is made, and while its turn comes to an end.

    Where they may not but are activated, `events` are those they will turn down.
    """

    in_move: bool
    in_turn: bool
    events: tuple[Event, ...] = ()


EVERYWHERE: Final = Foresight(True, True)
IN_TURN: Final = Foresight(False, True)
NOWHERE: Final = Foresight(False, False)


def foresee(game: Game, code: int) -> Foresight:
    """Where rules may fire in the course of a move; everywhere where that cannot be told beforehand."""
    board, points = game.board, game.program.quiet_points
    if points is None or is_capture(board, code):
        return EVERYWHERE
    if code >= SPECIAL and (promotion_of(code) >= 0 or board.book.manners[code >> MANNER_SHIFT].castles):
        return EVERYWHERE
    if may_derive(game, code):
        return EVERYWHERE
    feed = game.feed()
    linked = feed.caught_up()
    of_move, of_turn = points
    heard: list[Event] = []
    in_move = in_turn = False
    journey: Event | None = None
    for point in of_move:
        if linked[point]:
            if point == "before-move":
                event = _journey(game, code, None)
            else:
                event = journey = journey or _journey(game, code, target_of(code))
            is_activated, may_fire = _answer(game, feed, point, event, code)
            if may_fire:
                return EVERYWHERE
            in_move = in_move or is_activated
            if not heard or heard[-1] is not event:
                heard.append(event)
    if not in_move:
        heard = []  # the core makes the move itself
    for point in of_turn:
        if linked[point]:
            event = _of_turn(game, point, code)
            is_activated, may_fire = _answer(game, feed, point, event, code)
            if may_fire:
                return EVERYWHERE if in_move else IN_TURN
            in_turn = in_turn or is_activated
            heard.append(event)
    if not (in_move or in_turn):
        return NOWHERE
    if not board.is_single_move or board.half_moves:
        return EVERYWHERE if in_move else IN_TURN
    return Foresight(False, False, tuple(heard))


def _answer(game: Game, feed: Feed, point: str, event: Event, code: int) -> tuple[bool, bool]:
    """Whether rules of a point are activated by an event, and whether one of them may fire."""
    activations = feed.activations(point, event)
    board, rules = game.board, game.program.rules
    mover, target = board.entities[origin_of(code)], target_of(code)
    for number, entities in activations:
        rule = rules[number]
        if rule.places and is_elsewhere(board, rule, entities, mover, target):
            continue
        if rule.event_guards and is_refused(board, rule, event):
            continue
        return True, True
    return bool(activations), False


def _journey(game: Game, code: int, square: int | None) -> Event:
    """A quiet move as its rules hear it."""
    board = game.board
    origin, target = origin_of(code), target_of(code)
    step = board.book.geometry.course(origin, target)
    tag = board.book.manners[code >> MANNER_SHIFT].tag or None
    return Event(
        0,
        "move",
        COLORS[board.turn],
        board.entities[origin],
        None,
        origin,
        target,
        square,
        None,
        None,
        tag,
        None,
        None,
        True,
        step is not None,
        step,
    )


def _of_turn(game: Game, point: str, code: int) -> Event:
    board = game.board
    if point == "turn-start":
        return Event(0, point, COLORS[board.turn ^ 1])
    if point == "after-move":
        return Event(0, point, COLORS[board.turn], board.entities[origin_of(code)], player=True)
    return Event(0, point, COLORS[board.turn])
