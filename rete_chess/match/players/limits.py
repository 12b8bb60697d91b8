"""The limits of a search: a time, a number of positions, a depth; and the allowance that counts them."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from rete_chess.metering import Budget, Meter, OutOfTime

#: Positions between two looks at the clock; within a position the meter looks.
LOOKS: Final = 32


@dataclass(frozen=True)
class Limits:
    """The limits of a search, whichever is reached first; without any, one second."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None


class Allowance:
    """What a search may still look at: positions and time against its limits, steps against a budget.

    Each position may cost what a move may; one that costs more is not looked at.
    """

    def __init__(self, limits: Limits, budget: Budget | None = None) -> None:
        is_open = limits.seconds is None and limits.nodes is None and limits.depth is None
        seconds = 1.0 if is_open else limits.seconds
        self.nodes = 0
        self.most = limits.nodes
        self.depth = limits.depth
        self._end = None if seconds is None else time.monotonic() + seconds
        self.meter = Meter(budget or Budget.author(), self._end)

    def spend(self) -> None:
        """Count one position; raises when that was one too many."""
        self.nodes += 1
        self.meter.renew()
        if self.most is not None and self.nodes > self.most:
            raise OutOfTime
        if self._end is not None and self.nodes % LOOKS == 0 and time.monotonic() > self._end:
            raise OutOfTime
