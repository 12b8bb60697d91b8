"""Foresight: where rules will answer a move, asked before it is played.

Most moves take one piece to an empty square. Such a move changes nothing that rules read, so what the
network says of its events before it is played is what it will say while it is played; and where it says
nothing, or only what the place of a piece rules out, the bare core may play the move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rete_chess.core.board import Board
from rete_chess.core.geometry import COLORS
from rete_chess.core.moves import SPECIAL, origin_of, promotion_of, target_of
from rete_chess.engine.derived.vicinity import may_derive
from rete_chess.facts.events import Event, journey, make_event
from rete_chess.facts.network_rules import Activation
from rete_chess.facts.rules import Rule
from rete_chess.facts.words.terms import Frame

if TYPE_CHECKING:
    from rete_chess.engine._game import Game


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
        color = board.cells[square] & 1
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
    if code >= SPECIAL and (promotion_of(code) >= 0 or board.book.manner_of(code).castles):
        return EVERYWHERE
    if game.program.continuous is not None and may_derive(game, code):
        return EVERYWHERE
    moved = _in_move(game, code, points[0]) if points[0] else UNHEARD
    if moved is None:
        return EVERYWHERE
    turned = _in_turn(game, code, points[1]) if points[1] else UNHEARD
    is_answered, heard = moved
    if turned is None:
        return EVERYWHERE if is_answered else IN_TURN
    if not (is_answered or turned[0]):
        return NOWHERE
    if board.half_moves or not board.is_single_move:
        return EVERYWHERE if is_answered else IN_TURN
    # Where no rule is activated by the move itself, the core makes it and nobody hears of it.
    return Foresight(False, False, (*(heard if is_answered else ()), *turned[1]))


#: Whether rules are activated by events, none of which they will answer, and these events.
TurnedDown = tuple[bool, list[Event]]
UNHEARD: Final[TurnedDown] = (False, [])


def _in_move(game: Game, code: int, points: tuple[str, ...]) -> TurnedDown | None:
    """The answer of rules to the move itself, None if one may fire; once made, its piece has arrived."""
    feed = game.feed()
    linked, target = feed.caught_up(), target_of(code)
    mover = game.board.entities[origin_of(code)]
    is_activated = False
    heard: list[Event] = []
    for point in points:
        if linked[point]:
            is_made = point != "before-move"
            if not heard or (is_made and heard[-1].square is None):
                heard.append(_foreseen(game.board, code, is_made))
            activations = feed.activations(point, heard[-1])
            if activations:
                if _may_fire(game, activations, heard[-1], mover if is_made else 0, target):
                    return None
                is_activated = True
    return is_activated, heard


def _in_turn(game: Game, code: int, points: tuple[str, ...]) -> TurnedDown | None:
    """The answer of rules to the turn that a move ends and to the next one; None if one may fire."""
    feed, board = game.feed(), game.board
    linked, mover = feed.caught_up(), board.entities[origin_of(code)]
    is_activated = False
    heard: list[Event] = []
    for point in points:
        if linked[point]:
            side = COLORS[board.turn ^ (point == "turn-start")]
            if point == "after-move":
                heard.append(make_event(0, point, side=side, piece=mover, player=True))
            else:
                heard.append(make_event(0, point, side=side))
            activations = feed.activations(point, heard[-1])
            if activations:
                if _may_fire(game, activations, heard[-1], mover, target_of(code)):
                    return None
                is_activated = True
    return is_activated, heard


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
        tag=board.book.manner_of(code).tag,
    )
