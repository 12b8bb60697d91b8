"""Pieces beside the board: what sides hold, what captures bring them, and how pieces are dropped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final

from pydantic import ConfigDict, Field
from pydantic_core import InitErrorDetails

from rete_chess.core.atoms import CAPTOR, NOBODY, OWNER
from rete_chess.documents.language._pattern_checks import STATE, pattern_findings
from rete_chess.documents.language.atom import TypeId, TypeKey
from rete_chess.documents.language.comparison import ColorTest, TypeTest
from rete_chess.documents.language.filter import SquareMatch
from rete_chess.documents.language.ids import Reason, repeated
from rete_chess.documents.language.pattern import SomePatterns
from rete_chess.documents.modelling.findings import finding
from rete_chess.documents.modelling.frozen_map import FrozenMap, KeyForm
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import Many, OneOf

SideKey = Annotated[str, KeyForm("both|white|black", "both, white or black")]
Held = Annotated[int, Field(ge=1, le=64)]

RETURN: Final = "return"
STAY: Final = "stay"


class HandsPolicy(DocumentModel):
    """What sides have in hand."""

    holds: Annotated[tuple[TypeId, ...], Many(1, 32)] | None = Field(
        None, description="The piece types that can be in hand; without it, all that are not royal."
    )
    start: FrozenMap[SideKey, FrozenMap[TypeKey, Held]] = Field(
        default_factory=FrozenMap, description="What is in hand when the game begins, for both or one side."
    )
    captured: Annotated[str, OneOf((CAPTOR, OWNER, NOBODY))] | None = Field(
        None, description="Into whose hand a captured piece goes: captor, owner, or nobody."
    )
    becomes: FrozenMap[TypeKey, TypeId] = Field(
        default_factory=FrozenMap, description="What captured pieces of a type are in the hand."
    )
    promoted: Annotated[str, OneOf((RETURN, STAY))] | None = Field(
        None, description="Whether captured promoted pieces return to what they were, or stay what they are."
    )

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        yield from repeated("holds", data.get("holds"))
        holds, start = data.get("holds"), data.get("start")
        if not isinstance(holds, list) or not isinstance(start, dict):
            return
        for side, held in start.items():
            for name in held if isinstance(held, dict) else ():
                if name not in holds:
                    message = f"no hand holds the {name}"
                    yield finding(
                        "E_DOC_CONFLICT", ("start", side, name), message, key=True, hint="add it to `holds`"
                    )


class DropFilter(DocumentModel):
    """The pieces in hand that an entry of `drops` concerns."""

    type: TypeTest | None = Field(None, description="Their piece type.")
    color: ColorTest | None = Field(None, description="Their side: white or black.")


class DropForbid(DocumentModel):
    """Drops that may not be made."""

    after: SomePatterns = Field(description="What holds once the piece is dropped.")

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        yield from pattern_findings(data.get("after"), ("after",), STATE)


_LIMITS: Final = ("to", "unless", "forbid")


class DropEntry(DocumentModel):
    """One limit on drops; several narrow them together. Patterns know $mover, $enemy and $to."""

    model_config = ConfigDict(json_schema_extra={"anyOf": [{"required": [key]} for key in _LIMITS]})

    for_: DropFilter | None = Field(None, description="The pieces concerned; without it, all.")
    to: SquareMatch | None = Field(None, description="The squares on which alone they may be dropped.")
    unless: SomePatterns | None = Field(None, description="While these match, they may not be dropped.")
    forbid: DropForbid | None = Field(None, description="Drops that are forbidden for what comes of them.")
    because: Reason | None = Field(None, description="The reason that the player reads.")

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        if not any(key in data for key in _LIMITS):
            yield finding("E_DOC_MISSING", (), f"a limit on drops needs one of {', '.join(_LIMITS)}")
        yield from pattern_findings(data.get("unless"), ("unless",), STATE)
