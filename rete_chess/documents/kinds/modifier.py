"""The document of a custom modifier, `*.modifier.yaml`. The parameters of primitives are not known here."""

from __future__ import annotations

from typing import Annotated, Any, Final

from pydantic import Field, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from rete_chess.documents.language.filter import Filter
from rete_chess.documents.language.ids import Description, Id, Name
from rete_chess.documents.modelling.findings import refusal
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import Many, OneOf
from rete_chess.documents.reading.source import MAX_NODES

#: Primitives of one modifier, all levels counted, and levels inside one another.
MAX_PRIMITIVES: Final = 50
MAX_LEVELS: Final = 3

#: Marks the place of a primitive in a schema, until its alternatives are known.
NODE_MARK: Final = "x-primitive"


class OpenNode:
    """The annotation of a primitive of any kind: a mapping with the key `kind`."""

    def check(self, value: object) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise refusal("E_DOC_TYPE", expected="a mapping with the key `kind`")
        if "kind" not in value:
            raise refusal("E_DOC_MISSING", message="a primitive needs the key `kind`", absent="kind")
        return value

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self.check)

    def __get_pydantic_json_schema__(self, schema: Any, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {NODE_MARK: True}


class _Type(OneOf):
    """The word `data`; `scripted` is kept for later."""

    def check(self, value: object) -> str:
        if value == "scripted":
            message = "modifiers of the type `scripted` are reserved for a later version"
            raise refusal("E_MODIFIER_SCRIPTED", message=message, hint="write `type: data`")
        return super().check(value)


class ModifierDocument(DocumentModel):
    """A custom modifier: a tree of primitives that pieces carry."""

    kind: Annotated[str, OneOf(("modifier",))] = Field(
        "modifier", description="The kind of document: modifier."
    )
    id: Id = Field(description="The id by which variants and profiles name the modifier.")
    type: Annotated[str, _Type(("data",))] = Field(description="How it is written: data.")
    version: Annotated[int, Field(ge=1, le=1)] = Field(description="The version of the primitives: 1.")
    name: Name = Field(description="The name people read.")
    description: Description | None = Field(None, description="What its carrier can do, with its numbers.")
    primitives: Annotated[tuple[Annotated[Any, OpenNode()], ...], Many(1, MAX_NODES)] = Field(
        description="What it is made of, in order."
    )


class ModifierUse(DocumentModel):
    """A custom modifier that pieces carry from the start."""

    id: Id = Field(description="The id of the modifier.")
    for_: Filter = Field(description="The pieces that carry it, chosen in the start position.")
