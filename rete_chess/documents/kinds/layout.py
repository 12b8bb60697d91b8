"""The layout document, `*.layout.yaml`: a start position under a name, for variants to begin from."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from rete_chess.documents.language.ids import Description, Id, Name
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import OneOf

Fen = Annotated[str, Field(min_length=1, max_length=1000)]


class LayoutDocument(DocumentModel):
    """A layout as a document. The letters of its pieces are those of the variant that uses it."""

    kind: Annotated[str, OneOf(("layout",))] = Field("layout", description="The kind of document: layout.")
    id: Id = Field(description="The id by which variants name the layout.")
    name: Name = Field(description="The name people read.")
    description: Description = Field(description="Who stands where, in a sentence or two.")
    fen: Fen = Field(description="The position as FEN.")
