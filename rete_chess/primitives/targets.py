"""The targets of a trigger's children, in five shapes of modifiers and those of the language."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from rete_chess.core.geometry import MAX_SIDE
from rete_chess.documents.language.atom import TypeId
from rete_chess.documents.language.filter import Filter, SquareTest
from rete_chess.documents.language.squares import Square
from rete_chess.documents.language.target import ROLES, AroundTarget
from rete_chess.documents.modelling.alternatives import Heads, Shapes
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import LIST, MAPPING, NUMBER, TEXT, Many, OneOf
from rete_chess.primitives.lowering import Context

NumberedSquares = Annotated[
    tuple[
        Annotated[
            str | int,
            Shapes(
                "the name of a square, or its number on the board",
                {TEXT: Square, NUMBER: Annotated[int, Field(ge=0, lt=MAX_SIDE * MAX_SIDE)]},
            ),
        ],
        ...,
    ],
    Many(1, MAX_SIDE * MAX_SIDE),
]


class PiecesOnSquares(DocumentModel):
    """All pieces on some squares."""

    squares: Annotated[
        tuple[str | int, ...] | SquareTest,
        Shapes(
            "a list of squares or a mapping such as {rank: 8}", {LIST: NumberedSquares, MAPPING: SquareTest}
        ).named("NumberedSquares"),
    ] = Field(description="The squares: names, or numbers from 0 at a1, rank by rank, by the board's width.")


class RelatedFilter(Filter):
    """A filter that may name the piece type as `pieceType` too."""

    piece_type: TypeId | None = Field(None, description="Its piece type.")


class RelatedPieces(DocumentModel):
    """Pieces of the own side, without the carrier, or of the other."""

    relation: Annotated[str, OneOf(("ally", "enemy"))] = Field(description="ally or enemy of the carrier.")
    filter: RelatedFilter | None = Field(None, description="Which of them.")


AnyTarget = Annotated[
    str | PiecesOnSquares | RelatedPieces | AroundTarget,
    Shapes(
        "self, attacker, defender or a mapping such as {relation: ally}",
        {
            TEXT: Annotated[str, OneOf(ROLES)],
            MAPPING: Annotated[
                Any,
                Heads(
                    "target",
                    {"squares": PiecesOnSquares, "relation": RelatedPieces, "around": AroundTarget},
                    ("filter", "radius", "centre"),
                ),
            ],
        },
    ).named("PrimitiveTarget"),
]


def written(target: Any, context: Context) -> Any:
    """A target as actions write it, from the data of a modifier."""
    if target == "self":
        return "$self"
    if isinstance(target, dict) and isinstance(target.get("squares"), list):
        return {**target, "squares": context.squares(target["squares"], "target", "squares")}
    chosen = target.get("filter") if isinstance(target, dict) else None
    if not chosen or "pieceType" not in chosen:
        return target
    rest = {key: value for key, value in chosen.items() if key != "pieceType"}
    return {**target, "filter": {**rest, "type": chosen["pieceType"]}}
