"""Foresight: where rules will answer a move, asked before it is played.

Most moves take one piece to an empty square. Such a move changes nothing that rules read, so what the
network says of its events before it is played is what it will say while it is played; and where it says
nothing, or only what the place of a piece rules out, the bare core may play the move.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rete_chess.core.board import Board
from rete_chess.core.geometry import COLORS
from rete_chess.core.journal import new
from rete_chess.core.moves import FROM_SHIFT, SPECIAL, SQUARE_MASK, origin_of, promotion_of, target_of
from rete_chess.core.reach import COLOR
from rete_chess.engine.derived.vicinity import may_derive
from rete_chess.facts.events import Event, journey, make_event
from rete_chess.facts.network_rules import Activation
from rete_chess.facts.rules import Rule
from rete_chess.facts.words.terms import Frame

if TYPE_CHECKING:
    from rete_chess.engine._game import Game
    from rete_chess.engine.matching.feed import Feed


def is_elsewhere(
    board: Board, rule: Rule, entities: tuple[int, ...], event: Event, mover: int = 0, target: int = -1
) -> bool:
    """Whether a piece that a rule speaks of is not where it has to be.

    A mover is taken to stand on the target of its move already.
    """
    for place, is_role, squares in rule.places:
        entity: Any = event[place] if is_role else entities[place]
        square = -1 if entity is None else board.square_of(entity)
        if square < 0:
            return True
        color = board.cells[square] & COLOR
        if (target if entity == mover else square) not in squares.fixed(color, board):
            return True
    return False


def is_refused(board: Board, rule: Rule, event: Event) -> bool:
    """Whether an event is not what the guards of a rule ask for."""
    frame = Frame(board, event)
    return any(next(guard.matches(frame), None) is None for guard in rule.event_guards)


class Foresight(NamedTuple):
    """A forecast: whether rules may fire while the move is made, and while its turn comes to an end.

    Where they may not but are activated, `events` are those they will turn down.
    """

    in_move: bool
    in_turn: bool
    events: tuple[Event, ...] = ()


EVERYWHERE: Final = Foresight(True, True)
IN_TURN: Final = Foresight(False, True)
NOWHERE: Final = Foresight(False, False)


def foresee(game: Game, code: int) -> Foresight:
    """The forecast of a move that captures nobody, under a program with quiet points;
    everywhere where that cannot be told beforehand."""
    board, points = game.board, game.program.quiet_points
    assert points is not None
    if code >= SPECIAL:
        manner = board.book.manner_of(code)
        if promotion_of(code) >= 0 or manner.castles or manner.acts:
            return EVERYWHERE
    if game.program.continuous is not None and may_derive(game, code):
        return EVERYWHERE
    feed = game.feed()
    linked = feed.caught_up()
    heard = [point for point in points[0] if linked[point]]
    moved = _in_move(game, feed, code, heard) if heard else False
    if moved is None:
        return EVERYWHERE
    ended = [point for point in points[1] if linked[point]]
    turned = _in_turn(game, feed, code, ended) if ended else False
    if turned is None:
        return EVERYWHERE if moved else IN_TURN
    if not (moved or turned):
        return NOWHERE
    if board.half_moves or not board.is_single_move:
        return EVERYWHERE if moved else IN_TURN
    # Where no rule is activated by the move itself, the core makes it and nobody hears of it.
    events = [_turned(board, code, point) for point in ended]
    if moved:
        made = dict.fromkeys(point != BEFORE_MOVE for point in heard)
        events = [*(_foreseen(board, code, is_made) for is_made in made), *events]
    return new(Foresight, (False, False, tuple(events)))


#: The point before which a move is not made.
BEFORE_MOVE: Final = "before-move"


def _in_move(game: Game, feed: Feed, code: int, points: Sequence[str]) -> bool | None:
    """Whether rules are activated by the move itself, none of which will answer; None if one may fire.

    Once it is made, its piece has arrived."""
    board = game.board
    mover, side = board.entities[code >> FROM_SHIFT & SQUARE_MASK], COLORS[board.turn]
    is_activated = False
    for point in points:
        found = feed.foretold(point, "move", side, mover)
        if found is None or found:
            is_made = point != BEFORE_MOVE
            event = _foreseen(board, code, is_made)
            if found is None:
                found = feed.activations(point, event)
            if found:
                if _may_fire(game, found, event, mover if is_made else 0, code & SQUARE_MASK):
                    return None
                is_activated = True
    return is_activated


def _in_turn(game: Game, feed: Feed, code: int, points: Sequence[str]) -> bool | None:
    """The same of rules at the end of the turn, and at the beginning of the next one."""
    board = game.board
    mover = board.entities[code >> FROM_SHIFT & SQUARE_MASK]
    is_activated = False
    for point in points:
        side = COLORS[board.turn ^ (point == TURN_START)]
        found = feed.foretold(point, point, side, mover if point == AFTER_MOVE else None)
        if found is None or found:
            event = _turned(board, code, point)
            if found is None:
                found = feed.activations(point, event)
            if found:
                if _may_fire(game, found, event, mover, code & SQUARE_MASK):
                    return None
                is_activated = True
    return is_activated


#: The points of a turn that tell of its piece, and of the other side.
AFTER_MOVE: Final = "after-move"
TURN_START: Final = "turn-start"


def _turned(board: Board, code: int, point: str) -> Event:
    """The event of a turn that a quiet move ends, or of the next one."""
    side = COLORS[board.turn ^ (point == TURN_START)]
    if point != AFTER_MOVE:
        return make_event(0, point, side=side)
    return make_event(0, point, side=side, piece=board.entities[origin_of(code)], player=True)


def _may_fire(game: Game, activations: list[Activation], event: Event, mover: int, target: int) -> bool:
    """Whether some activation is ruled out neither by the places of its pieces nor by the event."""
    board, rules = game.board, game.program.rules
    for number, entities in activations:
        rule = rules[number]
        if rule.places and is_elsewhere(board, rule, entities, event, mover, target):
            continue
        if rule.event_guards and is_refused(board, rule, event):
            continue
        return True
    return False


def _foreseen(board: Board, code: int, is_made: bool) -> Event:
    """The event of a quiet move, before it is made or once its piece has arrived."""
    target = target_of(code)
    return journey(
        0,
        "move",
        board,
        side=COLORS[board.turn],
        piece=board.entities[origin_of(code)],
        origin=origin_of(code),
        to=target,
        square=target if is_made else None,
        tag=board.book.manner_of(code).tag,  # castling is foreseen nowhere
    )
