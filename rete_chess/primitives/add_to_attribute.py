"""`add-to-attribute`: a number of the piece grows or shrinks.

```yaml
{kind: add-to-attribute, attr: Hp, delta: 1}
```

```yaml
{kind: add-to-attribute, attr: HpBonus, delta: -2}
```
"""

from __future__ import annotations

from pydantic import Field

from rete_chess.documents.language.filter import AttributeName
from rete_chess.documents.language.values import Number
from rete_chess.primitives.lowering import Context, Data
from rete_chess.primitives.parameters import Delta
from rete_chess.primitives.primitive import Primitive


class AddToAttribute(Primitive):
    """Adds to an attribute: for good inside a trigger, else for as long as the modifier is carried."""

    word = "add-to-attribute"
    group = "state"
    attr: AttributeName = Field(description="The attribute, which somebody must declare.")
    delta: Delta = Field(description="How much; may be negative.")
    min: Number | None = Field(None, description="In a trigger: how far down it goes at most.")
    max: Number | None = Field(None, description="In a trigger: how far up it goes at most.")

    def lower(self, context: Context) -> None:
        if context.firing is None:
            context.contribute(self.word, self.attr, self.delta)
            return
        action: Data = {"target": context.target, "attr": context.mention(self.attr), "by": self.delta}
        bounds = {"min": self.min, "max": self.max}
        context.act({"add": {**action, **{key: n for key, n in bounds.items() if n is not None}}})
