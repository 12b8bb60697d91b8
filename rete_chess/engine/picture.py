"""What a picture of a game marks: the last move, and royal pieces in check."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rete_chess.core.attacks import royal_squares
from rete_chess.drawing import Marks

if TYPE_CHECKING:
    from rete_chess.engine.engine import Engine


def marks_of(engine: Engine) -> Marks:
    """The marks of the position that a game has reached."""
    log = engine.move_log
    moved = (log[-1].move.from_square, log[-1].move.to_square) if log else ()
    alarmed = royal_squares(engine.board, engine.board.turn) if engine.in_check else ()
    return Marks(moved, alarmed)
