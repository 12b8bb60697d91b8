"""The limits of a search: a time, a number of positions, a depth; and the allowance that counts them."""

from __future__ import annotations

import time
from collections.abc import Callable
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
    steps: int | None = None  #: of all positions together; without it what the budget says of thinking


class Allowance:
    """What a search may still look at: positions and time against its limits, steps against a budget.

    Each position may cost what a move may; one that costs more is not looked at.
    """

    def __init__(
        self, limits: Limits, budget: Budget | None = None, stop: Callable[[], bool] | None = None
    ) -> None:
        is_open = limits == Limits()
        seconds = 1.0 if is_open else limits.seconds
        self.stop = stop  # whether somebody wants the best so far at once
        self.nodes = 0
        self.most = limits.nodes
        self.depth = limits.depth
        self._end = None if seconds is None else time.monotonic() + seconds
        budget = budget or Budget.author()
        self.meter = Meter(budget, self._end, budget.thinking if limits.steps is None else limits.steps)

    def spend(self) -> None:
        """Count one position; raises when that was one too many."""
        self.nodes += 1
        self.meter.renew()
        if self.meter.is_used_up:
            raise OutOfTime
        if self.most is not None and self.nodes > self.most:
            raise OutOfTime
        if self.nodes % LOOKS == 0 and self.is_over():
            raise OutOfTime

    def is_over(self) -> bool:
        """Whether the time is up, or somebody wants the best so far."""
        if self._end is not None and time.monotonic() > self._end:
            return True
        return self.stop is not None and self.stop()
