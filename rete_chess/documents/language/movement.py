"""The `moves` of a document: changes of how pieces move, and limits on moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final

from pydantic import ConfigDict, Field
from pydantic_core import InitErrorDetails

from rete_chess.core.atoms import CAPTURES, EDGES, NEUTRAL_PREY
from rete_chess.documents.language._pattern_checks import STATE, pattern_findings
from rete_chess.documents.language.atom import (
    MOVE_KINDS,
    TYPE,
    Directions,
    MoveAtom,
    Range,
    TagWord,
    Turned,
    TypeId,
    WayDirections,
    castle_findings,
    leg_findings,
)
from rete_chess.documents.language.filter import Count, Filter, SquareMatch, whole_amount
from rete_chess.documents.language.ids import Reason, repeated
from rete_chess.documents.language.pattern import Pattern, SomePatterns
from rete_chess.documents.language.promotion import PromotionDocument
from rete_chess.documents.language.values import OrRef, Ref, Scaled, ref_or
from rete_chess.documents.modelling.alternatives import Heads, Shapes
from rete_chess.documents.modelling.findings import finding
from rete_chess.documents.modelling.frozen_map import FrozenMap, KeyForm
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import LIST, TEXT, Many, OneOf

AtomRange = Annotated[
    tuple[int, ...] | Ref,
    Shapes(
        "a list [least, most] or a reference to one",
        {LIST: Range, TEXT: ref_or("a list [least, most] or a reference to one")},
    ),
]


AtomDirections = Annotated[
    str | tuple[tuple[int, ...], ...] | Turned | Ref, OrRef(WayDirections).named("AtomDirections")
]


class BodyAtom(MoveAtom):
    """One way of moving; `range` may be a reference such as $config.range, the directions an attribute."""

    leap: AtomDirections | None = Field(  # type: ignore[assignment]
        None,
        description="Go straight to a square, whatever stands between; or an attribute with directions.",
    )
    slide: AtomDirections | None = Field(  # type: ignore[assignment]
        None, description="Go along a line of empty squares; or an attribute with directions."
    )

    # Wider than in the base: models are frozen, so nobody assigns through the base.
    range: AtomRange | None = Field(  # type: ignore[assignment]
        None, description="The least and the most steps of a slide or hop, or a reference to them."
    )
    then: Annotated[tuple[BodyAtom, ...], Many(1, 64)] | None = Field(
        None, description="Ways to go on from every empty square this atom reaches, where it may stop, too."
    )


BodyAtoms = Annotated[tuple[BodyAtom, ...], Many(0, 64)]


_TAG = "a tag of lower-case letters, digits and hyphens, such as gate-hawk"
OfferPatterns = Annotated[tuple[Pattern, ...], Many(0, 50)]
OfferTag = Annotated[str, KeyForm("[a-z][a-z0-9-]{0,31}", _TAG)]
Tags = Annotated[tuple[TagWord, ...], Many(1, 32)]
Types = Annotated[tuple[TypeId, ...], Many(0, 32)]
_TYPES_OR_REF = "a list of piece types or an attribute that holds some"
TypesOrRef = Annotated[
    tuple[str, ...] | Ref, Shapes(_TYPES_OR_REF, {LIST: Types, TEXT: ref_or(_TYPES_OR_REF, TYPE)})
]


class Bounce(DocumentModel):
    """How slides are reflected."""

    edges: Annotated[str, OneOf(EDGES)] = Field(description="The edges that reflect: files, ranks or all.")
    times: Annotated[int, Field(ge=1, le=16)] = Field(1, description="How often at most.")


#: What `modify` may say.
_BENT = ("wrap", "bounce", "range", "captures")


class Modify(DocumentModel):
    """How lines of movement are bent."""

    model_config = ConfigDict(json_schema_extra={"anyOf": [{"required": [key]} for key in _BENT]})

    directions: Directions | None = Field(None, description="The directions concerned; without it, all.")
    wrap: Annotated[str, OneOf(EDGES)] | None = Field(
        None, description="Which edges are neighbours: those of files (a and h), of ranks, or all."
    )
    bounce: Bounce | None = Field(None, description="Slides are reflected at edges.")
    range: Annotated[int | Ref | Scaled | Count, whole_amount(1, 15)] | None = Field(
        None, description="How many steps are added to limited ranges, such as 1 or $piece.RangeBonus."
    )

    captures: Annotated[str, OneOf(("stay",))] | None = Field(
        None, description="stay: who captures does not leave its square."
    )

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        if not any(key in data for key in _BENT):
            yield finding("E_DOC_MISSING", (), f"`modify` needs one of {', '.join(_BENT)}")


_PREY: Final = "enemy, ally, any, neutral or none, or a list such as [enemy, neutral]"
_PREY_LIST: Final = ("enemy", "ally", NEUTRAL_PREY)
#: Whom pieces capture; of nobody's pieces a document has to speak.
Prey = Annotated[
    str | tuple[str, ...],
    Shapes(
        _PREY,
        {
            TEXT: Annotated[str, OneOf((*CAPTURES, NEUTRAL_PREY))],
            LIST: Annotated[tuple[Annotated[str, OneOf(_PREY_LIST)], ...], Many(1, len(_PREY_LIST))],
        },
    ).named("Prey"),
]

_CHANGES = ("use", "add", "drop", "modify", "captures", "promote", "promotion", "offer")


#: What `offer` cannot stand beside, for the schema.
_BESIDE_OFFERS: tuple[dict[str, Any], ...] = tuple({"required": ["offer", key]} for key in _CHANGES[:-1])


class MoveChange(DocumentModel):
    """Changes how the chosen pieces move."""

    model_config = ConfigDict(
        json_schema_extra={
            "anyOf": [{"required": [key]} for key in _CHANGES],
            "not": {"anyOf": [{"required": ["use", "add"]}, *_BESIDE_OFFERS]},
        }
    )

    for_: Filter = Field(description="The pieces concerned; {} for all. A name under `id` stands for each.")
    use: BodyAtoms | None = Field(None, description="Their moves, instead of those they had.")
    add: BodyAtoms | None = Field(None, description="Moves they have besides.")
    drop: Tags | None = Field(None, description="The tags of moves they no longer have.")
    modify: Modify | None = Field(None, description="How their lines are bent.")
    captures: Prey | None = Field(
        None,
        description="Whom they capture: enemy, ally, any, neutral or none, or a list of them.",
    )
    promote: TypesOrRef | None = Field(
        None, description="What they promote to, if they promote; with [] they no longer do."
    )

    promotion: PromotionDocument | None = Field(
        None,
        description="How they promote, in place of what their type says.",
    )
    offer: FrozenMap[OfferTag, OfferPatterns] | None = Field(
        None,
        description="Tags with which each of their moves exists besides, each while its patterns match.",
    )

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        if not any(key in data for key in _CHANGES):
            yield finding("E_DOC_MISSING", (), f"a change of moves needs one of {', '.join(_CHANGES)}")
        if "use" in data and "add" in data:
            hint = "write the added atoms under `use`"
            message = "`add` cannot stand beside `use`"
            yield finding("E_DOC_CONFLICT", ("add",), message, key=True, hint=hint)
        if "promote" in data and "promotion" in data:
            message, hint = "`promote` cannot stand beside `promotion`", "say all under `promotion`"
            yield finding("E_DOC_CONFLICT", ("promote",), message, key=True, hint=hint)
        for key in _CHANGES[:-1] if "offer" in data else ():
            if key in data:
                message, hint = f"`offer` cannot stand beside `{key}`", "give it an entry of its own"
                yield finding("E_DOC_CONFLICT", ("offer",), message, key=True, hint=hint)
        offers = data.get("offer")
        if isinstance(offers, dict) and not offers:
            yield finding("E_DOC_MISSING", ("offer",), "an offer has a tag", hint="such as `gate: []`")
        for tag, patterns in offers.items() if isinstance(offers, dict) else ():
            yield from pattern_findings(patterns, ("offer", tag), STATE)
        for key in ("drop", "promote", "captures"):
            yield from repeated(key, data.get(key))
        for key in ("use", "add"):
            yield from leg_findings(data.get(key), (key,))
            yield from castle_findings(data.get(key), (key,))


class MoveFilter(DocumentModel):
    """Chooses moves: every given key must hold."""

    model_config = ConfigDict(json_schema_extra={"minProperties": 1})

    kind: Annotated[str, OneOf(MOVE_KINDS)] | None = Field(None, description="The kind of move.")
    piece: Filter | None = Field(None, description="The piece that moves.")
    target: Filter | None = Field(None, description="The piece that is captured.")
    over: Filter | None = Field(None, description="A piece that stands between, on the line of the move.")
    from_: SquareMatch | None = Field(None, description="The square it comes from.")
    to: SquareMatch | None = Field(None, description="The square it goes to.")
    tag: TagWord | None = Field(None, description="The tag of the atom.")
    after: SomePatterns | None = Field(None, description="What holds once the move is made.")

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        if not data:
            message = "a filter of moves needs one of kind, piece, target, over, from, to, tag, after"
            yield finding("E_DOC_MISSING", (), message)
        yield from pattern_findings(data.get("after"), ("after",), STATE)


class MoveLimit(DocumentModel):
    """Forbids moves, or requires them while there are any."""

    forbid: MoveFilter | None = Field(None, description="Moves that may not be played.")
    require: MoveFilter | None = Field(None, description="Moves to which the choice shrinks if one exists.")
    when: SomePatterns | None = Field(None, description="What holds before the move; without it, always.")
    because: Reason | None = Field(None, description="The reason that the player reads.")

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        yield from pattern_findings(data.get("when"), ("when",), STATE)


#: One entry of `moves`.
MoveEntry = Annotated[
    MoveChange | MoveLimit,
    Heads(
        "entry of moves",
        {"for": MoveChange, "forbid": MoveLimit, "require": MoveLimit},
        (*_CHANGES, "when", "because"),
    ).named("MoveEntry"),
]
