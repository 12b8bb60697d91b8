"""Promotion as documents write it: where, by which moves, to what, and whether a piece has to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import Field
from pydantic_core import InitErrorDetails

from rete_chess.core import atoms as core
from rete_chess.documents.language.atom import TypeId
from rete_chess.documents.language.ids import repeated
from rete_chess.documents.language.squares import ZoneChoice, to_zone
from rete_chess.documents.modelling.findings import finding
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import Many, OneOf
from rete_chess.errors import clip

Crossing = Annotated[str, OneOf(core.CROSSINGS)]


class PromotionDocument(DocumentModel):
    """Where a piece promotes, and to what."""

    zone: ZoneChoice = Field(description="The squares on which the piece promotes when it arrives.")
    when: Annotated[tuple[Crossing, ...], Many(1, 3)] = Field(
        core.ARRIVING,
        description="The moves by which it promotes: entering the zone, inside it, leaving it.",
    )
    must: bool = Field(True, description="Whether it has to; false: it may also stay what it is.")
    except_: ZoneChoice | None = Field(None, description="With `must: false`, where it has to nevertheless.")
    to: Annotated[
        tuple[TypeId, ...],
        Field(strict=False, min_length=1, max_length=32, json_schema_extra={"uniqueItems": True}),
    ] = Field(description="The piece types to choose from.")

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        yield from repeated("when", data.get("when"))
        if "except" in data and data.get("must") is not False:
            message = "`except` says where a piece has to promote that need not elsewhere"
            yield finding("E_DOC_CONFLICT", ("except",), message, key=True, hint="add `must: false`")
        given = data.get("to")
        types = given[:32] if isinstance(given, list) else []
        for index, word in enumerate(types):
            if isinstance(word, str) and word in types[:index]:
                yield finding("E_DOC_VALUE", ("to", index), f"{clip(word)} is listed twice", hint="remove it")


def to_promotion(given: PromotionDocument) -> core.Promotion:
    """The core's promotion that a document describes."""
    return core.Promotion(
        to_zone(given.zone),
        given.to,
        given.when,
        given.must,
        None if given.except_ is None else to_zone(given.except_),
    )
