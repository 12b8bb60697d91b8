"""Which rules fired in a run of scenarios, and which never did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from rete_chess.testing.outcome import Outcome


class Covered(NamedTuple):
    """A rule that took part in scenarios, where it comes from, and how often it fired."""

    rule: str
    origin: str
    fired: int


class Coverage(NamedTuple):
    """All rules that took part in scenarios, sorted by their ids."""

    rules: tuple[Covered, ...]

    @property
    def never(self) -> tuple[Covered, ...]:
        return tuple(rule for rule in self.rules if not rule.fired)

    def as_data(self) -> dict[str, Any]:
        """The coverage for JSON."""
        return {
            "fired": len(self.rules) - len(self.never),
            "of": len(self.rules),
            "rules": [rule._asdict() for rule in self.rules],
        }


def coverage_of(outcomes: Iterable[Outcome]) -> Coverage:
    """What the outcomes of scenarios say together about the rules that took part in them."""
    origins: dict[str, str] = {}
    fired: Counter[str] = Counter()
    for outcome in outcomes:
        origins.update(outcome.rules)
        fired.update(outcome.fired)
    return Coverage(tuple(Covered(rule, origins[rule], fired[rule]) for rule in sorted(origins)))
