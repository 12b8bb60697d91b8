"""`on-moved-onto-square`: something happens when the piece arrives on some squares.

```yaml
kind: on-moved-onto-square
filter: {kind: predicate, zone: enemy-half}
primitives: [{kind: add-to-attribute, attr: Hp, delta: 1}]
```

```yaml
kind: on-moved-onto-square
filter: {kind: squares, squares: [d4, e4]}
primitives: [{kind: add-to-attribute, attr: Hp, delta: 1}]
```
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import Field
from pydantic_core import InitErrorDetails

from rete_chess.documents.language.squares import Files, Ranks, ZoneName
from rete_chess.documents.modelling.findings import finding
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import OneOf
from rete_chess.primitives.lowering import Context
from rete_chess.primitives.primitive import Primitive, SomeNodes
from rete_chess.primitives.targets import NumberedSquares

#: Parts of a predicate, of which at least one must be given.
PREDICATES = ("rank", "ownRank", "file", "zone")


class SquareFilter(DocumentModel):
    """Squares by name or number, or by what they are; all parts of a predicate must hold."""

    kind: Annotated[str, OneOf(("squares", "predicate"))] = Field(description="squares or predicate.")
    squares: NumberedSquares | None = Field(
        None,
        description="The squares: names, or numbers from 0 at a1, rank by rank, by the width of the board.",
    )
    rank: Ranks | None = Field(None, description="Ranks of the board, counted from 1.")
    own_rank: Ranks | None = Field(None, description="Ranks counted from 1 at the piece's own side.")
    file: Files | None = Field(None, description="Files of the board, by letter.")
    zone: ZoneName | None = Field(None, description="A named zone, seen from the piece's own side.")

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        given = [key for key in PREDICATES if key in data]
        if data.get("kind") == "squares":
            if "squares" not in data:
                yield finding("E_DOC_MISSING", (), "the key `squares` is missing", absent="squares")
            for key in given:
                message = f"`{key}` belongs to the kind `predicate`"
                yield finding("E_DOC_CONFLICT", (key,), message, key=True)
        elif data.get("kind") == "predicate":
            if "squares" in data:
                message = "`squares` belongs to the kind `squares`"
                yield finding("E_DOC_CONFLICT", ("squares",), message, key=True)
            if not given:
                yield finding("E_DOC_MISSING", (), f"a predicate needs one of {', '.join(PREDICATES)}")


class OnMovedOntoSquare(Primitive):
    """Fires when the carrier arrives on a square of a list, or of a kind."""

    word = "on-moved-onto-square"
    child_keys = ("primitives",)
    is_trigger = True

    filter: SquareFilter = Field(description="The squares.")
    primitives: SomeNodes = Field(description="What happens then, in order.")

    def lower(self, context: Context) -> None:
        squares: Any = context.squares(self.filter.squares or (), "filter", "squares")
        if self.filter.kind == "predicate":
            squares = {key: value for key, value in context.data["filter"].items() if key != "kind"}
        context.trigger(
            self, "square-entry", {"piece": "$self"}, {"piece": {"id": "$self", "square": squares}}
        )
