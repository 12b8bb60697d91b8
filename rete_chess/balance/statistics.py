"""Scores with intervals: points by pairs of games, Elo, and whether a difference is more than noise.

The two games of a pair begin with the same opening, so that their points are not independent; a pair is. What
varies is therefore taken from the five totals that a pair can have (the pentanomial).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

#: Standard deviations of an interval that holds the truth in 95 of 100 cases.
Z: Final = 1.959964
#: The totals of a pair of games.
TOTALS: Final = (0.0, 0.5, 1.0, 1.5, 2.0)


class Interval(NamedTuple):
    """A share, and what it may be in truth."""

    value: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        return (self.high - self.low) / 2

    def to_json(self) -> list[float]:
        return [round(each, 5) for each in self]


@dataclass
class Pairs:
    """How often pairs of games had each of their five totals."""

    counts: list[int] = field(default_factory=lambda: [0] * len(TOTALS))

    @classmethod
    def of(cls, totals: Iterable[float]) -> Pairs:
        pairs = cls()
        for total in totals:
            pairs.add(total)
        return pairs

    def add(self, total: float) -> None:
        """Count a pair by the points of both its games."""
        self.counts[TOTALS.index(total)] += 1

    @property
    def number(self) -> int:
        return sum(self.counts)

    @property
    def mean(self) -> float:
        """The score of a game, 0 to 1; one half where there is none."""
        points = sum(total * count for total, count in zip(TOTALS, self.counts))
        return points / (2 * self.number) if self.number else 0.5

    def interval(self) -> Interval:
        """The score with its interval, which stays wide where few pairs all ended alike.

        As if one pair more had been won, and one lost: what was always so far need not be so always.
        """
        number = self.number + 2
        centre = (self.mean * self.number + 1) / number
        squares = sum(count * (total / 2) ** 2 for total, count in zip(TOTALS, self.counts)) + 1
        spread = Z * math.sqrt(max(0.0, squares / number - centre**2) / number)
        return Interval(self.mean, max(0.0, min(self.mean, centre - spread)), min(1.0, centre + spread))

    @property
    def error(self) -> float:
        """The standard error of the score."""
        return self.interval().half_width / Z


def elo(score: float) -> float | None:
    """The difference in Elo that leads to a score; None where no difference is large enough."""
    if not 0 < score < 1:
        return None
    return 400 * math.log10(score / (1 - score))


def noise(one: Pairs, other: Pairs) -> float:
    """The chance that two scores differ by as much though nothing is behind it."""
    spread = math.hypot(one.error, other.error)
    return math.erfc(abs(one.mean - other.mean) / (spread * math.sqrt(2))) if spread else 1.0


def sure_of(distance: float, spread: float) -> float:
    """The chance that a value which was found so far above zero is above zero in truth."""
    return 0.5 * math.erfc(-distance / (spread * math.sqrt(2))) if spread else float(distance > 0)


def proportion(count: int, number: int) -> Interval:
    """A share of things that do not depend on each other, with its interval (Wilson)."""
    if not number:
        return Interval(0.0, 0.0, 1.0)
    share, square = count / number, Z * Z / number
    centre = (share + square / 2) / (1 + square)
    spread = Z * math.sqrt(share * (1 - share) / number + square / (4 * number)) / (1 + square)
    return Interval(share, max(0.0, centre - spread), min(1.0, centre + spread))


class Prefix:
    """The shortest run of pairs from the first on whose interval is tight enough.

    Games may come in any order; what counts is their numbers. So the end does not depend on who is first.
    """

    def __init__(self, games: int, until: float | None, least: int) -> None:
        self.games = games
        self.until = until
        self.least = least
        self.pairs = Pairs()
        self.tight: int | None = None  # games of the run, once it is found
        self._next = 0
        self._waiting: dict[int, float | None] = {}

    def add(self, number: int, points: float | None) -> None:
        """Learn the points of White in a game; None: it was broken off, and its pair counts for nothing."""
        if self.tight is None:
            self._waiting[number] = points
        while self.tight is None and {self._next, self._next + 1} <= self._waiting.keys():
            first, second = (self._waiting.pop(self._next + each) for each in (0, 1))
            self._next += 2
            self._count(first, second)

    def _count(self, first: float | None, second: float | None) -> None:
        if first is not None and second is not None:
            self.pairs.add(first + second)
        enough = self.until is not None and self.pairs.number >= self.least
        if enough and self.pairs.interval().half_width <= (self.until or 0):
            self.tight = self._next

    @property
    def wanted(self) -> int:
        """The games that count, as far as is known by now."""
        return self.games if self.tight is None else self.tight
