"""Atoms of movement as documents write them, and the findings about combinations of their keys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final

from pydantic import AfterValidator, ConfigDict, Field, Tag
from pydantic_core import InitErrorDetails

from rete_chess.core import atoms as core
from rete_chess.core.atoms import STEPS
from rete_chess.documents.language.squares import File, SquareChoice, to_zone
from rete_chess.documents.modelling.alternatives import Shapes
from rete_chess.documents.modelling.findings import finding, refusal
from rete_chess.documents.modelling.frozen_map import KeyForm
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import LIST, MAPPING, TEXT, Form, Many, OneOf, by_shape
from rete_chess.documents.reading.tree import KeyPath
from rete_chess.errors import clip, nearest

#: The keys of which an atom has exactly one.
KINDS = (*STEPS, "castle")

#: Which kinds of atom an option belongs to; `tag` belongs to all of them.
ONLY_FOR: dict[str, tuple[str, ...]] = {
    "mode": STEPS,
    "range": ("slide", "hop"),
    "from": STEPS,
    "land": ("hop",),
    "then": STEPS,
    "stop": STEPS,
    "stay": STEPS,
    "enPassant": STEPS,
    "via": ("leap",),
    "turned": STEPS,
}

#: The mode that a value of an option needs.
_NEEDED_MODE = {
    ("stay", True): "capture",
    ("enPassant", "exposes"): "move",
    ("enPassant", "takes"): "capture",
}

#: The kinds of moves that filters and patterns name.
MOVE_KINDS = ("move", "capture", "castle", "en-passant", "double-step", "promotion", "drop", "act")

#: How many legs may follow the first one through `then` inside `then`.
MAX_LEGS = 3


def option_findings(data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
    """The findings of options that do not fit an atom's kind, its mode, or each other."""
    kinds = [key for key in data if key in KINDS]
    if not any(key in KINDS or nearest(key, KINDS) for key in data):  # a slip of the pen is told itself
        yield finding("E_DOC_MISSING", (), f"an atom needs one of {', '.join(KINDS)}")
    for other in kinds[1:]:
        yield _conflict((other,), f"`{other}` cannot stand beside `{kinds[0]}`", "write two atoms")
    if len(kinds) == 1:
        yield from _kind_findings(kinds[0], data)
    if len(kinds) == 1 and data.get("stop") is False and "then" not in data and "castle" not in data:
        yield _conflict(("stop",), "`stop: false` needs `then`", "say how the move goes on, or remove `stop`")
    yield from _mode_findings(data)
    yield from _castle_legs(data.get("then"))


