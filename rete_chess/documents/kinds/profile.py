"""The profile document, `*.profile.yaml`: modifiers for piece types and for single pieces.

What values a modifier kind takes, and which custom modifiers there are, is not known here.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from rete_chess.documents.kinds.modifier import ModifierDocument
from rete_chess.documents.language.atom import TypeId
from rete_chess.documents.language.ids import Description, Id, Name
from rete_chess.documents.language.squares import Square
from rete_chess.documents.language.values import Number
from rete_chess.documents.modelling.alternatives import Shapes
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import LIST, NUMBER, TEXT, Form, Many, OneOf

KindName = Annotated[
    str,
    Form(
        "[A-Z][A-Za-z]{0,63}|(?!.{65})[a-z][a-z0-9]*(?:-[a-z0-9]+)*",
        "a modifier kind such as HpBonus, or the id of an ability or custom modifier",
    ),
]
_Text = Annotated[str, Field(min_length=1, max_length=64)]
_Item = Annotated[
    Any,
    Shapes(
        "a text, a number or a list of numbers",
        {TEXT: _Text, NUMBER: Number, LIST: Annotated[tuple[Number, ...], Many(1, 8)]},
    ),
]
EntryValue = Annotated[
    Any,
    Shapes(
        "a number, a text or a list",
        {
            TEXT: _Text,
            NUMBER: Number,
            LIST: Annotated[tuple[_Item, ...], Many(1, 64)],
        },
    ),
]


class _ProfileEntry(DocumentModel):
    """A modifier."""

    kind: KindName = Field(description="The modifier kind, or the id of an ability or custom modifier.")
    value: EntryValue | None = Field(None, description="Its value; abilities and custom modifiers have none.")


class TypeEntry(_ProfileEntry):
    """A modifier for all pieces of a type."""

    piece_type: TypeId = Field(description="The type of the pieces that have it.")
    color: Annotated[str, OneOf(("white", "black", "both"))] = Field(
        "both", description="The colour of the pieces that have it."
    )


class InstanceEntry(_ProfileEntry):
    """A modifier for one piece."""

    square: Square = Field(description="Where the piece stands when the game starts; it keeps the modifier.")


class ProfileDocument(DocumentModel):
    """A profile as a document."""

    kind: Annotated[str, OneOf(("profile",))] = Field("profile", description="The kind of document: profile.")
    id: Id = Field(description="The id by which variants and people name the profile.")
    name: Name = Field(description="The name people read.")
    description: Description | None = Field(None, description="What it changes, in a sentence or two.")
    layout_id: Id | None = Field(None, description="The layout it was made for; without it, any.")
    custom_modifiers: Annotated[tuple[ModifierDocument, ...], Many(0, 50)] = Field(
        (), description="Custom modifiers as documents inside this one, so that it can be shared alone."
    )
    per_type: Annotated[tuple[TypeEntry, ...], Many(0, 200)] = Field(
        (), description="Modifiers by piece type; they follow a piece that changes its type."
    )
    per_instance: Annotated[tuple[InstanceEntry, ...], Many(0, 256)] = Field(
        (), description="Modifiers of single pieces, by their starting squares."
    )
