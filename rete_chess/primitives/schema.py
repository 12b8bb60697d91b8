"""The JSON Schemas of documents with a definition for each kind of primitive."""

from __future__ import annotations

from typing import Any, Final

from rete_chess.documents.kinds.document import MODELS
from rete_chess.documents.kinds.modifier import MAX_PRIMITIVES, NODE_MARK
from rete_chess.documents.modelling import schema as documents
from rete_chess.primitives.catalog import ORDER
from rete_chess.primitives.primitive import Primitive

__all__ = ["MODELS", "build_schema", "format_schema", "primitive_schema"]

_PRIMITIVE: Final = "Primitive"


def build_schema(kind: str) -> dict[str, Any]:
    """The schema of a kind of document."""
    return documents.document_schema(kind, _filled(documents.model_schema(MODELS[kind])))


def primitive_schema(primitive: type[Primitive]) -> dict[str, Any]:
    """The schema of one kind of primitive; of those inside it only the kind is checked."""
    body = documents.model_schema(primitive)
    body["properties"]["kind"] = {"const": primitive.word, "description": "The kind of the primitive."}
    if _has_mark(body):
        kinds = _kind(*(other.word for other in ORDER))
        body["$defs"][_PRIMITIVE] = {
            "type": "object",
            "required": ["kind"],
            "properties": {"kind": kinds},
        }
    closed: dict[str, Any] = _closed(body)
    return closed


def _filled(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema with all primitives among its definitions, if it speaks of them."""
    if not _has_mark(schema):
        return schema
    definitions: dict[str, Any] = schema.setdefault("$defs", {})
    for primitive in ORDER:
        body = documents.model_schema(primitive)
        for name, part in body.pop("$defs", {}).items():
            assert definitions.setdefault(name, part) == part, f"two models are named {name}"
        definitions[primitive.word] = body
    definitions[_PRIMITIVE] = _any_primitive()
    closed: dict[str, Any] = _closed(schema)
    return closed


def format_schema(kind: str) -> str:
    """The text of the committed file `schemas/<kind>.schema.json`."""
    return documents.format_schema(build_schema(kind))


def _any_primitive() -> dict[str, Any]:
    """The schema of a primitive, chosen by its kind: trying all alternatives would take seconds."""
    return {
        "type": "object",
        "required": ["kind"],
        "properties": {"kind": _kind(*(primitive.word for primitive in ORDER))},
        "allOf": [
            {
                "if": {"properties": {"kind": _kind(primitive.word)}, "required": ["kind"]},
                "then": {"$ref": f"#/$defs/{primitive.word}"},
            }
            for primitive in ORDER
        ],
    }


def _kind(*words: str) -> dict[str, Any]:
    return {"enum": list(words), "description": "The kind of the primitive."}


def _has_mark(part: Any) -> bool:
    if isinstance(part, dict):
        return NODE_MARK in part or any(map(_has_mark, part.values()))
    return isinstance(part, list) and any(map(_has_mark, part))


def _closed(part: Any) -> Any:
    """A part in which every mark is a reference, and no list of primitives is too long."""
    if isinstance(part, list):
        return [_closed(item) for item in part]
    if not isinstance(part, dict):
        return part
    if NODE_MARK in part:
        return {"$ref": f"#/$defs/{_PRIMITIVE}"}
    whole = {key: _closed(value) for key, value in part.items()}
    if isinstance(part.get("items"), dict) and NODE_MARK in part["items"]:
        whole["maxItems"] = MAX_PRIMITIVES
    return whole
