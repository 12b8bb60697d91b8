"""The limits of a search: a time, a number of positions, a depth; and the budget that counts them."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

#: Positions between two looks at the clock.
LOOKS: Final = 32


@dataclass(frozen=True)
class Limits:
    """The limits of a search, whichever is reached first; without any, one second."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None


class OutOfBudget(Exception):  # noqa: N818 (no error: the search has to stop)
    """Raised when the budget of a search is spent."""


class Budget:
    """The positions counted so far, against the limits."""

    def __init__(self, limits: Limits) -> None:
        is_open = limits.seconds is None and limits.nodes is None and limits.depth is None
        seconds = 1.0 if is_open else limits.seconds
        self.nodes = 0
        self.most = limits.nodes
        self.depth = limits.depth
        self._end = None if seconds is None else time.monotonic() + seconds

    def spend(self) -> None:
        """Count one position; raises when that was one too many."""
        self.nodes += 1
        if self.most is not None and self.nodes > self.most:
            raise OutOfBudget
        if self._end is not None and self.nodes % LOOKS == 0 and time.monotonic() > self._end:
            raise OutOfBudget
