"""`multiply-attribute`: a number of the piece is multiplied.

```yaml
{kind: multiply-attribute, attr: Hp, factor: 0.5}
```

```yaml
{kind: multiply-attribute, attr: Hp, factor: 2}
```
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from rete_chess.documents.language.action import ROUNDINGS
from rete_chess.documents.language.filter import AttributeName
from rete_chess.documents.modelling.words import OneOf
from rete_chess.primitives.lowering import Context, Data
from rete_chess.primitives.parameters import Factor
from rete_chess.primitives.primitive import Primitive


class MultiplyAttribute(Primitive):
    """Multiplies an attribute: for good inside a trigger, else for as long as the modifier is carried."""

    word = "multiply-attribute"
    group = "state"
    attr: AttributeName = Field(description="The attribute, which somebody must declare.")
    factor: Factor = Field(description="The factor, 0 to 10.")
    round: Annotated[str, OneOf(ROUNDINGS)] | None = Field(
        None, description="In a trigger: how to make it whole: down, up or nearest."
    )

    def lower(self, context: Context) -> None:
        if context.firing is None:
            product = {"of": f"$self.{self.attr}", "times": round(self.factor - 1, 3)}
            context.contribute(self.word, self.attr, product)
            return
        action: Data = {"target": context.target, "attr": context.mention(self.attr), "by": self.factor}
        context.act({"multiply": action if self.round is None else {**action, "round": self.round}})
