"""The preset document, `*.preset.yaml`: a named bundle of rules and policies that a variant switches on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import Field
from pydantic_core import InitErrorDetails

from rete_chess.documents.body import Body
from rete_chess.documents.findings import finding
from rete_chess.documents.ids import Description, Id, Ids, Name, repeated
from rete_chess.documents.model import DocumentModel
from rete_chess.documents.words import OneOf


class _PresetHead(DocumentModel):
    """What a preset is called, and what it goes with."""

    kind: Annotated[str, OneOf(("preset",))] = Field("preset", description="The kind of document: preset.")
    id: Id = Field(description="The id by which variants name the preset; it never changes.")
    name: Name = Field(description="The name people read.")
    description: Description = Field(description="What it does, with its numbers, in a sentence or two.")
    incompatible_with: Ids = Field((), description="The ids of presets that cannot be active beside it.")
    requires: Ids = Field((), description="The ids of presets that must be active beside it.")


class PresetDocument(Body, _PresetHead):
    """A preset as a document."""

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        apart, beside = data.get("incompatibleWith"), data.get("requires")
        for key, listed in (("incompatibleWith", apart), ("requires", beside)):
            yield from repeated(key, listed)
            for index, other in enumerate(listed[:100] if isinstance(listed, list) else ()):
                if isinstance(other, str) and other == data.get("id"):
                    yield finding(
                        "E_DOC_VALUE", (key, index), "a preset cannot name itself", hint="remove it"
                    )
                elif key == "requires" and isinstance(apart, list) and other in apart[:100]:
                    message = f"{other!r} is required and incompatible at once"
                    yield finding("E_DOC_CONFLICT", (key, index), message)
