"""The policy on the clock of half-moves: what sets it back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import ConfigDict, Field
from pydantic_core import InitErrorDetails

from rete_chess.documents.language.comparison import TypeTest
from rete_chess.documents.modelling.findings import finding
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import Many, OneOf


class ClockPieces(DocumentModel):
    """Pieces of some types."""

    type: TypeTest = Field(description="Their piece type.")


class ClockMoves(DocumentModel):
    """Moves that set the clock back: those of some pieces, or captures, which do so anyway."""

    model_config = ConfigDict(json_schema_extra={"minProperties": 1})

    piece: ClockPieces | None = Field(None, description="The pieces, all moves of which set the clock back.")
    kind: Annotated[str, OneOf(("capture",))] | None = Field(
        None, description="capture: said for people, as every capture sets the clock back."
    )

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        if not data:
            yield finding("E_DOC_MISSING", (), "moves that set the clock back need one of piece, kind")


class ClockPolicy(DocumentModel):
    """The clock of half-moves by which games are drawn."""

    resets: Annotated[tuple[ClockMoves, ...], Many(0, 16)] = Field(
        description="The moves that set it back, beside captures; else those of pieces that promote."
    )
