"""What a program's rules ask of the network: attributes as they are, and thresholds on them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

#: Comparisons that have an order.
ORDERS: Final = ("gt", "ge", "lt", "le")

_OPS = {"lt": "<", "le": "≤", "gt": ">", "ge": "≥", "ne": "≠", "in": "in", "not-in": "not in"}


class Threshold(NamedTuple):
    """A comparison with a constant, which a network sees as a fact that is true or absent."""

    attribute: str
    op: str
    value: Any

    @property
    def name(self) -> str:
        return f"{self.attribute} {_OPS[self.op]} {self.value}"

    def holds(self, value: Any) -> bool:
        if self.op == "lt":
            return bool(value < self.value)
        if self.op == "le":
            return bool(value <= self.value)
        if self.op == "gt":
            return bool(value > self.value)
        if self.op == "ge":
            return bool(value >= self.value)
        if self.op == "ne":
            return bool(value != self.value)
        return (value in self.value) == (self.op == "in")


class Source:
    """One attribute that rules read: as it is, and by thresholds on it.

    Thresholds by order are kept sorted, so that only those a value passes cost anything.
    """

    def __init__(self, attribute: str, is_read: bool, thresholds: Sequence[Threshold]) -> None:
        self.attribute = attribute
        self.is_read = is_read
        by_order = [t for t in thresholds if t.op in ORDERS]
        self._others = [t for t in thresholds if t.op not in ORDERS]
        self.has_thresholds = bool(thresholds)
        self._ordered: list[tuple[str, list[float], list[str]]] = []
        for op in ORDERS:
            chosen = sorted((t for t in by_order if t.op == op), key=lambda t: t.value)
            if chosen:
                self._ordered.append((op, [t.value for t in chosen], [t.name for t in chosen]))

    def passed(self, value: Any) -> list[str]:
        """The names of the thresholds that a value passes."""
        return self.crossed(None, value)[1]

    def crossed(self, old: Any, now: Any) -> tuple[list[str], list[str]]:
        """The names of the thresholds that a value passes no more, and of those that it passes now; None
        passes none. What lies on the same side of both costs nothing."""
        lost: list[str] = []
        gained: list[str] = []
        for threshold in self._others:
            held, holds = old is not None and threshold.holds(old), now is not None and threshold.holds(now)
            if held != holds:
                (gained if holds else lost).append(threshold.name)
        for op, bounds, ordered in self._ordered:
            before, after = _bound(op, bounds, old), _bound(op, bounds, now)
            if op in ("gt", "ge"):  # those up to the bound are passed
                lost += ordered[after:before]
                gained += ordered[before:after]
            else:  # those from it on
                lost += ordered[before:after]
                gained += ordered[after:before]
        return lost, gained


def _bound(op: str, bounds: list[float], value: Any) -> int:
    """The place among sorted bounds that parts those that a value passes from all others."""
    if value is None:
        return 0 if op in ("gt", "ge") else len(bounds)
    return bisect_left(bounds, value) if op in ("gt", "le") else bisect_right(bounds, value)


class Reads:
    """All attributes and thresholds that the network rules of a program mention, and by which points."""

    def __init__(
        self,
        attributes: tuple[str, ...],
        thresholds: tuple[Threshold, ...],
        by_point: dict[str, frozenset[str]],
    ) -> None:
        self.attributes = attributes
        self.thresholds = thresholds
        self.by_point = by_point
        self.readers: dict[str, list[str]] = {}  # fact -> the points whose rules read it
        for point, facts in by_point.items():
            for fact in facts:
                self.readers.setdefault(fact, []).append(point)
        names = sorted({*attributes, *(threshold.attribute for threshold in thresholds)})
        self.sources = {
            name: Source(name, name in attributes, [t for t in thresholds if t.attribute == name])
            for name in names
        }


def no_reads() -> Reads:
    """The reads of a program without rules."""
    return Reads((), (), {})
