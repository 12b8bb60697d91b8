"""`modify-movement-range`: limited moves of the piece go further.

```yaml
{kind: modify-movement-range, delta: 1}
```

```yaml
{kind: modify-movement-range, delta: -2}
```
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from rete_chess.modifiers.range_bonus import KIND
from rete_chess.primitives.lowering import Context
from rete_chess.primitives.primitive import Primitive


class ModifyMovementRange(Primitive):
    """Adds steps to every limited direction, blocked as usual; a knight becomes a limited rider."""

    word = "modify-movement-range"
    delta: Annotated[int, Field(ge=-7, le=7)] = Field(description="How many steps; the sum is never below 0.")

    def lower(self, context: Context) -> None:
        context.contribute(self.word, KIND.attr_name, self.delta)
