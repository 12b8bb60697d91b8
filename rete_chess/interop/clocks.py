"""Clocks: how long to think about a move, by what is left for the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

#: The moves that are left to play where nobody says how many.
USUAL_MOVES: Final = 30
#: How much of an increment is spent, and the most of the time left that one move may take.
SPENT: Final = 0.75
MOST: Final = 0.4
#: What messages take on their way, and the least that a move is given, in seconds.
UNDERWAY: Final = 0.02
LEAST: Final = 0.005


@dataclass(frozen=True)
class Clock:
    """What a side has left, in seconds."""

    left: float
    increment: float = 0.0
    moves: int | None = None  # to the next time control

    @property
    def seconds(self) -> float:
        """How long to think about the next move."""
        share = self.left / max(1, min(self.moves or USUAL_MOVES, USUAL_MOVES)) + SPENT * self.increment
        most = self.left * (MOST if self.moves != 1 else 1 - MOST / 4)
        return max(LEAST, min(share, most) - UNDERWAY)
