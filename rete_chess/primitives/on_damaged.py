"""`on-damaged`: something happens when the piece takes damage.

```yaml
kind: on-damaged
primitives: [{kind: modify-movement-range, delta: 1}]
```

```yaml
kind: on-damaged
primitives:
  - kind: conditional
    condition: {attr: Hp, op: lt, value: 2}
    then: [{kind: set-capture-flag, flags: [CANNOT_CAPTURE]}]
```
"""

from __future__ import annotations

from pydantic import Field

from rete_chess.primitives.lowering import Context
from rete_chess.primitives.primitive import Primitive, SomeNodes


class OnDamaged(Primitive):
    """Fires when damage is left after all that absorbs it, for survivors and for the dying."""

    word = "on-damaged"
    child_keys = ("primitives",)
    is_trigger = True

    primitives: SomeNodes = Field(description="What happens then, in order.")

    def lower(self, context: Context) -> None:
        context.trigger(self, "damaged", {"target": "$self"})
