"""What a program's rules ask of the network: attributes as they are, and thresholds on them."""

from __future__ import annotations

from typing import Any, NamedTuple

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


class Reads(NamedTuple):
    """All attributes and thresholds that the hooks of a program mention, and by which points."""

    attributes: tuple[str, ...]
    thresholds: tuple[Threshold, ...]
    by_point: dict[str, frozenset[str]]


def no_reads() -> Reads:
    """The reads of a program without rules."""
    return Reads((), (), {})
