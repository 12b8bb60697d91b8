"""Atoms of movement in documents: one way of moving, and which of its options fit together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final

from pydantic import AfterValidator, ConfigDict, Field, Tag
from pydantic_core import InitErrorDetails

from rete_chess.core import atoms as core
from rete_chess.documents.atom_checks import KINDS, option_findings
from rete_chess.documents.findings import refusal
from rete_chess.documents.model import DocumentModel
from rete_chess.documents.squares import SquareChoice, to_zone
from rete_chess.documents.words import LIST, TEXT, Form, OneOf, by_shape


def _leads_somewhere(pair: tuple[int, ...]) -> tuple[int, ...]:
    if not any(pair):
        raise refusal("E_DOC_VALUE", message="the direction [0, 0] leads nowhere")
    return pair


def _rises(pair: tuple[int, ...]) -> tuple[int, ...]:
    if pair[0] > pair[1]:
        raise refusal(
            "E_DOC_VALUE", message=f"`range` ends before it begins: {list(pair)}", hint="[least, most]"
        )
    return pair


#: The pattern of a piece type's id.
TYPE: Final = "[a-z][a-z0-9-]{0,63}"

TypeId = Annotated[str, Form(TYPE, "an id of lower-case letters, digits and hyphens, such as war-pawn")]
TagWord = Annotated[
    str, Form("[a-z][a-z0-9-]{0,31}", "a word of lower-case letters, digits and hyphens, such as double-step")
]
Offset = Annotated[int, Field(ge=-15, le=15)]
Steps = Annotated[int, Field(ge=1, le=255)]
Pair = Annotated[
    tuple[Offset, ...], Field(strict=False, min_length=2, max_length=2), AfterValidator(_leads_somewhere)
]
Range = Annotated[tuple[Steps, ...], Field(strict=False, min_length=2, max_length=2), AfterValidator(_rises)]
Directions = Annotated[
    Annotated[str, OneOf(tuple(core.DIRECTIONS)), Tag(TEXT)]
    | Annotated[tuple[Pair, ...], Field(strict=False, min_length=1, max_length=64), Tag(LIST)],
    by_shape("a direction word or a list of [files, ranks] pairs"),
]


def _schema_rules(schema: dict[str, Any]) -> None:
    """The part of the combination rules that a JSON Schema can say."""
    schema["oneOf"] = [{"required": [kind]} for kind in KINDS]
    schema["dependentSchemas"] = {
        "castle": {"propertyNames": {"enum": ["castle", "tag"]}},
        "land": {"required": ["hop"]},
        "range": {"anyOf": [{"required": ["slide"]}, {"required": ["hop"]}]},
    }


class MoveAtom(DocumentModel):
    """One way of moving: exactly one of leap, slide, hop and castle, with its options."""

    model_config = ConfigDict(json_schema_extra=_schema_rules)

    leap: Directions | None = Field(None, description="Go straight to a square, whatever stands between.")
    slide: Directions | None = Field(None, description="Go along a line of empty squares.")
    hop: Directions | None = Field(None, description="Go along a line over exactly one piece.")
    castle: TypeId | None = Field(None, description="Castle with the partner of this piece type.")
    mode: Annotated[str, OneOf(core.MODES)] = Field(
        "both", description="Whether the atom moves to empty squares, captures, or does both."
    )
    range: Range | None = Field(
        None, description="The least and the most steps of a slide or hop; without it the line is unbounded."
    )
    from_: SquareChoice | None = Field(None, description="The squares the piece must start from.")
    land: Annotated[str, OneOf(core.LANDINGS)] = Field(
        "any", description="Where a hop lands: anywhere behind the hurdle, or on the next square."
    )
    then: Atoms | None = Field(
        None, description="Ways to go on from every empty square this atom reaches.", min_length=1
    )
    stay: bool = Field(False, description="Capture without leaving the square.")
    tag: TagWord | None = Field(None, description="A name by which rules speak of this move.")
    en_passant: Annotated[str, OneOf(core.EN_PASSANT)] | None = Field(
        None, description="Whether the move exposes the piece to capture in passing, or takes in passing."
    )

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        yield from option_findings(data)

    @property
    def kind(self) -> str:
        """Which of leap, slide, hop and castle the atom is."""
        return next(kind for kind in KINDS if getattr(self, kind) is not None)


Atoms = Annotated[tuple[MoveAtom, ...], Field(strict=False, max_length=64)]


def to_atom(atom: MoveAtom) -> core.Atom:
    """The core's atom of a leap, slide or hop."""
    shortest, longest = atom.range or (1, 1 if atom.kind == "leap" else core.FAR)
    return core.Atom(
        step=atom.kind,
        directions=_directions(atom),
        mode=atom.mode,
        shortest=shortest,
        longest=longest,
        origin=None if atom.from_ is None else to_zone(atom.from_),
        land=atom.land,
        then=tuple(to_atom(leg) for leg in atom.then or ()),
        stay=atom.stay,
        tag=atom.tag or "",
        en_passant=atom.en_passant or "",
    )


def to_castle(atom: MoveAtom) -> core.Castle:
    """The core's castling right of a castle atom."""
    assert atom.castle is not None
    return core.Castle(atom.castle) if atom.tag is None else core.Castle(atom.castle, atom.tag)


def _directions(atom: MoveAtom) -> tuple[core.Direction, ...]:
    """The directions of an atom, each once."""
    given = atom.leap or atom.slide or atom.hop
    assert given is not None
    if isinstance(given, str):
        return core.DIRECTIONS[given]
    return tuple(dict.fromkeys((files, ranks) for files, ranks in given))
