"""Values inside rules: constants, and references such as `$piece` or `$config.hp`.

No text is ever evaluated; a text that begins with `$` is a reference, any other is itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeGuard

from pydantic import Field, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from rete_chess.core.geometry import COLORS, OWNERS
from rete_chess.core.values import LARGEST
from rete_chess.documents.language.atom import TagWord, TypeId
from rete_chess.documents.language.squares import Square
from rete_chess.documents.modelling.alternatives import Alternatives, Heads, Parts, Shapes
from rete_chess.documents.modelling.findings import refusal
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import MAPPING, TEXT, OneOf

#: Names that are known everywhere; `self` only where something carries the rule.
RESERVED: Final = ("self", "event", "config", "game", "preset", "scope", "color")

#: The least number above 0: numbers keep three places.
LEAST: Final = 0.001

_REF = re.compile(r"\$([A-Za-z][A-Za-z0-9_-]{0,63})(?:\.([A-Za-z][A-Za-z0-9_-]{0,63}))?")


@dataclass(frozen=True)
class Ref:
    """`$name`, or `$name.attr`: a variable, or something of what it stands for."""

    name: str
    attr: str | None = None

    def __str__(self) -> str:
        return f"${self.name}" if self.attr is None else f"${self.name}.{self.attr}"


def is_ref(value: object) -> TypeGuard[Ref]:
    """Whether a value of a document is a reference."""
    return isinstance(value, Ref)


def parse_ref(text: str) -> Ref | None:
    """The reference that a text is, or None; `str` of it is the text again."""
    found = _REF.fullmatch(text)
    return None if found is None else Ref(found[1], found[2])


class RefForm:
    """`Annotated[Ref, RefForm()]`: a reference; `expected` says what else the place would take.

    Where that is a list, `item` is the pattern of its items, one of which is often written alone.
    """

    def __init__(self, expected: str = "a reference such as $piece", item: str | None = None) -> None:
        self.expected = expected
        self.item = item

    def check(self, value: object) -> Ref:
        found = parse_ref(value) if isinstance(value, str) else None
        if found is not None:
            return found
        if isinstance(value, str) and value.startswith("$"):
            raise refusal("E_DOC_VALUE", expected="a reference, $name or $name.attribute")
        raise refusal("E_DOC_TYPE", expected=self.expected, hint=self._repair(value))

    def _repair(self, value: object) -> str | None:
        if not isinstance(value, str):
            return None
        if self.item is not None and re.fullmatch(self.item, value):
            return f"a list of one is written [{value}]"
        is_name = _REF.fullmatch(f"${value}") is not None
        return f"a name that a pattern binds is written ${value}" if is_name else None

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self.check)

    def __get_pydantic_json_schema__(self, schema: Any, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"type": "string", "pattern": f"^{_REF.pattern}$"}


def ref_or(expected: str, item: str | None = None) -> Any:
    """A reference, at a place that takes something else too, as `expected` says; see `RefForm`."""
    return Annotated[Ref, RefForm(expected, item)]


RefText = Annotated[Ref, RefForm()]


class OrRef(Alternatives):
    """`Annotated[Kind | Ref, OrRef(Kind)]`: what the kind says, or a reference."""

    def __init__(self, kind: Any) -> None:
        super().__init__({"(ref)": RefText, "(other)": kind})

    def tag(self, value: Any) -> str:
        return "(ref)" if isinstance(value, str) and value.startswith("$") else "(other)"

    def json_schema(self, parts: Parts) -> JsonSchemaValue:
        is_ref = {"type": "string", "pattern": r"^\$"}
        return {"if": is_ref, "then": parts["(ref)"], "else": parts["(other)"]}


class NumberForm:
    """`Annotated[int | float, NumberForm()]`: a number as it was written, within `LARGEST`."""

    def check(self, value: object) -> int | float:
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            raise refusal("E_DOC_TYPE", expected="a number")
        if abs(value) > LARGEST:
            raise refusal("E_DOC_VALUE", expected=f"between -{LARGEST} and {LARGEST}")
        return value

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self.check)

    def __get_pydantic_json_schema__(self, schema: Any, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"type": "number", "minimum": -LARGEST, "maximum": LARGEST}


class AboveNothing(NumberForm):
    """`Annotated[int | float, AboveNothing()]`: a number above 0, which is at least a thousandth."""

    def check(self, value: object) -> int | float:
        number = super().check(value)
        if number < LEAST:
            raise refusal("E_DOC_VALUE", expected="a number above 0")
        return number

    def __get_pydantic_json_schema__(self, schema: Any, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"type": "number", "minimum": LEAST, "maximum": LARGEST}


class Within(NumberForm):
    """`Annotated[int | float, Within(least, most)]`: a number within bounds, both of them allowed."""

    def __init__(self, least: float, most: float) -> None:
        self.least = least
        self.most = most

    def check(self, value: object) -> int | float:
        number = super().check(value)
        if not self.least <= number <= self.most:
            raise refusal("E_DOC_VALUE", expected=f"between {self.least:g} and {self.most:g}")
        return number

    def __get_pydantic_json_schema__(self, schema: Any, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"type": "number", "minimum": self.least, "maximum": self.most}


Number = Annotated[int | float, NumberForm()]
Positive = Annotated[int | float, AboveNothing()]
Text = Annotated[str, Field(max_length=200)]
Color = Annotated[str, OneOf(COLORS)]
#: To whom a piece belongs: a side, or nobody.
Owner = Annotated[str, OneOf(OWNERS)]


class Opponent(DocumentModel):
    """`{opponent: $side}`: the other side."""

    opponent: Annotated[Ref, RefForm("a reference to a side, such as $side")] = Field(
        description="The side whose opponent is meant."
    )


TypeValue = Annotated[str | Ref, OrRef(TypeId).named("TypeValue")]
ColorName = Annotated[str | Ref, OrRef(Color).named("ColorName")]
#: A side: by its name, by a reference, or as the opponent of another.
ColorValue = Annotated[
    str | Ref | Opponent,
    Shapes(
        "white, black, a reference such as $side, or {opponent: $side}",
        {TEXT: ColorName, MAPPING: Annotated[Opponent, Heads("side", {"opponent": Opponent})]},
    ).named("ColorValue"),
]
OwnerName = Annotated[str | Ref, OrRef(Owner).named("OwnerName")]
#: The same of a piece, which may also be nobody's.
OwnerValue = Annotated[
    str | Ref | Opponent,
    Shapes(
        "white, black, neutral, a reference such as $side, or {opponent: $side}",
        {TEXT: OwnerName, MAPPING: Annotated[Opponent, Heads("side", {"opponent": Opponent})]},
    ).named("OwnerValue"),
]
SquareValue = Annotated[str | Ref, OrRef(Square).named("SquareValue")]
WordValue = Annotated[str | Ref, OrRef(TagWord).named("WordValue")]
TextValue = Annotated[str | Ref, OrRef(Text).named("TextValue")]


class Scaled(DocumentModel):
    """`{of: $x.Hp, times: 2, plus: 1}`: a number taken from a reference."""

    of: RefText = Field(description="The reference whose number is taken.")
    times: Number = Field(1, description="The factor.")
    plus: Number = Field(0, description="What is added after the factor.")
