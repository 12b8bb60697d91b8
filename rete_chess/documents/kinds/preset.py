"""The preset document, `*.preset.yaml`, and the use of a preset in other documents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import Field
from pydantic_core import InitErrorDetails

from rete_chess.documents.kinds.body import Body
from rete_chess.documents.language.attribute import Config
from rete_chess.documents.language.ids import Description, Id, Ids, Name, repeated
from rete_chess.documents.modelling.findings import finding
from rete_chess.documents.modelling.frozen_map import FrozenMap
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import OneOf


class PresetUse(DocumentModel):
    """A preset that is active from the start."""

    stray = "settings of the preset stand under `config`, such as `config: {hp: 3}`"

    id: Id = Field(description="The id of the preset.")
    scope: Annotated[str, OneOf(("white", "black", "both"))] = Field(
        "both", description="The sides it concerns."
    )
    turns_remaining: Annotated[int, Field(ge=1, le=10_000)] | None = Field(
        None, description="After how many moves it ends; without it, never."
    )
    config: Config = Field(default_factory=FrozenMap, description="Settings that replace the preset's own.")


class _PresetHead(DocumentModel):
    """The head of a preset: its names, and the presets it goes with or not."""

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
