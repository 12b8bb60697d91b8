"""Templates: texts for people with placeholders, `{queen} splits on {to}`. Braces have no other use."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, Any, Final

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from rete_chess.documents.language.values import Ref, parse_ref
from rete_chess.documents.modelling.findings import refusal
from rete_chess.errors import clip

LONGEST: Final = 300

_PART = re.compile(r"\{([^{}]*)\}|[^{}]+|[{}]")


@dataclass(frozen=True)
class Template:
    """A text cut into its literal parts and the references whose values stand between them."""

    text: str
    parts: tuple[str | Ref, ...]


def parse_template(text: str) -> Template:
    """The template of a text; a misplaced brace or a malformed name is refused."""
    parts = [_part(found) for found in _PART.finditer(text)]
    return Template(text, tuple(parts))


def references(text: str) -> list[Ref]:
    """The references of a text, without those that are badly written."""
    found = (parse_ref(f"${name}") for name in re.findall(r"\{([^{}]*)\}", text))
    return [ref for ref in found if ref is not None]


def _part(found: re.Match[str]) -> str | Ref:
    whole, name = found[0], found[1]
    if name is not None:
        ref = parse_ref(f"${name}")
        if ref is None:
            message = f"{clip(whole)} is no placeholder, expected {{name}} or {{name.attribute}}"
            raise refusal("E_DOC_VALUE", message=message)
        return ref
    if whole in ("{", "}"):
        missing = "}" if whole == "{" else "{"
        message = f"the text has a {whole!r} without its {missing!r} at character {found.start() + 1}"
        raise refusal("E_DOC_VALUE", message=message, hint="placeholders are written {name}")
    return whole


class _TemplateForm:
    """The annotation of a template."""

    def check(self, value: object) -> Template:
        if not isinstance(value, str):
            raise refusal("E_DOC_TYPE", expected="a text")
        if not 0 < len(value) <= LONGEST:
            raise refusal("E_DOC_VALUE", expected=f"a text of 1 to {LONGEST} characters")
        return parse_template(value)

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self.check)

    def __get_pydantic_json_schema__(self, schema: Any, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        placeholder = r"\{[A-Za-z][A-Za-z0-9_-]*(?:\.[A-Za-z][A-Za-z0-9_-]*)?\}"
        return {
            "type": "string",
            "minLength": 1,
            "maxLength": LONGEST,
            "pattern": rf"^(?:[^{{}}]|{placeholder})*$",
        }


TemplateText = Annotated[Template, _TemplateForm()]
