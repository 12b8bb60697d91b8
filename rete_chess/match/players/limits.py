"""What bounds a search: limits set before it, reins that hold it meanwhile, the allowance that counts."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

from rete_chess.metering import Budget, Meter, OutOfTime


@dataclass(frozen=True)
class Limits:
    """The limits of a search, whichever is reached first; without any, one second."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    steps: int | None = None  #: of all positions together; without it what the budget says of thinking
    memory: int | None = None  #: bytes of the table of positions; without it what suits the others

    @property
    def is_open(self) -> bool:
        """Whether nothing says how long to search."""
        return self.seconds is self.nodes is self.depth is self.steps is None


class Reins:
    """The reins of a search: whoever holds them may set its end from another thread, and only nearer."""

    def __init__(self) -> None:
        self.end = math.inf  # by the monotonic clock
        self._meters: list[Meter] = []

    def stop(self) -> None:
        """Ask for the best so far, at once."""
        self.end_at(-math.inf)

    def end_at(self, moment: float) -> None:
        """Let the search end at a moment, unless it ends before."""
        self.end = min(self.end, moment)
        for meter in self._meters:
            self._pull(meter)

    def take(self, meter: Meter) -> None:
        """Hold what runs on a meter, too."""
        self._meters.append(meter)
        self._pull(meter)

    def _pull(self, meter: Meter) -> None:
        meter.deadline = self.end if meter.deadline is None else min(meter.deadline, self.end)


class Allowance:
    """What a search may still look at: positions and time against its limits, steps against a budget.

    Each position may cost what a move may; one that costs more is not looked at.
    """

    def __init__(self, limits: Limits, budget: Budget | None = None, reins: Reins | None = None) -> None:
        seconds = 1.0 if limits.is_open else limits.seconds
        self.nodes = 0
        self.most = limits.nodes
        self.depth = limits.depth
        self.memory = limits.memory
        budget = budget or Budget.author()
        end = None if seconds is None else time.monotonic() + seconds
        self.meter = Meter(budget, end, budget.thinking if limits.steps is None else limits.steps)
        if reins is not None:
            reins.take(self.meter)

    def spend(self) -> None:
        """Count one position; raises when that was one too many."""
        self.nodes += 1
        self.meter.renew()
        if self.meter.is_used_up:
            raise OutOfTime
        if self.most is not None and self.nodes > self.most:
            raise OutOfTime
        if self.is_over():
            raise OutOfTime

    def is_over(self) -> bool:
        """Whether the time is up, or somebody wants the best so far."""
        end = self.meter.deadline
        return end is not None and time.monotonic() > end
