"""`add-aura`: pieces near the carrier have a bonus.

```yaml
{kind: add-aura, radius: 2, targetAttr: HpBonus, delta: 1}
```

```yaml
{kind: add-aura, radius: 1, targetAttr: RangeBonus, delta: -1, affects: enemy}
```
"""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import Field

from rete_chess.documents.language.filter import AttributeName
from rete_chess.documents.modelling.words import OneOf
from rete_chess.primitives.lowering import Context, Data
from rete_chess.primitives.parameters import Delta, Radius
from rete_chess.primitives.primitive import Primitive

#: Who is affected, as a filter: the side of the carrier is bound to `$side`.
AFFECTED: Final[dict[str, Data]] = {
    "ally": {"color": "$side"},
    "enemy": {"color": {"not": "$side"}},
    "all": {},
}


class AddAura(Primitive):
    """Contributes to an attribute of all pieces within some king steps, for as long as they are there."""

    word = "add-aura"
    needs_carrier = True

    radius: Radius = Field(description="How many king's steps away at most, 1 to 7.")
    target_attr: AttributeName = Field(description="The attribute that it adds to.")
    delta: Delta = Field(description="How much; may be negative.")
    affects: Annotated[str, OneOf(tuple(AFFECTED))] = Field("ally", description="ally, enemy or all.")
    include_self: bool = Field(False, description="Whether the carrier has the bonus too.")

    def lower(self, context: Context) -> None:
        around: Data = {"around": "$self", "radius": self.radius, "centre": self.include_self}
        if AFFECTED[self.affects]:
            around["filter"] = AFFECTED[self.affects]
        attr = context.mention(self.target_attr)
        when = context.carried({"piece": {"id": "$self", "color": "$side"}})
        do = {"contribute": {"target": around, "attr": attr, "by": self.delta}}
        context.rule(self.word, "derive", when, [do])
