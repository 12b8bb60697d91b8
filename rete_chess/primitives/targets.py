"""The targets of a trigger's children, in five shapes of modifiers and those of the language."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from rete_chess.documents.language.atom import TypeId
from rete_chess.documents.language.filter import Filter, SquareMatch
from rete_chess.documents.language.target import ROLES, AroundTarget
from rete_chess.documents.modelling.alternatives import Heads, Shapes
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import MAPPING, TEXT, OneOf


class PiecesOnSquares(DocumentModel):
    """All pieces on some squares."""

    squares: SquareMatch = Field(description="The squares.")


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


def written(target: Any) -> Any:
    """A target as actions write it, from the data of a modifier."""
    if target == "self":
        return "$self"
    chosen = target.get("filter") if isinstance(target, dict) else None
    if not chosen or "pieceType" not in chosen:
        return target
    rest = {key: value for key, value in chosen.items() if key != "pieceType"}
    return {**target, "filter": {**rest, "type": chosen["pieceType"]}}
