"""Tests of values: a bare value means equality, a mapping such as `{gt: 0}` says another comparison."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, ValidatorFunctionWrapHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, InitErrorDetails, core_schema

from rete_chess.documents.language.values import (
    RESERVED,
    ColorValue,
    Opponent,
    OwnerValue,
    Ref,
    RefText,
    Scaled,
    TypeValue,
    WordValue,
    parse_ref,
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
from rete_chess.documents.modelling.findings import finding, refusal
from rete_chess.documents.modelling.hints import format_flow
from rete_chess.documents.modelling.words import LIST, TEXT, Many
from rete_chess.errors import clip, nearest

if TYPE_CHECKING:
    from typing import TypeAlias

    from rete_chess.documents.language.filter import Count, Sum

    #: A constant, a reference, or a number made from one of them.
    Value: TypeAlias = str | int | float | bool | Ref | Opponent | Scaled | Count | Sum

#: The comparisons that are written as a key; a bare value is `eq`.
COMPARISONS: Final = ("in", "not", "lt", "le", "gt", "ge")

_LONGEST: Final = 60

#: What makes sense for names: they have no order.
OF_NAMES: Final = ("in", "not")


@dataclass(frozen=True)
class Test:
    """A value that something must compare with: `op` is eq, in, not, not-in, lt, le, gt, ge, or nothing.

    The value of `in` and `not-in` is a tuple or a reference to a list; that of `not` may be a tuple: none
    of them. `name` is bound to what is compared, where that is a pattern's.
    """

    __test__: ClassVar[bool] = False

    op: str
    value: Value | tuple[Value, ...] | None
    name: str = ""

    @property
    def unnamed(self) -> Test | None:
        """The comparison alone; None where there is only a name."""
        return None if not self.op else Test(self.op, self.value)


class OneOrMany(Alternatives):
    """One of a kind, or a list of them."""

    def tag(self, value: Any) -> str:
        return LIST if isinstance(value, list) else "(one)"

    def json_schema(self, parts: Parts) -> JsonSchemaValue:
        return {"if": {"type": "array"}, "then": parts[LIST], "else": parts["(one)"]}


class Denied(OneOrMany):
    """What something is not: one of a kind, several, or `{in: …}`, none of those of a list."""

    def __init__(self, kind: Any, many: Any, among: Any) -> None:
        super().__init__({LIST: many, "in": among, "(one)": kind})

    def tag(self, value: Any) -> str:
        return "in" if isinstance(value, dict) and [*value] == ["in"] else super().tag(value)

    def schema_of(self, tag: str, schema: CoreSchema) -> CoreSchema:
        if tag != "in":
            return schema
        return core_schema.no_info_after_validator_function(_Among, unwrapped(tag, schema))

    def json_schema(self, parts: Parts) -> JsonSchemaValue:
        among = {
            "type": "object",
            "properties": {"in": parts["in"]},
            "required": ["in"],
            "additionalProperties": False,
        }
        is_among = {"type": "object", "required": ["in"]}
        return {"if": is_among, "then": among, "else": super().json_schema(parts)}


@dataclass(frozen=True)
class _Among:
    """The list of a `{not: {in: …}}`."""

    values: Ref | tuple[Value, ...]


#: The word that binds a name beside a comparison.
NAMED: Final = "as"


class TestOf(Alternatives):
    """`Annotated[Test, TestOf(kind)]`: a test against values of a kind, with a name for it perhaps.

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
        among = Annotated[Any, Shapes(expected, {LIST: many, TEXT: ref_or(expected)})]
        of_list: dict[str, Any] = {"in": among, "not": Annotated[Any, Denied(kind, many, among)]}
        of_words = {word: of_list.get(word, kind) for word in comparisons}
        super().__init__({"(eq)": kind, **of_words, NAMED: Annotated[Any, BoundName()]})
        self.comparisons = comparisons
        self.heads = heads
        self.hint = hint

    def tag(self, value: Any) -> str | None:
        if not isinstance(value, dict) or any(head in value for head in self.heads):
            return "(eq)"
        return next((key for key in value if key in self.comparisons), NAMED if NAMED in value else None)

    def findings(self, value: Any) -> Iterator[InitErrorDetails]:
        if isinstance(value, list):
            raise refusal("E_DOC_TYPE", expected="one value, or a comparison", hint=_several(value))
        if not isinstance(value, dict) or any(head in value for head in self.heads):
            return
        given = [key for key in value if key in self.comparisons]
        for key in value:
            if key == NAMED:
                yield from _name_findings(value[key])
            elif key not in self.comparisons:
                yield self._unknown(key)
            elif key != given[0]:
                yield beside(key, given[0])
        if not value:
            yield nothing("comparison", self.comparisons)

    def _unknown(self, key: str) -> InitErrorDetails:
        """The finding of a word that is no comparison; equality has no word."""
        if nearest(key, ("eq", *self.comparisons)) == "eq":
            return unknown("comparison", key, (), "write the value alone")
        return unknown("comparison", key, (*self.comparisons, NAMED, *self.heads), self.hint)

    def schema_of(self, tag: str, schema: CoreSchema) -> CoreSchema:
        if tag == "(eq)":
            return core_schema.no_info_after_validator_function(_equality, schema)
        if tag == NAMED:
            return core_schema.no_info_after_validator_function(_naming, unwrapped(tag, schema))

        def comparison(given: Any, handler: ValidatorFunctionWrapHandler) -> Test:
            value = handler(given)
            name = bound_name(given.get(NAMED))
            if isinstance(value, _Among):
                return Test("not-in", value.values, name)
            return Test(tag, value, name)

        return core_schema.no_info_wrap_validator_function(comparison, unwrapped(tag, schema))

    def json_schema(self, parts: Parts) -> JsonSchemaValue:
        is_test: JsonSchemaValue = {"type": "object"}
        if self.heads:
            is_test["not"] = {"anyOf": [{"required": [head]} for head in self.heads]}
        single = {word: parts[word] for word in self.comparisons}
        comparison: JsonSchemaValue = {
            "properties": {**single, NAMED: parts[NAMED]},
            "additionalProperties": False,
            "minProperties": 1,
            "if": {"required": [NAMED]},
            "then": {"maxProperties": 2},
            "else": {"maxProperties": 1},
        }
        return {"if": is_test, "then": comparison, "else": parts["(eq)"]}


