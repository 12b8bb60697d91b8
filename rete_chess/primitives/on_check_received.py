"""`on-check-received`: something happens when the piece comes into check.

```yaml
kind: on-check-received
primitives: [{kind: add-to-attribute, attr: Hp, delta: 1}]
```

```yaml
kind: on-check-received
primitives: [{kind: multiply-attribute, attr: Hp, factor: 0.5}]
```
"""

from __future__ import annotations

from pydantic import Field

from rete_chess.primitives.lowering import Context
from rete_chess.primitives.primitive import Primitive, SomeNodes


class OnCheckReceived(Primitive):
    """Fires when the carrier, which must be royal, was safe and is now attacked; not while it stays so."""

    word = "on-check-received"
    child_keys = ("primitives",)
    is_trigger = True

    primitives: SomeNodes = Field(description="What happens then, in order.")

    def lower(self, context: Context) -> None:
        context.trigger(self, "check", {"target": "$self", "kind": "received"})
