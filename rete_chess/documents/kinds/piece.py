"""The piece document, `*.piece.yaml`: the names, moves and promotion of a piece type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, ConfigDict, Field
from pydantic_core import InitErrorDetails

from rete_chess.core import atoms as core
from rete_chess.core.geometry import ZONES
from rete_chess.documents.language.atom import (
    Atoms,
    MoveAtom,
    TypeId,
    castle_findings,
    leg_findings,
    to_atom,
    to_castle,
)
from rete_chess.documents.language.betza import check_betza, parse_betza
from rete_chess.documents.language.promotion import PromotionDocument, to_promotion
from rete_chess.documents.modelling.findings import finding
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import Form, OneOf
from rete_chess.documents.reading.tree import KeyPath
from rete_chess.errors import clip


class PieceDocument(DocumentModel):
    """A piece type as a document."""

    model_config = ConfigDict(json_schema_extra={"anyOf": [{"required": ["moves"]}, {"required": ["betza"]}]})

    kind: Annotated[str, OneOf(("piece",))] = Field("piece", description="The kind of document: piece.")
    id: TypeId = Field(description="The id by which other documents name the type.")
    name: Annotated[str, Field(min_length=1, max_length=80)] | None = Field(
        None, description="The name people read; without it, the id in words."
    )
    letter: Annotated[str, Form("\\+?[a-z]", "one lower-case letter, a to z, perhaps with a + before it")] = (
        Field(description="The letter of the piece in FEN and notation, lower case.")
    )
    value: Annotated[float, Field(ge=0, le=1000)] = Field(
        0, description="Its worth in pawns, for evaluation."
    )
    description: Annotated[str, Field(max_length=2000)] | None = Field(
        None, description="What people should know about the piece."
    )
    moves: Atoms = Field((), description="The ways the piece moves; an empty list for a piece that cannot.")
    betza: Annotated[str, AfterValidator(check_betza)] | None = Field(
        None, description="Further ways in Betza notation, such as fmWfcF, beside `moves` or in their place."
    )
    promotion: PromotionDocument | None = Field(None, description="Where the piece promotes, and to what.")

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        if "moves" not in data and "betza" not in data:
            hint = "moves: The ways the piece moves; an empty list for a piece that cannot."
            yield finding("E_DOC_MISSING", (), "the key `moves` is missing", absent="moves", hint=hint)
        yield from _zone_findings(data.get("moves"), ("moves",))
        yield from _zone_findings(data.get("promotion"), ("promotion",))
        moves = data.get("moves")
        yield from leg_findings(moves, ("moves",))
        yield from castle_findings(moves, ("moves",))


def _zone_findings(value: object, path: KeyPath) -> Iterator[InitErrorDetails]:
    """The findings of zones that are not those of every board: a piece type knows no other document."""
    if isinstance(value, dict):
        for key, part in value.items():
            if key in ("zone", "except") and isinstance(part, str) and part not in ZONES:
                message = f"`{key}` must be one of {', '.join(ZONES)}, found the text {clip(part)}"
                yield finding("E_DOC_CHOICE", (*path, key), message, choices=ZONES, word=part)
            else:
                yield from _zone_findings(part, (*path, key))
    for index, part in enumerate(value[:64] if isinstance(value, list) else ()):
        yield from _zone_findings(part, (*path, index))


def to_piece_type(document: PieceDocument) -> core.PieceType:
    """The core's piece type that a document describes."""
    steps = [atom for atom in document.moves if atom.kind != "castle"]
    if document.betza is not None:
        steps += [MoveAtom.model_validate(atom) for atom in parse_betza(document.betza)]
    castles = [atom for atom in document.moves if atom.kind == "castle"]
    promotion = document.promotion
    return core.PieceType(
        id=document.id,
        letter=document.letter,
        atoms=tuple(to_atom(atom) for atom in steps),
        castle=to_castle(castles[0]) if castles else None,
        promotion=None if promotion is None else to_promotion(promotion),
        name=document.name or document.id.replace("-", " ").capitalize(),
        value=document.value,
    )
