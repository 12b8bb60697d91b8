"""`on-move`: something happens when the piece changes its place.

```yaml
kind: on-move
primitives: [{kind: add-to-attribute, attr: Hp, delta: 1}]
```

```yaml
kind: on-move
primitives: [{kind: add-to-attribute, attr: Hp, delta: -1, min: 1}]
```
"""

from __future__ import annotations

from pydantic import Field

from rete_chess.primitives.lowering import Context
from rete_chess.primitives.primitive import Primitive, SomeNodes


class OnMove(Primitive):
    """Fires whenever the carrier has come to another square: by a move, in castling, or pushed."""

    word = "on-move"
    child_keys = ("primitives",)
    is_trigger = True

    primitives: SomeNodes = Field(description="What happens then, in order.")

    def lower(self, context: Context) -> None:
        context.trigger(self, "move", {"piece": "$self"})
