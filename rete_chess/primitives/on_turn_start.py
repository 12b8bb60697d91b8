"""`on-turn-start`: something happens at the start of the owner's turn.

```yaml
kind: on-turn-start
primitives: [{kind: add-to-attribute, attr: Hp, delta: 1}]
```

```yaml
kind: on-turn-start
primitives: [{kind: add-to-attribute, attr: Hp, delta: 1, max: 3}]
```
"""

from __future__ import annotations

from pydantic import Field

from rete_chess.primitives.lowering import Context
from rete_chess.primitives.primitive import Primitive, SomeNodes


class OnTurnStart(Primitive):
    """Fires when the turn of the carrier's side begins."""

    word = "on-turn-start"
    child_keys = ("primitives",)
    is_trigger = True

    primitives: SomeNodes = Field(description="What happens then, in order.")

    def lower(self, context: Context) -> None:
        context.trigger(self, "turn-start", {"side": "$side"}, {"piece": {"id": "$self", "color": "$side"}})
