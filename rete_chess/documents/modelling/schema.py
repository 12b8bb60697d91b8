"""JSON Schemas (draft 2020-12) of the documents, generated from their models."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from rete_chess.documents.modelling._examples import annotate
from rete_chess.documents.modelling.alternatives import ALTERNATIVES, Alternatives
from rete_chess.documents.modelling.frozen_map import MAX_ENTRIES
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.promise import PROMISED

#: Marks a part that shall stand once, under its name, among the definitions of a schema.
_NAMED = "x-name"


class _Generator(GenerateJsonSchema):
    """The generator of our schemas: optional keys may be absent but not `null`, and keys have no titles."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._begun: set[str] = set()  # the models that stand, or will stand, among the definitions

    def generate_inner(self, schema: Any) -> JsonSchemaValue:
        """Build the promised models now; each becomes one definition."""
        promised: Callable[[], type[DocumentModel]] | None = (schema.get("metadata") or {}).get(PROMISED)
        if promised is None:
            return super().generate_inner(schema)
        model = promised()
        ref = f"{model.__module__}.{model.__qualname__}:{id(model)}"
        if ref in self._begun:
            return super().generate_inner(core_schema.definition_reference_schema(ref))
        self._begun.add(ref)
        model.model_rebuild()
        whole: Any = {**model.__pydantic_core_schema__, "ref": ref}
        return super().generate_inner(whole)

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        if schema.get("default") is None:
            return self.generate_inner(schema["schema"])
        return super().default_schema(schema)

    def function_wrap_schema(self, schema: core_schema.WrapValidatorFunctionSchema) -> JsonSchemaValue:
        found = (schema.get("metadata") or {}).get(ALTERNATIVES)
        if not isinstance(found, Alternatives):
            return super().function_wrap_schema(schema)
        choices: dict[Any, Any] = schema["schema"]["choices"]
        written = found.json_schema({tag: self.generate_inner(choices[tag]) for tag in found.types})
        return {**written, _NAMED: found.name} if found.name else written

    def dict_schema(self, schema: core_schema.DictSchema) -> JsonSchemaValue:
        return {
            "type": "object",
            "propertyNames": self.generate_inner(schema["keys_schema"]),
            "additionalProperties": self.generate_inner(schema["values_schema"]),
            "maxProperties": MAX_ENTRIES,
        }


def schema_id(kind: str) -> str:
    """The `$id` of the schema of a kind."""
    return f"urn:rete-chess:schema:{kind}"


def document_schema(kind: str, body: dict[str, Any]) -> dict[str, Any]:
    """The schema of a kind of document, given that of its model: with examples and a head."""
    annotate(body, kind)
    return {
        **body,
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": schema_id(kind),
        "title": f"rete_chess {kind} document",
    }


def model_schema(model: type[DocumentModel]) -> dict[str, Any]:
    """The schema of a model, with all that it refers to among its definitions."""
    definitions: dict[str, Any] = {}
    body: dict[str, Any] = _hoisted(
        model.model_json_schema(by_alias=True, schema_generator=_Generator), definitions
    )
    body["$defs"] = {**body.get("$defs", {}), **definitions}
    return body


def value_schema(annotation: Any) -> dict[str, Any]:
    """The schema of the values of an annotation, as fields of models have one."""
    body = TypeAdapter(annotation).json_schema(schema_generator=_Generator)
    definitions: dict[str, Any] = {}
    whole: dict[str, Any] = _hoisted(body, definitions)
    return {**whole, "$defs": {**whole.get("$defs", {}), **definitions}} if definitions else whole


def _hoisted(part: Any, definitions: dict[str, Any]) -> Any:
    """A part in which references stand for all named parts, which are put among the definitions."""
    if isinstance(part, list):
        return [_hoisted(item, definitions) for item in part]
    if not isinstance(part, dict):
        return part
    whole = {key: _hoisted(value, definitions) for key, value in part.items() if key != _NAMED}
    if _NAMED not in part:
        return whole
    description = {key: whole.pop(key) for key in ("description",) if key in whole}
    definitions[part[_NAMED]] = whole
    return {"$ref": f"#/$defs/{part[_NAMED]}", **description}


def format_schema(schema: dict[str, Any]) -> str:
    """The text of a committed file `schemas/<kind>.schema.json`."""
    return json.dumps(schema, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
