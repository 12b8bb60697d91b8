"""`on-capture`: something happens when the piece captures.

```yaml
kind: on-capture
primitives: [{kind: add-to-attribute, attr: Hp, delta: 1}]
```

```yaml
kind: on-capture
primitives: [{kind: modify-movement-range, delta: 1}]
```
"""

from __future__ import annotations

from pydantic import Field

from rete_chess.primitives.lowering import Context
from rete_chess.primitives.primitive import Primitive, SomeNodes


class OnCapture(Primitive):
    """Fires when the carrier has captured: the victim is dying by a capture, not by an explosion."""

    word = "on-capture"
    child_keys = ("primitives",)
    is_trigger = True

    primitives: SomeNodes = Field(description="What happens then, in order.")

    def lower(self, context: Context) -> None:
        context.trigger(self, "capture", {"piece": "$self"})
