"""Patterns: what must hold for a rule to fire or a policy to apply. Each is a mapping of one key.

A bare `$name` in a pattern binds the name where it is met first, and is a test of equality later.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final, get_args

from pydantic import AfterValidator, ConfigDict, Field
from pydantic_core import InitErrorDetails

from rete_chess.documents.language.atom import MOVE_KINDS, Directions, TagWord, TypeKey
from rete_chess.documents.language.comparison import ColorTest, IdTest, OwnerTest, TypeTest, WordTest
from rete_chess.documents.language.filter import (
    Amount,
    AmountTest,
    AttributeModel,
    Filter,
    SquareMatch,
    SumOf,
    inner_counts,
)
from rete_chess.documents.language.values import OrRef, Ref, RefText, SquareValue
from rete_chess.documents.modelling.alternatives import Keyed
from rete_chess.documents.modelling.findings import finding
from rete_chess.documents.modelling.frozen_map import FrozenMap
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import Many, OneOf

#: What an event may say, in documents' words.
EVENT_FIELDS: Final = (
    "side",
    "piece",
    "target",
    "from",
    "to",
    "square",
    "amount",
    "kind",
    "tag",
    "was",
    "becomes",
    "player",
    "line",
    "direction",
)


class EventPattern(DocumentModel):
    """The event that the rule hears."""

    word: ClassVar[str] = "event"

    side: OwnerTest | None = Field(
        None, description="The side that acts, or whose turn it is; neutral if nobody's piece does."
    )
    piece: IdTest | None = Field(None, description="The piece that acts.")
    target: IdTest | None = Field(None, description="The piece that suffers.")
    from_: SquareMatch | None = Field(None, description="The square the acting piece came from.")
    to: SquareMatch | None = Field(None, description="The square the acting piece goes to.")
    square: SquareMatch | None = Field(None, description="The square where it happens.")
    amount: AmountTest | None = Field(None, description="How much damage or healing.")
    kind: WordTest | None = Field(None, description="What kind of damage, death or check.")
    tag: WordTest | None = Field(None, description="The tag of the move.")
    was: TypeTest | None = Field(None, description="The piece type before.")
    becomes: TypeTest | None = Field(None, description="The piece type after.")
    player: bool | None = Field(None, description="Whether a player's own move caused it.")
    line: bool | None = Field(None, description="Whether the piece moved along a line.")
    direction: Annotated[str | tuple[tuple[int, ...], ...] | Ref, OrRef(Directions)] | None = Field(
        None, description="The direction of the move, as the acting side sees it."
    )


class PiecePattern(Filter):
    """A piece on the board, or one that was bound before."""

    word: ClassVar[str] = "piece"


class TilePattern(AttributeModel):
    """A special square."""

    word: ClassVar[str] = "tile"

    id: IdTest | None = Field(None, description="The tile itself, by a reference.")
    type: TypeTest | None = Field(None, description="Its tile type.")
    square: SquareMatch | None = Field(None, description="Where it lies.")


class SidePattern(AttributeModel):
    """One of the two sides."""

    word: ClassVar[str] = "side"

    color: ColorTest | None = Field(None, description="The side: white, black or a reference.")
    to_move: bool | None = Field(None, description="Whether it is its turn.")
    moved: bool | None = Field(None, description="Whether it made the last move.")
    in_check: bool | None = Field(None, description="Whether one of its royal pieces is attacked.")
    mated: bool | None = Field(None, description="Whether it is to move, in check, and has no legal move.")
    stalemated: bool | None = Field(
        None, description="Whether it is to move, not in check, and has no legal move."
    )
    hand: FrozenMap[TypeKey, AmountTest] = Field(
        default_factory=FrozenMap, description="How many pieces of a type it has in hand."
    )


class GamePattern(AttributeModel):
    """The attributes of the game."""

    word: ClassVar[str] = "game"


class PresetPattern(AttributeModel):
    """The state of the preset that the rule belongs to, or of another active one."""

    word: ClassVar[str] = "preset"

    id: TypeTest | None = Field(None, description="The id of an active preset; without it, the rule's own.")


class SquarePattern(DocumentModel):
    """One square: where it lies, and whether it is free."""

    model_config = ConfigDict(
        json_schema_extra={"dependentRequired": {"behind": ["seen"], "seen": ["behind"]}}
    )

    word: ClassVar[str] = "square"

    is_: SquareValue = Field(description="The square, or the name that is bound to it.")
    on: SquareMatch | None = Field(None, description="It is one of these squares.")
    behind: RefText | None = Field(None, description="It is the next square behind this one.")
    seen: RefText | None = Field(None, description="The square from which `behind` is seen.")
    empty: bool | None = Field(None, description="Whether no piece stands on it.")

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        for key, other in (("behind", "seen"), ("seen", "behind")):
            if key in data and other not in data:
                hint = f"add `{other}`"
                yield finding("E_DOC_CONFLICT", (key,), f"`{key}` needs `{other}`", key=True, hint=hint)
        if "on" in data and "behind" in data:
            yield finding("E_DOC_CONFLICT", ("behind",), "`behind` cannot stand beside `on`", key=True)


class MovePattern(DocumentModel):
    """A legal move that exists."""

    word: ClassVar[str] = "move"

    side: ColorTest | None = Field(None, description="The side that may play it.")
    piece: Filter | None = Field(None, description="The piece that moves.")
    to: SquareMatch | None = Field(None, description="Where it goes.")
    kind: Annotated[str, OneOf(MOVE_KINDS)] | None = Field(None, description="The kind of move.")
    tag: TagWord | None = Field(None, description="The tag of the atom.")


#: The comparisons of a count or sum, each by the operation of tests that it means.
COMPARED: Final = {"is": "eq", "not": "ne", "lt": "lt", "le": "le", "gt": "gt", "ge": "ge"}


class _Compared(DocumentModel):
    """A number beside a count or a sum, which is compared with it."""

    model_config = ConfigDict(json_schema_extra={"oneOf": [{"required": [key]} for key in COMPARED]})

    is_: Amount | None = Field(None, description="It is as many.")
    not_: Amount | None = Field(None, description="It is another number.")
    lt: Amount | None = Field(None, description="It is less.")
    le: Amount | None = Field(None, description="It is no more.")
    gt: Amount | None = Field(None, description="It is more.")
    ge: Amount | None = Field(None, description="It is no less.")

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        given = [key for key in data if key in COMPARED]
        if not given:
            message = f"a number of pieces needs one of {', '.join(COMPARED)} to compare it with"
            yield finding("E_DOC_MISSING", (), message)
        for key in given[1:]:
            yield finding("E_DOC_CONFLICT", (key,), f"`{key}` cannot stand beside `{given[0]}`", key=True)
        yield from inner_counts(data)

    @property
    def comparison(self) -> tuple[str, Any]:
        """The key of the comparison, and what it is compared with."""
        return next(
            (key, value) for key in COMPARED if (value := getattr(self, _FIELDS.get(key, key))) is not None
        )


_FIELDS: Final = {"is": "is_", "not": "not_"}


class CountPattern(_Compared):
    """How many pieces a filter chooses."""

    word: ClassVar[str] = "count"

    count: Filter = Field(description="The pieces that are counted.")


class SumPattern(_Compared):
    """What the pieces of a filter hold together of an attribute."""

    word: ClassVar[str] = "sum"

    sum: SumOf = Field(description="The attribute, and the pieces.")


PlainPattern = (
    EventPattern
    | PiecePattern
    | TilePattern
    | SidePattern
    | GamePattern
    | PresetPattern
    | SquarePattern
    | MovePattern
    | CountPattern
    | SumPattern
)
#: Patterns that are more than one key: the number stands beside what it is compared with.
_WHOLE: Final = ("count", "sum")

_PLAIN: Final[dict[str, Any]] = {kind.word: kind for kind in get_args(PlainPattern)}
_DENIED: Final = {"not": "`not` cannot stand inside `not`"}
_NESTED: Final = {"any": "`any` cannot stand inside `any`"}


@dataclass(frozen=True)
class NotPattern:
    """The absence of what a pattern says; it binds no names."""

    word: ClassVar[str] = "not"

    pattern: PlainPattern | EitherPattern


@dataclass(frozen=True)
class EitherPattern:
    """One of several lists of patterns, all patterns of which match; it binds no names."""

    word: ClassVar[str] = "any"

    cases: tuple[tuple[PlainPattern | NotPattern, ...], ...]


_PLAIN_ABSENT = Annotated[
    PlainPattern,
    Keyed("pattern", _PLAIN, whole=_WHOLE, refused={**_DENIED, **_NESTED}).named("PlainPattern"),
]
_CASE = Annotated[
    PlainPattern | NotPattern,
    Keyed(
        "pattern",
        {**_PLAIN, "not": Annotated[_PLAIN_ABSENT, AfterValidator(NotPattern)]},
        whole=_WHOLE,
        refused=_NESTED,
    ).named("CasePattern"),
]
_CASES = Annotated[tuple[Annotated[tuple[_CASE, ...], Many(1, 50)], ...], Many(1, 16)]
_EITHER = Annotated[_CASES, AfterValidator(EitherPattern)]
_ABSENT = Annotated[
    PlainPattern | EitherPattern,
    Keyed("pattern", {**_PLAIN, "any": _EITHER}, whole=_WHOLE, refused=_DENIED).named("AbsentPattern"),
]

AnyPattern = PlainPattern | NotPattern | EitherPattern

#: Every pattern by its word.
PATTERNS: Final[dict[str, Any]] = {
    **_PLAIN,
    NotPattern.word: NotPattern,
    EitherPattern.word: EitherPattern,
}

Pattern = Annotated[
    AnyPattern,
    Keyed(
        "pattern",
        {**_PLAIN, "not": Annotated[_ABSENT, AfterValidator(NotPattern)], "any": _EITHER},
        whole=_WHOLE,
    ).named("Pattern"),
]
Patterns = Annotated[tuple[Pattern, ...], Many(0, 50)]
SomePatterns = Annotated[tuple[Pattern, ...], Many(1, 50)]
