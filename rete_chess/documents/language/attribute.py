"""Declarations of settings, and of attributes of pieces, tiles, sides and games."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeGuard

from pydantic import AfterValidator, Field
from pydantic_core import InitErrorDetails

from rete_chess.documents.language.chance import DrawnValue, PickValue, Roll
from rete_chess.documents.language.comparison import OneOrMany
from rete_chess.documents.language.filter import Count, Filter
from rete_chess.documents.language.values import Number, OrRef, Ref, Scaled
from rete_chess.documents.modelling.alternatives import BOOLEAN, Keyed, Shapes
from rete_chess.documents.modelling.findings import finding
from rete_chess.documents.modelling.frozen_map import FrozenMap, KeyForm
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.problems import describe
from rete_chess.documents.modelling.words import LIST, MAPPING, NUMBER, TEXT, Form, Many, OneOf

OWNERS: Final = ("piece", "tile", "side", "game", "preset")
TYPES: Final = ("int", "number", "bool", "string")

ConfigKey = Annotated[
    str, KeyForm("[a-z][A-Za-z0-9_-]{0,63}", "a name that begins with a lower-case letter, such as hp")
]
ConstantText = Annotated[
    str, Form(r"(?!\$)[\s\S]{0,200}", "a text of at most 200 characters that is no reference")
]
_CONSTANTS: dict[str, Any] = {TEXT: ConstantText, NUMBER: Number, BOOLEAN: bool}
Constant = Annotated[
    str | int | float | bool, Shapes("a text, a number, true or false", _CONSTANTS).named("Constant")
]
Constants = Annotated[tuple[Constant, ...], Many(0, 256)]
ConfigValue = Annotated[
    str | int | float | bool | tuple[str | int | float | bool, ...],
    Shapes("a text, a number, true, false or a list of them", {**_CONSTANTS, LIST: Constants}).named(
        "ConfigValue"
    ),
]
Config = FrozenMap[ConfigKey, ConfigValue]


@dataclass(frozen=True)
class AttributeType:
    """int, number, bool or string; enum with its words; or list with the type of its items."""

    kind: str
    words: tuple[str, ...] = ()
    items: str | None = None


EnumWord = Annotated[str, Form("[A-Za-z][A-Za-z0-9-]{0,31}", "a word of letters, digits and hyphens")]
EnumWords = Annotated[tuple[EnumWord, ...], Many(1, 64)]


def _plain(word: str) -> AttributeType:
    return AttributeType(word)


def _enum(words: tuple[str, ...]) -> AttributeType:
    return AttributeType("enum", words=words)


def _list(items: str) -> AttributeType:
    return AttributeType("list", items=items)


_TYPE = Annotated[
    AttributeType,
    Shapes(
        f"one of {', '.join(TYPES)}, or a mapping such as {{enum: [day, night]}}",
        {
            TEXT: Annotated[str, OneOf(TYPES), AfterValidator(_plain)],
            MAPPING: Annotated[
                Any,
                Keyed(
                    "type",
                    {
                        "enum": Annotated[EnumWords, AfterValidator(_enum)],
                        "list": Annotated[str, OneOf(TYPES), AfterValidator(_list)],
                    },
                ),
            ],
        },
    ),
]
Bound = Annotated[int | float | Ref, OrRef(Number)]

_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?|true|false")

#: Which constants an attribute of a type may begin with.
_FITS: Final[dict[str, tuple[type, ...]]] = {
    "int": (int,),
    "number": (int, float),
    "bool": (bool,),
    "string": (str,),
}


class Attribute(DocumentModel):
    """An attribute that the document declares: it is seeded on activation, withdrawn on deactivation."""

    of: Annotated[str, OneOf(OWNERS)] = Field(description="What has it: piece, tile, side, game or preset.")
    type: _TYPE = Field(description="What it holds: int, number, bool, string, {enum: …} or {list: …}.")
    for_: Filter | None = Field(None, description="Which pieces or tiles have it; without it, all.")
    start: (
        Annotated[
            str
            | int
            | float
            | bool
            | tuple[str | int | float | bool, ...]
            | Ref
            | Scaled
            | Count
            | Roll
            | PickValue,
            OneOrMany({LIST: Constants, "(one)": DrawnValue}),
        ]
        | None
    ) = Field(None, description="The value it begins with; without it, none until a rule sets it.")
    min: Bound | None = Field(None, description="The least it can be.")
    max: Bound | None = Field(None, description="The most it can be.")
    fen: bool = Field(False, description="Whether it is written into FEN.")
    vital: bool = Field(
        False,
        description="Whether a piece dies when damage has used it up: `absorb` with `fatal` asks for it.",
    )
    first: bool = Field(
        False, description="Whether `start` comes before the values that other documents give."
    )

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        owner, kind = data.get("of"), data.get("type")
        if "for" in data and owner in ("side", "game", "preset"):
            message = f"`for` chooses pieces or tiles, not a {owner}"
            yield finding("E_DOC_CONFLICT", ("for",), message, key=True, hint="remove `for`")
        if data.get("fen") is True and owner in ("piece", "tile", "preset"):
            message = f"`fen` writes what sides and the game have, not a {owner}"
            yield finding("E_DOC_CONFLICT", ("fen",), message, key=True, hint="remove `fen`")
        elif data.get("fen") is True and (kind == "string" or (isinstance(kind, dict) and "list" in kind)):
            message = "`fen` writes numbers, true, false and the words of an enum, no texts and no lists"
            yield finding("E_DOC_CONFLICT", ("fen",), message, key=True, hint="remove `fen`")
        if data.get("vital") is True and isinstance(owner, str) and owner != "piece":
            message = f"`vital` is what a piece dies without, not a {owner}"
            yield finding("E_DOC_CONFLICT", ("vital",), message, key=True, hint="remove `vital`")
        yield from _start_findings(kind, data.get("start"))
        yield from _bound_findings(kind, data)


def _start_findings(kind: object, start: object) -> Iterator[InitErrorDetails]:
    """The finding of a first value that is not of the attribute's type; references are checked later."""
    if isinstance(start, dict):
        yield from _drawn_findings(kind, start)
        return
    if start is None or (isinstance(start, str) and start.startswith("$")):
        return
    if isinstance(kind, str) and kind in _FITS and type(start) not in _FITS[kind]:
        yield _unfit(f"of type {kind}", start)
    elif isinstance(kind, dict) and isinstance(kind.get("enum"), list) and start not in kind["enum"]:
        yield _unfit(f"one of {', '.join(map(str, kind['enum'][:64]))}"[:200], start)
    elif isinstance(kind, dict) and "list" in kind and not isinstance(start, list):
        yield _unfit("a list", start)


