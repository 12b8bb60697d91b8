"""The coverage of rules by scenarios: which rules took effect in a run, and which never did.

A continuous rule, at `derive`, fires when it begins to contribute, which may be before the first move. So it
counts as covered where it contributed to anything in a position that a scenario came to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from rete_chess.testing._outcome import Outcome


class Covered(NamedTuple):
    """A rule that took part in scenarios, where it comes from, and how often it took effect."""

    rule: str
    origin: str
    fired: int  # in moves, refused ones included
    held: int  # in so many positions it contributed, if it is a continuous one

    @property
    def is_covered(self) -> bool:
        return bool(self.fired or self.held)


class Coverage(NamedTuple):
    """All rules that took part in scenarios, sorted by their ids."""

    rules: tuple[Covered, ...]

    @property
    def never(self) -> tuple[Covered, ...]:
        return tuple(rule for rule in self.rules if not rule.is_covered)


def coverage_of(outcomes: Iterable[Outcome]) -> Coverage:
    """The coverage of all rules that took part in the scenarios of these outcomes."""
    origins: dict[str, str] = {}
    fired: Counter[str] = Counter()
    held: Counter[str] = Counter()
    for outcome in outcomes:
        origins.update(outcome.rules)
        fired.update(outcome.fired)
        held.update(outcome.held)
    return Coverage(tuple(Covered(rule, origins[rule], fired[rule], held[rule]) for rule in sorted(origins)))