def _kind_findings(kind: str, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
    for option, kinds in ONLY_FOR.items():
        if option in data and kind not in kinds:
            yield _conflict(
                (option,), f"`{option}` belongs to {_or(kinds)}, not to a {kind}", f"remove `{option}`"
            )
    if data.get(kind) == "anywhere" and kind != "leap":
        yield _conflict((kind,), f"`anywhere` belongs to a leap, not to a {kind}", "write `leap: anywhere`")
    if data.get("enPassant") == "exposes" and kind in ("leap", "hop"):
        hint = "a double step is a slide with `range: [2, 2]`"
        yield _conflict(("enPassant",), f"`enPassant: exposes` belongs to a slide, not to a {kind}", hint)


def _mode_findings(data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
    mode = data.get("mode", "both")
    for (option, value), needed in _NEEDED_MODE.items():
        given = data.get(option)
        if type(given) is type(value) and given == value and mode != needed and "castle" not in data:
            written = f"{option}: {str(value).lower()}"
            yield _conflict((option,), f"`{written}` needs `mode: {needed}`", f"add `mode: {needed}`")


def _castle_legs(legs: object) -> Iterator[InitErrorDetails]:
    for index, leg in enumerate(legs if isinstance(legs, list) else ()):
        if isinstance(leg, dict) and "castle" in leg:
            yield _conflict(("then", index, "castle"), "castling cannot continue another move")


def leg_findings(atoms: object, path: KeyPath) -> Iterator[InitErrorDetails]:
    """The findings of atoms with too many legs, in a list of atoms at a path."""
    todo: list[tuple[object, KeyPath, int]] = [(atoms, path, 0)]
    while todo:
        atoms, path, depth = todo.pop()
        for index, atom in enumerate(atoms if isinstance(atoms, list) else ()):
            if not isinstance(atom, dict) or "then" not in atom:
                continue
            below = (*path, index, "then")
            if depth == MAX_LEGS:
                yield _conflict(below, f"`then` stands more than {MAX_LEGS} deep in itself")
            else:
                todo.append((atom["then"], below, depth + 1))


def castle_findings(atoms: object, path: KeyPath) -> Iterator[InitErrorDetails]:
    """The finding of a second castle atom in a list of atoms at a path."""
    listed = enumerate(atoms if isinstance(atoms, list) else ())
    found = [index for index, atom in listed if isinstance(atom, dict) and "castle" in atom]
    for index in found[1:]:
        yield _conflict((*path, index, "castle"), "a piece has at most one castle atom")


def _conflict(path: KeyPath, message: str, hint: str | None = None) -> InitErrorDetails:
    return finding("E_DOC_CONFLICT", path, message, hint=hint, key=True)


def _or(words: tuple[str, ...]) -> str:
    return " or ".join(f"a {word}" for word in words)


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
TypeKey = Annotated[str, KeyForm(TYPE, "the id of a piece type, such as knight")]
TagWord = Annotated[
    str, Form("[a-z][a-z0-9-]{0,31}", "a word of lower-case letters, digits and hyphens, such as double-step")
]
Offset = Annotated[int, Field(ge=-15, le=15)]
Steps = Annotated[int, Field(ge=1, le=255)]
Pair = Annotated[
    tuple[Offset, ...], Field(strict=False, min_length=2, max_length=2), AfterValidator(_leads_somewhere)
]
Range = Annotated[tuple[Steps, ...], Field(strict=False, min_length=2, max_length=2), AfterValidator(_rises)]


class Turned(DocumentModel):
    """One step, and whether it goes in all eight directions."""

    step: Pair = Field(description="The step: how many files and ranks.")
    mirrored: bool = Field(False, description="Whether it is turned and mirrored, as a knight's step is.")


_PAIRS = Annotated[tuple[Pair, ...], Field(strict=False, min_length=1, max_length=64)]
Directions = Annotated[
    Annotated[str, OneOf(tuple(core.DIRECTIONS)), Tag(TEXT)] | Annotated[_PAIRS, Tag(LIST)],
    by_shape("a direction word or a list of [files, ranks] pairs"),
]
#: Directions of ways of moving, which may also be one step turned, or all squares.
WayDirections = Annotated[
    str | tuple[tuple[int, ...], ...] | Turned,
    Shapes(
        "a direction word, a list of [files, ranks] pairs or a mapping such as {step: [1, 3]}",
        {TEXT: Annotated[str, OneOf((*core.DIRECTIONS, "anywhere"))], LIST: _PAIRS, MAPPING: Turned},
    ),
]


def _schema_rules(schema: dict[str, Any]) -> None:
    """The part of the combination rules that a JSON Schema can say."""
    schema["oneOf"] = [{"required": [kind]} for kind in KINDS]
    schema["dependentSchemas"] = {
        "castle": {"propertyNames": {"enum": ["castle", "tag"]}},
        "land": {"required": ["hop"]},
        "via": {"required": ["leap"]},
        "range": {"anyOf": [{"required": ["slide"]}, {"required": ["hop"]}]},
        "stop": {"anyOf": [{"patternProperties": {"^stop$": {"const": True}}}, {"required": ["then"]}]},
    }


_Types = Annotated[tuple[TypeId, ...], Many(1, 16)]
_FilePair = Annotated[tuple[File, ...], Many(2, 2)]


class CastleWay(DocumentModel):
    """Castling that differs from that of chess: with whom, where, and to which files."""

    partner: Annotated[
        str | tuple[str, ...], Shapes("a piece type, or a list of them", {TEXT: TypeId, LIST: _Types})
    ] = Field(description="The piece types with one of which it castles.")
    to: _FilePair | None = Field(
        None, description="The file where it lands, of castling to the right and to the left."
    )
    rook_to: _FilePair | None = Field(
        None, description="The same of its partner; without it, on the inner side."
    )
    rank: Annotated[int, Field(ge=1, le=16)] = Field(
        1, description="The rank where it has to stand, counted from its own side."
    )

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        to, partner_to = data.get("to"), data.get("rookTo")
        if isinstance(to, list) and isinstance(partner_to, list):
            for index, (one, other) in enumerate(zip(to, partner_to)):
                if one == other:
                    yield finding(
                        "E_DOC_VALUE", ("rookTo", index), f"both cannot land on the file {clip(other)}"
                    )


class MoveAtom(DocumentModel):
    """One way of moving: exactly one of leap, slide, hop and castle, with its options."""

    model_config = ConfigDict(json_schema_extra=_schema_rules)

    leap: WayDirections | None = Field(None, description="Go straight to a square, whatever stands between.")
    slide: WayDirections | None = Field(None, description="Go along a line of empty squares.")
    hop: WayDirections | None = Field(None, description="Go along a line over exactly one piece.")
    castle: (
        Annotated[
            str | CastleWay,
            Shapes(
                "a piece type or a mapping such as {partner: rook, to: [g, c]}",
                {TEXT: TypeId, MAPPING: CastleWay},
            ),
        ]
        | None
    ) = Field(None, description="Castle with a partner of this piece type, or as the mapping says.")
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
        None,
        description="Ways to go on from every empty square this atom reaches, where it may stop, too.",
        min_length=1,
    )
    stop: bool = Field(True, description="Whether an atom with `then` is a move by itself, too.")
    stay: bool = Field(False, description="Capture without leaving the square.")
    via: Annotated[str, OneOf(core.VIA)] | None = Field(
        None, description="A lame leap: the steps it begins with, over squares that must be empty."
    )
    turned: bool = Field(
        False, description="Black sees the directions turned round, not mirrored: right is its own right."
    )
    tag: TagWord | None = Field(None, description="A name by which rules speak of this move.")
    en_passant: Annotated[str, OneOf(core.EN_PASSANT)] | None = Field(
        None, description="Whether the move exposes the piece to capture in passing, or takes in passing."
    )

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        yield from option_findings(data)

    @property
    def kind(self) -> str:
        """The kind of the atom: leap, slide, hop or castle."""
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
        stops=atom.stop,
        stay=atom.stay,
        tag=atom.tag or "",
        en_passant=atom.en_passant or "",
        via=atom.via or "",
        turned=atom.turned,
    )


