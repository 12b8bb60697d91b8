"""`on-check-delivered`: something happens when the piece gives check.

```yaml
kind: on-check-delivered
primitives: [{kind: add-to-attribute, attr: Hp, delta: 1}]
```

```yaml
kind: on-check-delivered
primitives: [{kind: modify-movement-range, delta: 1}]
```
"""

from __future__ import annotations

from pydantic import Field

from rete_chess.primitives.lowering import Context
from rete_chess.primitives.primitive import Primitive, SomeNodes


class OnCheckDelivered(Primitive):
    """Fires for every royal piece that it attacks anew; a discovered check is the revealed piece's."""

    word = "on-check-delivered"
    child_keys = ("primitives",)
    is_trigger = True

    primitives: SomeNodes = Field(description="What happens then, in order.")

    def lower(self, context: Context) -> None:
        context.trigger(self, "check", {"piece": "$self", "kind": "delivered"})
