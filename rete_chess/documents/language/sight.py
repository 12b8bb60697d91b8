"""Sight: whom the other side does not see, how far a side sees, and what spectators are shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final

from pydantic import ConfigDict, Field
from pydantic_core import InitErrorDetails

from rete_chess.documents.language.filter import Filter
from rete_chess.documents.modelling.findings import finding
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import OneOf

ALL: Final = "all"
REACH: Final = "reach"
NOTHING: Final = "nothing"
AFTER: Final = "after"

_KEYS: Final = ("hide", "see", "around", "spectators")


class Hide(DocumentModel):
    """What the other side does not see."""

    piece: Filter = Field(description="The pieces that the other side does not see; $self is who carries it.")


class SightEntry(DocumentModel):
    """One word on what is seen: pieces that are hidden, how far a side sees, or what spectators see."""

    model_config = ConfigDict(json_schema_extra={"anyOf": [{"required": [key]} for key in _KEYS]})

    hide: Hide | None = Field(None, description="Pieces that the other side does not see.")
    see: Annotated[str, OneOf((ALL, REACH))] | None = Field(
        None, description="How far a side sees: all squares, or those that its pieces reach."
    )
    around: Annotated[int, Field(ge=0, le=15)] | None = Field(
        None, description="How many king's steps around its own pieces a side sees as well."
    )
    spectators: Annotated[str, OneOf((ALL, NOTHING, AFTER))] | None = Field(
        None, description="What spectators see: all, nothing, or all after the game."
    )

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        given = [key for key in _KEYS if key in data]
        if not given:
            yield finding("E_DOC_MISSING", (), f"an entry of `sight` needs one of {', '.join(_KEYS)}")
        if "hide" in data or "spectators" in data:
            alone = "hide" if "hide" in data else "spectators"
            for key in given:
                if key != alone:
                    message = f"`{key}` cannot stand beside `{alone}`"
                    hint = "write an entry of its own"
                    yield finding("E_DOC_CONFLICT", (key,), message, key=True, hint=hint)
        if data.get("see") == ALL and "around" in data:
            message = "who sees all needs no `around`"
            yield finding("E_DOC_CONFLICT", ("around",), message, key=True, hint="leave it out")
