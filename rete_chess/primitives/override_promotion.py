"""`override-promotion`: the piece promotes to other types.

```yaml
{kind: override-promotion, to: [knight]}
```

```yaml
{kind: override-promotion, to: rook}
```
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from rete_chess.documents.language.atom import TypeId
from rete_chess.documents.modelling.alternatives import Shapes
from rete_chess.documents.modelling.words import LIST, TEXT
from rete_chess.primitives.lowering import Context
from rete_chess.primitives.parameters import PieceTypes
from rete_chess.primitives.primitive import Primitive


class OverridePromotion(Primitive):
    """Replaces what the piece promotes to; a piece that does not promote still does not."""

    word = "override-promotion"
    to: Annotated[
        str | tuple[str, ...],
        Shapes("a piece type or a list of them", {TEXT: TypeId, LIST: PieceTypes}),
    ] = Field(description="The piece type, or a list of them to choose from.")

    def lower(self, context: Context) -> None:
        types = [self.to] if isinstance(self.to, str) else list(dict.fromkeys(self.to))
        context.change_moves({"for": context.chosen(), "promote": types})