def _drawn_findings(kind: object, start: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
    """The findings of a first value that is left to chance: nothing may come out that does not fit."""
    if "roll" in start and (isinstance(kind, dict) or kind in ("bool", "string")):
        message = f"a roll is a number, and the attribute is {describe(kind)}"
        yield finding("E_DOC_TYPE", ("start", "roll"), message, hint="write {pick: […]}")
    choices = start.get("pick")
    for index, choice in enumerate(choices if isinstance(choices, list) else ()):
        for found in _start_findings(kind, choice):
            yield {**found, "loc": ("start", "pick", index)}


def _unfit(expected: str, start: object) -> InitErrorDetails:
    hint = "write it without quotation marks" if isinstance(start, str) and _NUMBER.fullmatch(start) else None
    return finding(
        "E_DOC_TYPE", ("start",), f"`start` must be {expected}, found {describe(start)}", hint=hint
    )


def _bound_findings(kind: object, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
    for key in ("min", "max"):
        if key in data and (kind in ("bool", "string") or isinstance(kind, dict)):
            message = f"`{key}` belongs to numbers"
            yield finding("E_DOC_CONFLICT", (key,), message, key=True, hint=f"remove `{key}`")
    least, most = data.get("min"), data.get("max")
    if isinstance(least, (int, float)) and isinstance(most, (int, float)) and least > most:
        yield finding("E_DOC_VALUE", ("max",), f"`max` is less than `min`: {most} < {least}")
        return
    start = data.get("start")
    for key, bound, sign in (("min", least, -1), ("max", most, 1)):
        if _is_number(start) and _is_number(bound) and start * sign > bound * sign:
            message = f"`start` is {'more' if sign > 0 else 'less'} than `{key}`: {start}, {bound}"
            yield finding("E_DOC_VALUE", ("start",), message)


def _is_number(value: object) -> TypeGuard[int | float]:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
