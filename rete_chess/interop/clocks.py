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


@dataclass(frozen=True)
class Control:
    """A time control: so many moves in so much time, or all of them, and what each move adds."""

    moves: int
    seconds: float
    increment: float

    @classmethod
    def parse(cls, text: str) -> Control | None:
        """The control of `40 5:30 0`: moves, minutes and seconds, increment; None if it is none."""
        words = text.split()
        if len(words) != 3:
            return None
        minutes, _, seconds = words[1].partition(":")
        try:
            time = 60 * float(minutes) + float(seconds or 0)
            control = cls(int(words[0]), time, float(words[2]))
        except ValueError:
            return None
        is_sound = control.moves >= 0 and 0 <= control.seconds < 1e7 and 0 <= control.increment < 1e7
        return control if is_sound else None

    def clock(self, left: float | None, played: int) -> Clock:
        """The clock of a side that has played so many moves and has so much left, if it is known."""
        moves = self.moves - played % self.moves if self.moves else None
        return Clock(self.seconds if left is None else left, self.increment, moves)
