"""What the engine tells about pieces and about moves that were played."""

from __future__ import annotations

from typing import NamedTuple

from rete_chess.core.results import Result
from rete_chess.engine.moves import LegalMove
from rete_chess.engine.swap import Swap
from rete_chess.engine.trace import NO_TRACE, Trace


class Piece(NamedTuple):
    """A piece on the board: its entity id, type, colour and square (a1 = 0)."""

    id: int
    type: str
    color: str
    square: int


class Incident(NamedTuple):
    """Something that happened between moves: `spawn`, `damage`, `presets` or `profiles`."""

    after: int  # so many moves
    what: str
    trace: Trace


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

    @property
    def swap(self) -> Swap | None:
        """What came of profiles that waited for the turn to end; None if none did."""
        return self.trace.swap

    @property
    def preset_effects(self) -> tuple[str, ...]:
        """What rules say about the move, in the order in which they fired."""
        return tuple(self.trace.texts)
