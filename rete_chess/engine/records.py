"""Records: pieces and moves that were played, as the engine tells them, and what a picture marks."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rete_chess.core.attacks import royal_squares
from rete_chess.core.results import Result
from rete_chess.engine._moves import LegalMove
from rete_chess.engine._states import Departure
from rete_chess.engine.chronicle import Chronicle, Told
from rete_chess.engine.move.trace import NO_TRACE, Trace
from rete_chess.engine.setup.profile_swap import Swap

if TYPE_CHECKING:
    from rete_chess.drawing import Marks
    from rete_chess.engine._engine import Engine


class Piece(NamedTuple):
    """A piece on the board: its entity id, type, colour and square (a1 = 0)."""

    id: int
    type: str
    color: str
    square: int


class Incident(NamedTuple):
    """Something that happened between moves, such as `spawn`, `damage`, `presets` or `profiles`."""

    after: int  # so many moves
    what: str
    trace: Trace
    before: Departure  # the way back to where it happened


class MoveRecord(NamedTuple):
    """One move that was played, numbered from 0.

    `result` is what the game came to by it, None while it goes on; `trace` tells which rules fired.
    """

    number: int
    move: LegalMove
    mover: str
    turn_flipped: bool
    result: Result | None
    trace: Trace = NO_TRACE
    chronicle: Chronicle | None = None

    @property
    def log(self) -> tuple[Told, ...]:
        """Every event of the move in order, each with a sentence: what happened, and nothing else."""
        return () if self.chronicle is None else self.chronicle.read(self)

    @property
    def swap(self) -> Swap | None:
        """What came of profiles that waited for the turn to end; None if none did."""
        return self.trace.swap

    @property
    def preset_effects(self) -> tuple[str, ...]:
        """What rules say about the move, in the order in which they fired."""
        return tuple(self.trace.texts)


def marks_of(engine: Engine) -> Marks:
    """The marks of the position that a game has reached."""
    from rete_chess.drawing import Marks  # late: no game but one that is looked at draws

    log = engine.move_log
    moved = (log[-1].move.from_square, log[-1].move.to_square) if log else ()
    alarmed = royal_squares(engine.board, engine.board.turn) if engine.in_check else ()
    return Marks(moved, alarmed)
