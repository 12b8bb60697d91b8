"""A preset as variants and scenarios switch it on."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from rete_chess.documents.attribute import Config
from rete_chess.documents.frozen_map import FrozenMap
from rete_chess.documents.ids import Id
from rete_chess.documents.model import DocumentModel
from rete_chess.documents.words import OneOf


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