def to_castle(atom: MoveAtom) -> core.Castle:
    """The core's castling right of a castle atom."""
    assert atom.castle is not None
    tag = "castle" if atom.tag is None else atom.tag
    given = atom.castle
    if isinstance(given, str):
        return core.Castle((given,), tag)
    partners = (given.partner,) if isinstance(given.partner, str) else given.partner
    return core.Castle(partners, tag, _files(given.to), _files(given.rook_to), given.rank)


def _files(letters: tuple[str, ...] | None) -> tuple[int, int] | None:
    """The files of castling to the right and to the left, counted from 0."""
    return None if letters is None else (ord(letters[0]) - ord("a"), ord(letters[1]) - ord("a"))


def _directions(atom: MoveAtom) -> tuple[core.Direction, ...]:
    """The directions of an atom, each once."""
    given = atom.leap or atom.slide or atom.hop
    assert given is not None
    return to_directions(given)


def to_directions(given: str | tuple[tuple[int, ...], ...] | Turned) -> tuple[core.Direction, ...]:
    """The core's directions for any of their spellings."""
    if given == "anywhere":
        return core.ANYWHERE
    if isinstance(given, str):
        return core.DIRECTIONS[given]
    if isinstance(given, Turned):
        step = given.step[0], given.step[1]
        return core.mirrored(step) if given.mirrored else (step,)
    return tuple(dict.fromkeys((files, ranks) for files, ranks in given))
