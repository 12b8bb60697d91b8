"""Tests of values: a bare value means equality, a mapping such as `{gt: 0}` says another comparison."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final

from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, InitErrorDetails, core_schema

from rete_chess.documents.language.values import (
    ColorValue,
    Ref,
    RefText,
    Scaled,
    TypeValue,
    WordValue,
    ref_or,
)
from rete_chess.documents.modelling.alternatives import (
    Alternatives,
    Parts,
    Shapes,
    beside,
    nothing,
    unknown,
    unwrapped,
)
from rete_chess.documents.modelling.findings import refusal
from rete_chess.documents.modelling.hints import format_flow
from rete_chess.documents.modelling.words import LIST, TEXT, Many
from rete_chess.errors import nearest

if TYPE_CHECKING:
    from typing import TypeAlias

    from rete_chess.documents.language.filter import Count, Sum

    #: A constant, a reference, or a number made from one of them.
    Value: TypeAlias = str | int | float | bool | Ref | Scaled | Count | Sum

#: The comparisons that are written as a key; a bare value is `eq`.
COMPARISONS: Final = ("in", "not", "lt", "le", "gt", "ge")

_LONGEST: Final = 60

#: What makes sense for names: they have no order.
OF_NAMES: Final = ("in", "not")


@dataclass(frozen=True)
class Test:
    """A value that something must compare with: `op` is eq, in, not, lt, le, gt or ge.

    The value of `in` is a tuple or a reference to a list; that of `not` may be a tuple: none of them.
    """

    __test__: ClassVar[bool] = False

    op: str
    value: Value | tuple[Value, ...]


class OneOrMany(Alternatives):
    """One of a kind, or a list of them."""

    def tag(self, value: Any) -> str:
        return LIST if isinstance(value, list) else "(one)"

    def json_schema(self, parts: Parts) -> JsonSchemaValue:
        return {"if": {"type": "array"}, "then": parts[LIST], "else": parts["(one)"]}


class TestOf(Alternatives):
    """`Annotated[Test, TestOf(kind)]`: a test against values of a kind.

    A mapping that begins with one of `heads` is itself a value, not a comparison; `hint` helps with
    a key that is neither.
    """

    __test__ = False

    def __init__(
        self,
        kind: Any,
        comparisons: tuple[str, ...] = COMPARISONS,
        heads: tuple[str, ...] = (),
        hint: str | None = None,
    ) -> None:
        many = Annotated[tuple[kind, ...], Many(1, 256)]
        expected = "a list, or a reference to one"
        of_list: dict[str, Any] = {
            "in": Annotated[Any, Shapes(expected, {LIST: many, TEXT: ref_or(expected)})],
            "not": Annotated[Any, OneOrMany({LIST: many, "(one)": kind})],
        }
        super().__init__({"(eq)": kind, **{word: of_list.get(word, kind) for word in comparisons}})
        self.comparisons = comparisons
        self.heads = heads
        self.hint = hint

    def tag(self, value: Any) -> str | None:
        if not isinstance(value, dict) or any(head in value for head in self.heads):
            return "(eq)"
        return next((key for key in value if key in self.comparisons), None)

    def findings(self, value: Any) -> Iterator[InitErrorDetails]:
        if isinstance(value, list):
            raise refusal("E_DOC_TYPE", expected="one value, or a comparison", hint=_several(value))
        if not isinstance(value, dict) or any(head in value for head in self.heads):
            return
        given = [key for key in value if key in self.comparisons]
        for key in value:
            if key not in self.comparisons:
                yield self._unknown(key)
            elif key != given[0]:
                yield beside(key, given[0])
        if not value:
            yield nothing("comparison", self.comparisons)

    def _unknown(self, key: str) -> InitErrorDetails:
        """The finding of a word that is no comparison; equality has no word."""
        if nearest(key, ("eq", *self.comparisons)) == "eq":
            return unknown("comparison", key, (), "write the value alone")
        return unknown("comparison", key, (*self.comparisons, *self.heads), self.hint)

    def schema_of(self, tag: str, schema: CoreSchema) -> CoreSchema:
        if tag == "(eq)":
            return core_schema.no_info_after_validator_function(_equality, schema)

        def comparison(value: Any) -> Test:
            return Test(tag, value)

        return core_schema.no_info_after_validator_function(comparison, unwrapped(tag, schema))

    def json_schema(self, parts: Parts) -> JsonSchemaValue:
        is_test: JsonSchemaValue = {"type": "object"}
        if self.heads:
            is_test["not"] = {"anyOf": [{"required": [head]} for head in self.heads]}
        comparison = {
            "properties": {word: parts[word] for word in self.comparisons},
            "additionalProperties": False,
            "minProperties": 1,
            "maxProperties": 1,
        }
        return {"if": is_test, "then": comparison, "else": parts["(eq)"]}


def _several(values: list[Any]) -> str:
    """The hint for a list where one of its values is meant."""
    shown = format_flow(values)
    return f"one of several is written {{in: {shown if len(shown) <= _LONGEST else '[…]'}}}"


def _equality(value: Any) -> Test:
    return Test("eq", value)


IdTest = Annotated[
    Test,
    TestOf(
        RefText, OF_NAMES, hint="bind a name here, and test it in a pattern of its own: piece: {id: $name, …}"
    ).named("IdTest"),
]
TypeTest = Annotated[Test, TestOf(TypeValue, OF_NAMES).named("TypeTest")]
ColorTest = Annotated[Test, TestOf(ColorValue, OF_NAMES).named("ColorTest")]
WordTest = Annotated[Test, TestOf(WordValue, OF_NAMES).named("WordTest")]
