"""`on-turn-end`: something happens at the end of a turn.

```yaml
kind: on-turn-end
color: white
primitives: [{kind: add-to-attribute, attr: Hp, delta: 1}]
```

```yaml
kind: on-turn-end
primitives: [{kind: multiply-attribute, attr: Hp, factor: 0.5}]
```
"""

from __future__ import annotations

from pydantic import Field

from rete_chess.documents.language.values import Color
from rete_chess.primitives.lowering import Context
from rete_chess.primitives.primitive import Primitive, SomeNodes


class OnTurnEnd(Primitive):
    """Fires when the turn of a side really ends, before the other side's begins."""

    word = "on-turn-end"
    child_keys = ("primitives",)
    is_trigger = True

    color: Color | None = Field(None, description="Whose turn: white or black; without it, the owner's.")
    primitives: SomeNodes = Field(description="What happens then, in order.")

    def lower(self, context: Context) -> None:
        if self.color is not None:
            context.trigger(self, "turn-end", {"side": self.color})
        else:
            context.trigger(self, "turn-end", {"side": "$side"}, {"piece": {"id": "$self", "color": "$side"}})
