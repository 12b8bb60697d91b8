"""The piece document, `*.piece.yaml`: the names, moves and promotion of a piece type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import Field
from pydantic_core import InitErrorDetails

from rete_chess.core import atoms as core
from rete_chess.documents.language.atom import (
    Atoms,
    TypeId,
    castle_findings,
    leg_findings,
    to_atom,
    to_castle,
)
from rete_chess.documents.language.squares import ZoneChoice, to_zone
from rete_chess.documents.modelling.findings import finding
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import Form, OneOf
from rete_chess.errors import clip


class PromotionDocument(DocumentModel):
    """Where a piece promotes, and to what."""

    zone: ZoneChoice = Field(description="The squares on which the piece promotes when it arrives.")
    to: Annotated[
        tuple[TypeId, ...],
        Field(strict=False, min_length=1, max_length=32, json_schema_extra={"uniqueItems": True}),
    ] = Field(description="The piece types to choose from.")

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        given = data.get("to")
        types = given[:32] if isinstance(given, list) else []
        for index, word in enumerate(types):
            if isinstance(word, str) and word in types[:index]:
                yield finding("E_DOC_VALUE", ("to", index), f"{clip(word)} is listed twice", hint="remove it")


class PieceDocument(DocumentModel):
    """A piece type as a document."""

    kind: Annotated[str, OneOf(("piece",))] = Field("piece", description="The kind of document: piece.")
    id: TypeId = Field(description="The id by which other documents name the type.")
    name: Annotated[str, Field(min_length=1, max_length=80)] | None = Field(
        None, description="The name people read; without it, the id in words."
    )
    letter: Annotated[str, Form("[a-z]", "one lower-case letter, a to z")] = Field(
        description="The letter of the piece in FEN and notation, lower case."
    )
    value: Annotated[float, Field(ge=0, le=1000)] = Field(
        0, description="Its worth in pawns, for evaluation."
    )
    description: Annotated[str, Field(max_length=2000)] | None = Field(
        None, description="What people should know about the piece."
    )
    moves: Atoms = Field(description="The ways the piece moves; an empty list for a piece that cannot.")
    promotion: PromotionDocument | None = Field(None, description="Where the piece promotes, and to what.")

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        moves = data.get("moves")
        yield from leg_findings(moves, ("moves",))
        yield from castle_findings(moves, ("moves",))


def to_piece_type(document: PieceDocument) -> core.PieceType:
    """The core's piece type that a document describes."""
    steps = [atom for atom in document.moves if atom.kind != "castle"]
    castles = [atom for atom in document.moves if atom.kind == "castle"]
    promotion = document.promotion
    return core.PieceType(
        id=document.id,
        letter=document.letter,
        atoms=tuple(to_atom(atom) for atom in steps),
        castle=to_castle(castles[0]) if castles else None,
        promotion=None if promotion is None else core.Promotion(to_zone(promotion.zone), promotion.to),
        name=document.name or document.id.replace("-", " ").capitalize(),
        value=document.value,
    )
