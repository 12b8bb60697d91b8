"""The targets of actions, and the places where actions put something."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Final

from pydantic import Field, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from rete_chess.core.geometry import MAX_SIDE
from rete_chess.documents.language.atom import Pair
from rete_chess.documents.language.filter import Count, Filter, SquareMatch, whole_amount
from rete_chess.documents.language.picks import PickSquare
from rete_chess.documents.language.values import ColorValue, OrRef, Ref, RefText, Scaled, SquareValue
from rete_chess.documents.modelling.alternatives import Heads, Shapes
from rete_chess.documents.modelling.findings import refusal
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import LIST, MAPPING, TEXT, OneOf
from rete_chess.errors import nearest

#: Words for the carrier of a rule and for the two pieces of a capture.
ROLES: Final = ("self", "attacker", "defender")


@dataclass(frozen=True)
class Role:
    """A piece by its part in the event: self, attacker or defender."""

    word: str


class _RoleWord:
    """The annotation of a role: one of `ROLES`."""

    def check(self, value: object) -> Role:
        if isinstance(value, str) and value in ROLES:
            return Role(value)
        expected = f"a reference such as $piece, or one of {', '.join(ROLES)}"
        close = nearest(value, ROLES) if isinstance(value, str) else None
        hint = f"did you mean {close!r}?" if close else "a name bound by a pattern is written with a $"
        raise refusal("E_DOC_CHOICE", expected=expected, hint=hint)

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self.check)

    def __get_pydantic_json_schema__(self, schema: Any, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"type": "string", "enum": list(ROLES)}


class SquaresTarget(DocumentModel):
    """The pieces on some squares."""

    squares: SquareMatch = Field(description="The squares.")


class RelationTarget(DocumentModel):
    """The pieces of the own side, without the carrier, or of the other."""

    relation: Annotated[str, OneOf(("ally", "enemy"))] = Field(description="ally or enemy of the carrier.")
    filter: Filter | None = Field(None, description="Which of them.")


class AroundTarget(DocumentModel):
    """The pieces around a square or piece."""

    around: SquareValue = Field(description="The square, or the piece that stands on it.")
    radius: Annotated[int | Ref | Scaled | Count, whole_amount(1, MAX_SIDE - 1)] = Field(
        1, description="How many king's steps away at most."
    )
    centre: bool = Field(False, description="Whether the middle counts too.")
    filter: Filter | None = Field(None, description="Which of them.")


class BehindTarget(DocumentModel):
    """The piece on the next square behind another, on the same line."""

    behind: RefText = Field(description="The square before it.")
    seen: RefText = Field(description="The square from which the line comes.")
    filter: Filter | None = Field(None, description="Which pieces count.")


class SideTarget(DocumentModel):
    """A side, for its attributes."""

    side: ColorValue = Field(description="white, black or a reference.")


#: Targets that are mappings, by their first key.
TARGETS: Final[dict[str, Any]] = {
    "squares": SquaresTarget,
    "relation": RelationTarget,
    "around": AroundTarget,
    "behind": BehindTarget,
    "side": SideTarget,
}

#: A reference (a bound piece or tile, `$event`, `$game`, `$preset`), a role, or a mapping that selects.
Target = Annotated[
    Ref | Role | SquaresTarget | RelationTarget | AroundTarget | BehindTarget | SideTarget,
    Shapes(
        "a reference such as $piece, or a mapping such as {around: $square}",
        {
            TEXT: Annotated[Any, OrRef(Annotated[Role, _RoleWord()])],
            MAPPING: Annotated[
                Any,
                Heads(
                    "target",
                    TARGETS,
                    ("filter", "radius", "centre", "seen"),
                ),
            ],
        },
    ).named("Target"),
]


class BehindPlace(DocumentModel):
    """The next square behind another, on the same line."""

    behind: RefText = Field(description="The square before it.")
    seen: RefText = Field(description="The square from which the line comes.")


_DIRECTION = Annotated[
    str | tuple[int, ...],
    Shapes(
        "forward, backward, a pair [files, ranks] or a reference",
        {TEXT: Annotated[str, OneOf(("forward", "backward"))], LIST: Pair},
    ),
]


class RayPlace(DocumentModel):
    """The last free square of a line."""

    ray: RefText = Field(description="The square from which the line goes.")
    direction: Annotated[str | tuple[int, ...] | Ref, OrRef(_DIRECTION)] = Field(
        description="The direction of the line, as the acting side sees it."
    )
    stop: Annotated[str, OneOf(("blocked",))] = Field("blocked", description="Where the line ends.")


#: Places that are mappings, by their first key.
PLACES: Final[dict[str, Any]] = {"behind": BehindPlace, "ray": RayPlace, "pick": PickSquare}

#: A square name, a reference, or a mapping that finds a square.
Place = Annotated[
    str | Ref | BehindPlace | RayPlace | PickSquare,
    Shapes(
        "a reference such as $to, a square, or a mapping such as {behind: $to, seen: $from}",
        {
            TEXT: SquareValue,
            MAPPING: Annotated[
                Any,
                Heads("place", PLACES, ("seen", "direction", "stop")),
            ],
        },
    ).named("Place"),
]
