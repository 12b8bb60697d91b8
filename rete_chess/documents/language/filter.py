"""The filter, which chooses pieces, and the tests it is made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Final

from pydantic import ConfigDict, Field, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, InitErrorDetails

from rete_chess.documents.language.atom import Pair
from rete_chess.documents.language.comparison import IdTest, OwnerTest, Test, TestOf, TypeTest
from rete_chess.documents.language.squares import (
    SQUARE,
    File,
    FileList,
    Rank,
    RankList,
    Ranks,
    SquareChoice,
    Squares,
    ZoneId,
    depth_findings,
    side_findings,
)
from rete_chess.documents.language.values import (
    ColorValue,
    Number,
    OrRef,
    Ref,
    Scaled,
    SquareValue,
    TextValue,
    ref_or,
)
from rete_chess.documents.modelling.alternatives import BOOLEAN, Heads, Shapes
from rete_chess.documents.modelling.findings import finding
from rete_chess.documents.modelling.frozen_map import FrozenMap, KeyForm
from rete_chess.documents.modelling.model import DocumentModel, document_key
from rete_chess.documents.modelling.words import LIST, MAPPING, NUMBER, TEXT, Form, Many, OneOf
from rete_chess.documents.reading.tree import KeyPath

_NAME = ("[A-Z][A-Za-z0-9]{0,63}", "the name of an attribute, such as Hp or ChecksLeft")

AttributeName = Annotated[str, Form(*_NAME)]
AttributeKey = Annotated[str, KeyForm(*_NAME)]


class Count(DocumentModel):
    """`{count: {type: pawn}}`: how many pieces a filter chooses."""

    count: Filter = Field(description="The pieces that are counted.")


class SumOf(DocumentModel):
    """What is added up, and for whom."""

    of: AttributeName = Field(description="The attribute that is added up.")
    for_: Filter = Field(description="The pieces whose values count; who has none counts for nothing.")


class Sum(DocumentModel):
    """`{sum: {of: Hp, for: {color: white}}}`: what the pieces of a filter hold together."""

    sum: SumOf = Field(description="The attribute, and the pieces.")


#: The words of values that look at all pieces.
_MANY = ("count", "sum")


class Made(Heads):
    """A value made from others. A count inside a count is refused, which also bounds the nesting."""

    def tag(self, value: Any) -> str | None:
        return None if _inner_count(value) else super().tag(value)

    def findings(self, value: Any) -> Iterator[InitErrorDetails]:
        found = [*inner_counts(value)]
        yield from found or super().findings(value)


def inner_counts(value: Any) -> Iterator[InitErrorDetails]:
    """The finding of a count or sum inside the one that a value is."""
    inner = _inner_count(value)
    if inner is not None:
        outer = next(word for word in _MANY if word in value)
        message = f"a {inner[-1]} cannot stand inside a {outer}"
        yield finding("E_DOC_CONFLICT", inner, message, key=True)


def _inner_count(value: Any) -> KeyPath | None:
    """The path of a count or sum inside the one that a value is, or None."""
    todo: list[tuple[KeyPath, Any]] = []
    if isinstance(value, dict):
        todo += [((word,), value[word]) for word in _MANY if word in value]
    while todo:
        path, part = todo.pop()
        word = next((word for word in _MANY if isinstance(part, dict) and word in part), None)
        if word is not None:
            return (*path, word)
        parts = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
        todo += [((*path, key), inner) for key, inner in parts]
    return None


#: Values made from others by their first key, and the keys that belong to them.
MADE: Final[dict[str, Any]] = {"count": Count, "sum": Sum, "of": Scaled}
MADE_OPTIONS: Final = ("times", "plus")
_MADE = Annotated[Scaled | Count | Sum, Made("value", MADE, MADE_OPTIONS)]

#: A number, or where to take one from.
Amount = Annotated[
    int | float | Ref | Scaled | Count | Sum,
    Shapes(
        "a number or a reference such as $config.amount",
        {
            NUMBER: Number,
            TEXT: ref_or("a number or a reference such as $config.amount"),
            MAPPING: _MADE,
        },
    ).named("Amount"),
]


def whole_amount(least: int, most: int) -> Any:
    """The annotation of a whole number within bounds, or where to take one from."""
    expected = "a whole number or a reference such as $config.amount"
    number = Annotated[int, Field(ge=least, le=most)]
    return Shapes(expected, {NUMBER: number, TEXT: ref_or(expected), MAPPING: _MADE})


#: Any value: a text, a number, true or false, or where to take one from.
AnyValue = Annotated[
    str | int | float | bool | Ref | Scaled | Count | Sum,
    Shapes(
        "a text, a number, true, false or a reference such as $config.amount",
        {TEXT: TextValue, NUMBER: Number, BOOLEAN: bool, MAPPING: _MADE},
    ).named("Value"),
]

AmountTest = Annotated[Test, TestOf(Amount, heads=(*_MANY, "of")).named("AmountTest")]
AttributeTest = Annotated[Test, TestOf(AnyValue, heads=(*_MANY, "of")).named("AttributeTest")]


FileValue = Annotated[str | Ref, OrRef(File).named("FileValue")]
_RANKS = "a rank, a list of ranks or a reference such as $piece.rank"
_FILES = "a file, a list of files or a reference such as $piece.file"
#: What goes out from the square `of`.
_RELATED = ("step", "ring", "neighbour")


def _relation_findings(data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
    """The findings of relations without the square they go out from, and of that square without any."""
    given = [key for key in _RELATED if key in data]
    for key in given[1:]:
        yield finding("E_DOC_CONFLICT", (key,), f"`{key}` cannot stand beside `{given[0]}`", key=True)
    if given and "of" not in data:
        hint = f"add `of: $piece`, from where `{given[0]}` goes out"
        yield finding("E_DOC_CONFLICT", (given[0],), f"`{given[0]}` needs `of`", key=True, hint=hint)
    if "of" in data and not given:
        yield finding("E_DOC_CONFLICT", ("of",), f"`of` needs one of {', '.join(_RELATED)}", key=True)
    if "as" in data and "step" not in data:
        yield finding("E_DOC_CONFLICT", ("as",), "`as` needs `step`", key=True)


class SquareTest(DocumentModel):
    """Squares for which every given part holds."""

    model_config = ConfigDict(json_schema_extra={"minProperties": 1})

    in_: (
        Annotated[
            tuple[str, ...] | Ref,
            Shapes(
                "a list of squares, or a reference to one",
                {LIST: Squares, TEXT: ref_or("a list of squares, or a reference to one", SQUARE)},
            ),
        ]
        | None
    ) = Field(None, description="The squares by name, or a reference to such a list.")
    near: SquareValue | None = Field(None, description="The square that is one king's step away.")
    rank: (
        Annotated[
            int | tuple[int, ...] | Ref,
            Shapes(_RANKS, {NUMBER: Rank, LIST: RankList, TEXT: ref_or(_RANKS)}),
        ]
        | None
    ) = Field(None, description="Ranks of the board, counted from 1; or that of a bound piece or square.")
    own_rank: Ranks | None = Field(None, description="Ranks counted from 1 at the piece's own side.")
    file: Annotated[str | tuple[str, ...] | Ref, Shapes(_FILES, {TEXT: FileValue, LIST: FileList})] | None = (
        Field(None, description="Files of the board, by letter; or that of a bound piece or square.")
    )
    zone: ZoneId | None = Field(None, description="A named zone, seen from the piece's own side.")
    not_: SquareMatch | None = Field(None, description="The squares that are left out.")
    any_: Annotated[tuple[SquareMatch, ...], Many(1, 16)] | None = Field(
        None, description="Sets of squares, to one of which it must belong."
    )
    white: SquareChoice | None = Field(None, description="The squares of White's pieces, beside `black`.")
    black: SquareChoice | None = Field(None, description="The squares of Black's pieces, beside `white`.")
    between: Annotated[tuple[SquareValue, ...], Many(2, 2)] | None = Field(
        None, description="The two squares between which it lies on a line."
    )
    step: Pair | None = Field(None, description="How many files and ranks it lies away from the square `of`.")
    as_: ColorValue | None = Field(None, description="The side that sees `step`: its forward is up.")
    ring: Annotated[int, Field(ge=1, le=15)] | None = Field(
        None, description="How many king's steps it lies away from the square `of`."
    )
    neighbour: Annotated[str, OneOf(("orthogonal", "diagonal", "all"))] | None = Field(
        None, description="How it touches the square `of`."
    )
    of: SquareValue | None = Field(None, description="The square from which step, ring or neighbour go out.")
    tile: TypeTest | None = Field(
        None, description="The tile type of the square, such as fog; ordinary squares are standard."
    )

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        if not data:
            keys = [document_key(name) for name in cls.model_fields if name not in ("of", "as_")]
            yield finding("E_DOC_MISSING", (), f"a set of squares needs one of {', '.join(keys)}")
        yield from _relation_findings(data)
        yield from side_findings(data)
        yield from depth_findings(data)


#: Which squares: a reference, a list of names, or a mapping.
SquareMatch = Annotated[
    Ref | tuple[str, ...] | SquareTest,
    Shapes(
        "a reference, a list of squares or a mapping such as {rank: 8}",
        {
            TEXT: ref_or(
                "a reference, a list of squares such as [e4] or a mapping such as {rank: 8}", SQUARE
            ),
            LIST: Squares,
            MAPPING: SquareTest,
        },
    ).named("Squares"),
]


class AttributeModel(DocumentModel):
    """A mapping that may also name attributes, each with a test; they are gathered in `attributes`."""

    open_field: ClassVar[str | None] = "attributes"

    attributes: FrozenMap[AttributeKey, AttributeTest] = Field(default_factory=FrozenMap)

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        written = handler(schema)
        body = handler.resolve_ref_schema(written)
        tests = body["properties"].pop("attributes", None)
        if tests is not None:
            body["patternProperties"] = {f"^{_NAME[0]}$": tests["additionalProperties"]}
        return written


_ATTACKS = ("attackedBy", "attacks", "defendedBy")


class LineTo(DocumentModel):
    """A line of the board that leads to another square."""

    to: SquareValue = Field(description="The square, or the piece, at the other end.")
    clear: bool | None = Field(None, description="Whether all squares between are empty, or one is not.")


class Filter(AttributeModel):
    """Chooses pieces: every given key must hold."""

    id: IdTest | None = Field(None, description="The piece itself, by a reference.")
    type: TypeTest | None = Field(None, description="Its piece type.")
    color: OwnerTest | None = Field(
        None, description="Its side: white, black or a reference; neutral if it is nobody's."
    )
    royal: bool | None = Field(None, description="Whether it is royal.")
    last: bool | None = Field(None, description="Whether it is the only one left that the filter chooses.")
    square: SquareMatch | None = Field(None, description="Where it stands.")
    attacked_by: Filter | None = Field(None, description="An enemy piece whose ways of capturing lead to it.")
    attacks: Filter | None = Field(None, description="An enemy piece to which its ways of capturing lead.")
    defended_by: Filter | None = Field(
        None, description="A piece of its side that could recapture where it stands, by its ways of moving."
    )
    line: LineTo | None = Field(None, description="Whether a file, rank or diagonal leads to a square.")

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        for key in _ATTACKS:
            inner = data.get(key)
            for other in _ATTACKS:
                if isinstance(inner, dict) and other in inner:
                    message = f"`{other}` cannot stand inside `{key}`"
                    yield finding("E_DOC_CONFLICT", (key, other), message, key=True)
