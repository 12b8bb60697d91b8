"""The filter, which chooses pieces, and the tests it is made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

from pydantic import ConfigDict, Field, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, InitErrorDetails

from rete_chess.documents.language.comparison import ColorTest, IdTest, Test, TestOf, TypeTest
from rete_chess.documents.language.squares import SQUARE, Files, Ranks, Squares, ZoneName
from rete_chess.documents.language.values import Number, Ref, Scaled, SquareValue, TextValue, ref_or
from rete_chess.documents.modelling.alternatives import BOOLEAN, Heads, Shapes
from rete_chess.documents.modelling.findings import finding
from rete_chess.documents.modelling.frozen_map import FrozenMap, KeyForm
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import LIST, MAPPING, NUMBER, TEXT, Form
from rete_chess.documents.reading.tree import KeyPath

_NAME = ("[A-Z][A-Za-z0-9]{0,63}", "the name of an attribute, such as Hp or ChecksLeft")

AttributeName = Annotated[str, Form(*_NAME)]
AttributeKey = Annotated[str, KeyForm(*_NAME)]


class Count(DocumentModel):
    """`{count: {type: pawn}}`: how many pieces a filter chooses."""

    count: Filter = Field(description="The pieces that are counted.")


class _Made(Heads):
    """A value made from others. A count inside a count is refused, which also bounds the nesting."""

    def tag(self, value: Any) -> str | None:
        return None if _inner_count(value) else super().tag(value)

    def findings(self, value: Any) -> Iterator[InitErrorDetails]:
        inner = _inner_count(value)
        if inner is None:
            yield from super().findings(value)
        else:
            yield finding("E_DOC_CONFLICT", inner, "a count cannot stand inside a count", key=True)


def _inner_count(value: Any) -> KeyPath | None:
    """The path of a count inside the count that a value is, or None."""
    todo: list[tuple[KeyPath, Any]] = []
    if isinstance(value, dict):
        todo.append((("count",), value.get("count")))
    while todo:
        path, part = todo.pop()
        if isinstance(part, dict) and "count" in part:
            return (*path, "count")
        parts = part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ()
        todo += [((*path, key), inner) for key, inner in parts]
    return None


_MADE = Annotated[Scaled | Count, _Made("value", {"count": Count, "of": Scaled}, ("times", "plus"))]

#: A number, or where to take one from.
Amount = Annotated[
    int | float | Ref | Scaled | Count,
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
    str | int | float | bool | Ref | Scaled | Count,
    Shapes(
        "a text, a number, true, false or a reference such as $config.amount",
        {TEXT: TextValue, NUMBER: Number, BOOLEAN: bool, MAPPING: _MADE},
    ).named("Value"),
]

AmountTest = Annotated[Test, TestOf(Amount, heads=("count", "of")).named("AmountTest")]
AttributeTest = Annotated[Test, TestOf(AnyValue, heads=("count", "of")).named("AttributeTest")]


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
    rank: Ranks | None = Field(None, description="Ranks of the board, counted from 1.")
    own_rank: Ranks | None = Field(None, description="Ranks counted from 1 at the piece's own side.")
    file: Files | None = Field(None, description="Files of the board, by letter.")
    zone: ZoneName | None = Field(None, description="A named zone, seen from the piece's own side.")

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        if not data:
            message = "a set of squares needs one of in, near, rank, ownRank, file, zone"
            yield finding("E_DOC_MISSING", (), message)


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


class Filter(AttributeModel):
    """Chooses pieces: every given key must hold."""

    id: IdTest | None = Field(None, description="The piece itself, by a reference.")
    type: TypeTest | None = Field(None, description="Its piece type.")
    color: ColorTest | None = Field(None, description="Its side: white, black or a reference.")
    royal: bool | None = Field(None, description="Whether it is royal.")
    last: bool | None = Field(None, description="Whether it is the only one left that the filter chooses.")
    square: SquareMatch | None = Field(None, description="Where it stands.")
