"""What rules contribute to an attribute as long as they match, and from whom it comes."""

from __future__ import annotations

from typing import Any, NamedTuple

from rete_chess.facts.vocabulary import Attribute


class Contribution(NamedTuple):
    """What one rule adds on behalf of one piece (None: of nobody)."""

    rule: str
    source: int | None
    amount: int | float


class Bonus(NamedTuple):
    """All that is contributed to one attribute of one entity."""

    attribute: Attribute
    parts: tuple[Contribution, ...]

    def on(self, stored: Any) -> Any:
        """The value in effect: what is stored and all contributions, within the attribute's bounds."""
        return self.attribute.check((stored or 0) + sum(part.amount for part in self.parts))
