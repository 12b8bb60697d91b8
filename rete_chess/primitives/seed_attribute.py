"""`seed-attribute`: the carrier begins with a value of an attribute.

```yaml
{kind: seed-attribute, attr: ShieldCharges, value: 3}
```

```yaml
{kind: seed-attribute, attr: Hp, value: 5, onlyIfMissing: false}
```
"""

from __future__ import annotations

from pydantic import Field

from rete_chess.documents.language.attribute import Constant
from rete_chess.documents.language.filter import AttributeName
from rete_chess.primitives.lowering import Context
from rete_chess.primitives.primitive import Primitive

#: What a value makes of an attribute that nobody else declares; a number may begin whole and not stay so.
_TYPES = {bool: "bool", int: "number", float: "number", str: "string"}


class SeedAttribute(Primitive):
    """Puts an attribute on the piece, and declares it if nobody else does."""

    word = "seed-attribute"
    group = "state"
    is_live = False

    attr: AttributeName = Field(description="The attribute.")
    value: Constant = Field(description="The value: a number, a text, true or false.")
    only_if_missing: bool = Field(True, description="Whether a value that is there already stays.")

    def lower(self, context: Context) -> None:
        type_ = _TYPES[type(self.value)]
        if context.firing is None:
            more = {} if self.only_if_missing else {"first": True}
            context.declare(self.attr, type_, **{"for": {"id": "$self"}}, start=self.value, **more)
            return
        context.declare(self.attr, type_)
        action = {"target": context.target, "attr": self.attr, "to": self.value}
        context.act({"set": {**action, "ifMissing": True} if self.only_if_missing else action})
