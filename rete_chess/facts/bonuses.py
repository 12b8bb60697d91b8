"""What rules and profiles contribute to an attribute as long as they hold, and from whom it comes."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from rete_chess.facts.stacking import SUM, stack
from rete_chess.facts.vocabulary import Attribute

#: The layers of contributions by precedence, beside those of profiles: what is stored, and what rules add.
BASE: Final = "base"
RULE: Final = "rule"


class Contribution(NamedTuple):
    """What one rule adds on behalf of one piece (None: of nobody), or one entry of a profile."""

    rule: str
    source: int | None
    amount: Any
    layer: str = RULE


class Bonus(NamedTuple):
    """All that is contributed to one attribute of one entity."""

    attribute: Attribute
    parts: tuple[Contribution, ...]

    def on(self, stored: Any) -> Any:
        """The value in effect: what is stored and all contributions, within the attribute's bounds."""
        way = self.attribute.stacking
        if way == SUM:
            return self.attribute.check((stored or 0) + sum(part.amount for part in self.parts))
        values = [] if stored is None else [stored]
        return self.attribute.check(stack(way, [*values, *(part.amount for part in self.parts)]))
