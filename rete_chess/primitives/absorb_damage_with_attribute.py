"""`absorb-damage-with-attribute`: damage is paid with an attribute.

```yaml
{kind: absorb-damage-with-attribute, attr: ShieldCharges, rate: 1}
```

```yaml
{kind: absorb-damage-with-attribute, attr: ShieldCharges, rate: 2}
```
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from rete_chess.documents.language.filter import AttributeName
from rete_chess.documents.language.values import Within
from rete_chess.primitives.lowering import ABSORB, Context
from rete_chess.primitives.primitive import Primitive


class AbsorbDamageWithAttribute(Primitive):
    """Pays damage: absorbed is at most attribute times rate, and costs absorbed by rate; the rest goes on."""

    word = "absorb-damage-with-attribute"
    needs_carrier = True

    attr: AttributeName = Field(description="The attribute that pays.")
    rate: Annotated[int | float, Within(0.001, 100)] = Field(
        1, description="How much damage one point of the attribute absorbs."
    )

    def lower(self, context: Context) -> None:
        attr = context.mention(self.attr)
        when = context.carried({"event": {"target": "$self"}}, {"piece": {"id": "$self", attr: {"gt": 0}}})
        do = {"absorb": {"target": "$self", "with": attr, "rate": self.rate}}
        context.rule(self.word, "damage", when, [do], priority=ABSORB)
