"""Tiles and abilities, `*.tile.yaml` and `*.ability.yaml`: bodies that something carries, their `$self`."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from rete_chess.documents.kinds.body import Body
from rete_chess.documents.language.ids import Description, Id, Name
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import OneOf
from rete_chess.stages import DERIVE


class _TileHead(DocumentModel):
    """The head of a tile: its names, and whether it can be entered."""

    kind: Annotated[str, OneOf(("tile",))] = Field("tile", description="The kind of document: tile.")
    id: Id = Field(description="The id by which variants and rules name the tile type.")
    name: Name = Field(description="The name people read.")
    description: Description = Field(description="What such a square does, in a sentence or two.")
    blocks: bool = Field(False, description="Whether nothing can enter or pass the square.")


class TileDocument(Body, _TileHead):
    """A kind of square as a document; `$self` is the tile."""


class _AbilityHead(DocumentModel):
    """The head of an ability: its names, and its worth."""

    kind: Annotated[str, OneOf(("ability",))] = Field("ability", description="The kind of document: ability.")
    id: Id = Field(description="The id by which variants and profiles name the ability.")
    name: Name = Field(description="The name people read.")
    description: Description = Field(description="What its carrier can do, with its numbers.")
    value: Annotated[float, Field(ge=-1000, le=1000)] = Field(
        0, description="What it adds to the worth of its carrier, in pawns."
    )


class AbilityDocument(Body, _AbilityHead):
    """An ability as a document; `$self` is the piece that carries it."""

    @property
    def triggers(self) -> tuple[str, ...]:
        """What its rules wait for, such as on-capture, one for each; those that always hold are none."""
        return tuple(f"on-{rule.at}" for rule in self.rules if rule.at != DERIVE)