def _several(values: list[Any]) -> str:
    """The hint for a list where one of its values is meant."""
    shown = format_flow(values)
    return f"one of several is written {{in: {shown if len(shown) <= _LONGEST else '[…]'}}}"


class BoundName:
    """`Annotated[Any, BoundName()]`: the name under `as`, which `_name_findings` has looked at."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.any_schema()

    def __get_pydantic_json_schema__(self, schema: Any, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"type": "string", "pattern": r"^\$[A-Za-z][A-Za-z0-9_-]{0,63}$"}


def bound_name(value: object) -> str:
    """The name that a bare `$name` binds, or nothing."""
    ref = parse_ref(value) if isinstance(value, str) else None
    return ref.name if ref is not None and ref.attr is None and ref.name not in RESERVED else ""


def _name_findings(value: object) -> Iterator[InitErrorDetails]:
    """The finding of something under `as` that is no new name."""
    if not bound_name(value):
        message = f"`as` binds a name, found {clip(value)}"
        yield finding("E_DOC_VALUE", (NAMED,), message, hint="such as `as: $kind`")


def _equality(value: Any) -> Test:
    return Test("eq", value)


def _naming(name: Any) -> Test:
    """`{as: $name}`, which compares nothing."""
    return Test("", None, bound_name(name))


IdTest = Annotated[
    Test,
    TestOf(
        RefText, OF_NAMES, hint="bind a name here, and test it in a pattern of its own: piece: {id: $name, …}"
    ).named("IdTest"),
]
TypeTest = Annotated[Test, TestOf(TypeValue, OF_NAMES).named("TypeTest")]
ColorTest = Annotated[Test, TestOf(ColorValue, OF_NAMES, heads=("opponent",)).named("ColorTest")]
OwnerTest = Annotated[Test, TestOf(OwnerValue, OF_NAMES, heads=("opponent",)).named("OwnerTest")]
WordTest = Annotated[Test, TestOf(WordValue, OF_NAMES).named("WordTest")]
