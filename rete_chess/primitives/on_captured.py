"""`on-captured`: something happens when the piece is captured.

```yaml
kind: on-captured
target: attacker
primitives: [{kind: add-to-attribute, attr: Hp, delta: -1}]
```

```yaml
kind: on-captured
target: {relation: ally}
primitives: [{kind: add-to-attribute, attr: Hp, delta: 1}]
```
"""

from __future__ import annotations

from pydantic import Field

from rete_chess.primitives.lowering import CAPTURED_FIRST, Context
from rete_chess.primitives.primitive import Primitive, SomeNodes
from rete_chess.primitives.targets import AnyTarget, written


class OnCaptured(Primitive):
    """Fires when the carrier is dying by a capture, before `on-capture` of the attacker."""

    word = "on-captured"
    child_keys = ("primitives",)
    is_trigger = True

    target: AnyTarget = Field("self", description="Whom it concerns: self, attacker, defender or a selector.")
    primitives: SomeNodes = Field(description="What happens then, in order.")

    def lower(self, context: Context) -> None:
        target = written(context.data.get("target", "self"), context)
        event = {"target": "$self", "piece": "$attacker"}
        context.trigger(self, "capture", event, priority=CAPTURED_FIRST, target=target)
