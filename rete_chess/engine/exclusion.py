"""What keeps an activation from firing, told without its guards: where its pieces stand, what the event says.

Most activations that guards turn down are turned down by a place.
"""

from __future__ import annotations

from typing import Any

from rete_chess.core.board import Board
from rete_chess.facts.events import Event
from rete_chess.facts.rules import Rule
from rete_chess.facts.session import square_of
from rete_chess.facts.terms import Frame


def is_elsewhere(
    board: Board, rule: Rule, entities: tuple[int, ...], event: Event, mover: int = 0, target: int = -1
) -> bool:
    """Whether a piece that a rule speaks of is not where it has to be.

    A mover is taken to stand on the target of its move already.
    """
    for place, is_role, squares in rule.places:
        entity: Any = event[place] if is_role else entities[place]
        square = -1 if entity is None else square_of(board, entity)
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
