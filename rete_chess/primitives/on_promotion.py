"""`on-promotion`: something happens when the piece has promoted.

```yaml
kind: on-promotion
primitives:
  - kind: conditional
    condition: {promotedTo: knight}
    then: [{kind: modify-movement-range, delta: 1}]
```

```yaml
kind: on-promotion
primitives: [{kind: add-to-attribute, attr: Hp, delta: 2}]
```
"""

from __future__ import annotations

from pydantic import Field

from rete_chess.primitives.lowering import Context
from rete_chess.primitives.primitive import Primitive, SomeNodes


class OnPromotion(Primitive):
    """Fires after the type has changed; conditions may ask for `promotedFrom` and `promotedTo`."""

    word = "on-promotion"
    child_keys = ("primitives",)
    is_trigger = True

    primitives: SomeNodes = Field(description="What happens then, in order.")

    def lower(self, context: Context) -> None:
        event = {"piece": "$self", "was": "$promotedFrom", "becomes": "$promotedTo"}
        context.trigger(self, "promotion", event)
