"""Field types whose errors are in plain words: a word of a list, a text of a form, a list of a length."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, get_args

from pydantic import Discriminator, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from rete_chess.documents.modelling.findings import SHAPE, refusal


@dataclass(frozen=True)
class OneOf:
    """`Annotated[str, OneOf(words)]`: one of the words; `expected` tells of other forms, too.

    `hint` is for a word that is near none of them.
    """

    words: tuple[str, ...]
    expected: str = ""
    hint: str | None = None

    def check(self, value: object) -> str:
        if isinstance(value, str) and value in self.words:
            return value
        code = "E_DOC_CHOICE" if isinstance(value, str) else "E_DOC_TYPE"
        expected = self.expected or "one of " + ", ".join(self.words)
        raise refusal(code, expected=expected, choices=self.words, hint=self.hint)

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self.check)

    def __get_pydantic_json_schema__(self, schema: Any, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"type": "string", "enum": list(self.words)}


@dataclass(frozen=True)
class Form:
    """`Annotated[str, Form(pattern, meaning)]`: a text of which the whole fits the pattern."""

    pattern: str
    meaning: str

    def check(self, value: object) -> str:
        if isinstance(value, str) and re.fullmatch(self.pattern, value):
            return value
        code = "E_DOC_VALUE" if isinstance(value, str) else "E_DOC_TYPE"
        raise refusal(code, expected=self.meaning, hint=self.repair(value))

    def repair(self, value: object) -> str | None:
        """The hint for a text that would fit in lower case, with hyphens for underscores."""
        plain = value.lower().replace("_", "-")[:80] if isinstance(value, str) else ""
        return f"did you mean {plain!r}?" if plain != value and re.fullmatch(self.pattern, plain) else None

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self.check)

    def __get_pydantic_json_schema__(self, schema: Any, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"type": "string", "pattern": f"^{self.pattern}$"}


#: Tags of the alternatives of `by_shape`; the brackets keep them apart from keys in error paths.
TEXT, NUMBER, LIST, MAPPING = "(text)", "(number)", "(list)", "(mapping)"

_SHAPES: dict[type, str] = {str: TEXT, int: NUMBER, list: LIST, dict: MAPPING}


def shape_of(value: object) -> str | None:
    """The tag of the alternative that a value chooses by its shape."""
    return _SHAPES.get(type(value))


def by_shape(expected: str) -> Discriminator:
    """The discriminator of alternatives tagged TEXT, NUMBER, LIST and MAPPING; `expected` names them."""
    return Discriminator(
        shape_of,
        custom_error_type=SHAPE,
        custom_error_message=expected,
    )


@dataclass(frozen=True)
class Many:
    """`Annotated[tuple[X, ...], Many(least, most)]`: a list; a longer one is refused before it is read."""

    least: int
    most: int

    def check(self, value: object) -> object:
        if isinstance(value, list) and len(value) > self.most:
            raise refusal("E_DOC_VALUE", expected=f"a list of at most {self.most}")
        return value

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        item = handler.generate_schema(get_args(source)[0])
        items = core_schema.tuple_schema(
            [item],
            variadic_item_index=0,
            min_length=self.least or None,
            max_length=self.most,
            strict=False,
        )
        return core_schema.no_info_before_validator_function(self.check, items)
