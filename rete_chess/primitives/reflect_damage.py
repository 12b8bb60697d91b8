"""`reflect-damage`: damage goes back to the attacker.

```yaml
{kind: reflect-damage, fraction: 0.5}
```

```yaml
{kind: reflect-damage, amount: 1}
```
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import Field
from pydantic_core import InitErrorDetails

from rete_chess.documents.language.values import Within
from rete_chess.documents.modelling.findings import finding
from rete_chess.primitives.lowering import REFLECT, Context, Data
from rete_chess.primitives.parameters import LARGEST_DELTA, Fraction
from rete_chess.primitives.primitive import Primitive


class ReflectDamage(Primitive):
    """Deals damage of the kind `reflect` to whoever deals damage: a fraction of it, after resistance and
    before anything absorbs it, or a fixed amount. What is reflected is never reflected again."""

    word = "reflect-damage"
    needs_carrier = True

    fraction: Fraction | None = Field(None, description="Which part of the damage, 0 to 1.")
    amount: Annotated[int | float, Within(0, LARGEST_DELTA)] | None = Field(
        None, description="How much, whatever the damage."
    )

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        if ("fraction" in data) == ("amount" in data):
            yield finding("E_DOC_CONFLICT", (), "reflected damage needs one of `fraction` and `amount`")

    def lower(self, context: Context) -> None:
        amount: Data | float | None = self.amount
        if self.fraction is not None:
            amount = {"of": "$event.amount", "times": self.fraction}
        event = {"target": "$self", "piece": "$attacker", "amount": {"gt": 0}, "kind": {"not": "reflect"}}
        when = context.carried({"event": event}, {"piece": {"id": "$attacker"}})
        do = {"damage": {"target": "$attacker", "amount": amount, "kind": "reflect", "by": "$self"}}
        context.rule(self.word, "damage", when, [do], priority=REFLECT)
