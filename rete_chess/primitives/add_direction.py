"""`add-direction`: the piece has further ways to go.

```yaml
kind: add-direction
directions:
  - {df: 1, dr: 2}                              # a leap; forward is the own side's
  - {df: 1, dr: 1, slide: true, maxSteps: 2, mode: move}
```

```yaml
{kind: add-direction, directions: [{df: 0, dr: -1, mode: move}]}
```
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import Field
from pydantic_core import InitErrorDetails

from rete_chess.core.atoms import MODES
from rete_chess.documents.language.atom import Offset
from rete_chess.documents.modelling.findings import finding
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import Many, OneOf
from rete_chess.primitives.lowering import Context, Data
from rete_chess.primitives.primitive import Primitive


class Direction(DocumentModel):
    """One further way to go."""

    df: Offset = Field(description="Files to the right.")
    dr: Offset = Field(description="Ranks forward, seen from the own side.")
    slide: bool = Field(False, description="Whether the piece goes on along the line.")
    max_steps: Annotated[int, Field(ge=1, le=15)] | None = Field(
        None, description="How many steps a slide has at most."
    )
    mode: Annotated[str, OneOf(MODES)] = Field("both", description="Whether it moves, captures or both.")

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        if data.get("df") == 0 and data.get("dr") == 0:
            yield finding("E_DOC_VALUE", (), "the direction 0, 0 leads nowhere")
        if "maxSteps" in data and data.get("slide") is not True:
            message = "`maxSteps` belongs to slides"
            yield finding("E_DOC_CONFLICT", ("maxSteps",), message, key=True, hint="add `slide: true`")

    def atom(self) -> Data:
        """The direction as an atom of movement."""
        atom: Data = {"slide" if self.slide else "leap": [[self.df, self.dr]], "mode": self.mode}
        return atom if self.max_steps is None else {**atom, "range": [1, self.max_steps]}


class AddDirection(Primitive):
    """Adds directions to those of the piece."""

    word = "add-direction"
    directions: Annotated[tuple[Direction, ...], Many(1, 16)] = Field(description="The directions.")

    def lower(self, context: Context) -> None:
        atoms = [direction.atom() for direction in self.directions]
        context.change_moves({"for": context.chosen(), "add": atoms})
