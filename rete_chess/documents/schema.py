"""JSON Schemas (draft 2020-12) of the documents, generated from their models."""

from __future__ import annotations

import json
from typing import Any

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from rete_chess.documents.model import DocumentModel
from rete_chess.documents.piece import PieceDocument

#: The kinds of documents that have a schema.
MODELS: dict[str, type[DocumentModel]] = {"piece": PieceDocument}


class _Generator(GenerateJsonSchema):
    """A key that may be absent may not be empty: `null` is no value of the language. Keys need no titles."""

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        if schema.get("default") is None:
            return self.generate_inner(schema["schema"])
        return super().default_schema(schema)


def build_schema(kind: str) -> dict[str, Any]:
    """The schema of a kind of document."""
    body = MODELS[kind].model_json_schema(by_alias=True, schema_generator=_Generator)
    return {
        **body,
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:rete-chess:schema:{kind}",
        "title": f"rete_chess {kind} document",
    }


def format_schema(kind: str) -> str:
    """The text of the committed file `schemas/<kind>.schema.json`."""
    return json.dumps(build_schema(kind), indent=2, sort_keys=True, ensure_ascii=False) + "\n"
