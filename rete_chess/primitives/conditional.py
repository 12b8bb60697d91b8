"""`conditional`: of two lists of primitives one holds.

```yaml
kind: conditional
condition: {attr: Hp, op: lt, value: 2}
then: [{kind: modify-movement-range, delta: 1}]
else: []
```

```yaml
kind: conditional
condition:
  any: [{piece: {type: queen}}, {all: [{attr: Hp, op: lt, value: 2}, {not: {piece: {type: rook}}}]}]
then: [{kind: set-capture-flag, flags: [CANNOT_CAPTURE]}]
```
"""

from __future__ import annotations

from pydantic import Field

from rete_chess.primitives.conditions import AnyCondition
from rete_chess.primitives.lowering import Context
from rete_chess.primitives.primitive import Nodes, Primitive


class Conditional(Primitive):
    """Chooses between two branches: outside triggers whenever facts change, inside one when it fires.
    The condition speaks of the carrier; `all`, `any` and `not` join conditions, in one another, too."""

    word = "conditional"
    child_keys = ("then", "else")

    condition: AnyCondition = Field(description="The condition, such as {attr: Hp, op: lt, value: 2}.")
    then: Nodes = Field((), description="What holds while the condition does.")
    else_: Nodes = Field((), description="What holds while it does not.")

    def lower(self, context: Context) -> None:
        if context.firing is not None:
            context.branch(self, self.condition)
            return
        for key, is_negated in (("then", False), ("else", True)):
            for way in self.condition.ways(context, context.data["condition"], is_negated):
                for child, inner in context.children(self, key):
                    child.lower(inner.under(*way.patterns))
