"""One measurement: a name, a job of ours, and the same job done by a contender."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

#: Does the work of one round and returns how much of it was done. The argument is the round, from 0.
Job = Callable[[int], int]


@dataclass(frozen=True)
class Row:
    """Two jobs of the same size. Where their counts differ, one of the two is wrong."""

    name: str
    unit: str
    ours: Job
    theirs: Job | None = None
    against: str | None = None  # who does the other job
    prepare: Callable[[], object] | None = None  # what has to be built before the first round


@dataclass(frozen=True)
class Rival:
    """Another library, as the jobs it can do."""

    name: str
    perft: Callable[[str, str, int], int]  # variant, FEN and depth -> nodes
    playouts: Callable[[int, int], int]  # seed and half-moves -> half-moves played
