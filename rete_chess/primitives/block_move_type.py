"""`block-move-type`: a class of moves is forbidden to the piece.

```yaml
{kind: block-move-type, moveTypes: [castle, double-step]}
```

```yaml
{kind: block-move-type, moveTypes: [capture]}
```
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from rete_chess.documents.language.atom import MOVE_KINDS
from rete_chess.documents.modelling.words import Many, OneOf
from rete_chess.primitives.lowering import Context
from rete_chess.primitives.primitive import Primitive


class BlockMoveType(Primitive):
    """Forbids moves of some kinds; `move` means those that do not capture."""

    word = "block-move-type"
    move_types: Annotated[tuple[Annotated[str, OneOf(MOVE_KINDS)], ...], Many(1, len(MOVE_KINDS))] = Field(
        description="The kinds of moves: move, capture, castle, en-passant, double-step, promotion."
    )

    def lower(self, context: Context) -> None:
        chosen = context.chosen()
        for kind in dict.fromkeys(self.move_types):
            because = f"{context.parts.id} forbids it"
            context.change_moves({"forbid": {"kind": kind, "piece": chosen}, "because": because})
