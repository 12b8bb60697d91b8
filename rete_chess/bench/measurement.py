"""Measurements in CPU seconds: the contenders take turns, and the ratio is a median over the rounds."""

from __future__ import annotations

import gc
import statistics
import time
from dataclasses import dataclass
from typing import Any

from rete_chess.bench.row import Job, Row


@dataclass(frozen=True)
class Turn:
    """The count and the time of one job: done once, or the mean of several times."""

    seconds: float
    work: int


@dataclass(frozen=True)
class Measurement:
    """A row with the turns of all rounds; `theirs` is empty where nobody competes."""

    row: Row
    ours: tuple[Turn, ...]
    theirs: tuple[Turn, ...]

    @property
    def ratios(self) -> list[float]:
        """Their time over ours, for each round; above 1 we are faster."""
        return [theirs.seconds / max(ours.seconds, 1e-9) for ours, theirs in zip(self.ours, self.theirs)]

    @property
    def disagreement(self) -> str | None:
        """The message about different counts of the contenders, or None if they are equal."""
        for ours, theirs in zip(self.ours, self.theirs):
            if ours.work != theirs.work:
                return f"{self.row.name}: {ours.work} {self.row.unit} here, {theirs.work} there"
        return None

    def data(self) -> dict[str, Any]:
        """The measurement as JSON."""
        ratios = self.ratios
        return {
            "name": self.row.name,
            "contender": self.row.against if ratios else None,
            "ours_seconds": _median_seconds(self.ours),
            "theirs_seconds": _median_seconds(self.theirs) if ratios else None,
            "ratio": round(statistics.median(ratios), 3) if ratios else None,
            "ratio_min": round(min(ratios), 3) if ratios else None,
            "ratio_max": round(max(ratios), 3) if ratios else None,
            "work": self.ours[0].work,
            "unit": self.row.unit,
        }


def measure(row: Row, rounds: int, least: float = 0.0) -> Measurement:
    """Run a row for some rounds; who goes first alternates, too. A turn lasts `least` seconds or longer."""
    if row.prepare is not None:
        row.prepare()
    ours: list[Turn] = []
    theirs: list[Turn] = []
    for number in range(rounds):
        jobs = [(row.ours, ours)] + ([(row.theirs, theirs)] if row.theirs else [])
        for job, turns in reversed(jobs) if number % 2 else jobs:
            turns.append(_take_turn(job, number, least))
    return Measurement(row, tuple(ours), tuple(theirs))


def _take_turn(job: Job, number: int, least: float) -> Turn:
    """Time one job, done over and over until the time is up.

    The garbage collector stays on, but sees only what the job itself allocates.
    """
    gc.collect()
    gc.freeze()
    try:
        times, taken = 0, 0.0
        start = time.process_time()
        while not times or taken < least:
            work = job(number)
            times += 1
            taken = time.process_time() - start
        return Turn(taken / times, work)
    finally:
        gc.unfreeze()


def _median_seconds(turns: tuple[Turn, ...]) -> float:
    return round(statistics.median(turn.seconds for turn in turns), 6)
