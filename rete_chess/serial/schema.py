"""The JSON Schemas that are exported: one for each kind of document, and one for all serialised values."""

from __future__ import annotations

from typing import Any, Final

from pydantic import TypeAdapter

from rete_chess.documents.modelling.schema import format_schema as format_value
from rete_chess.documents.modelling.schema import schema_id
from rete_chess.primitives import schema as documents
from rete_chess.serial import shapes

#: The schema of serialised values, with a definition for each shape.
RECORDS: Final = "records"
#: The names of all schemas.
NAMES: Final = (*documents.MODELS, RECORDS)

_DEFINED: Final = "#/$defs/{model}"


def build_schema(name: str) -> dict[str, Any]:
    """The schema of a kind of document, or of all serialised values."""
    return records_schema() if name == RECORDS else documents.build_schema(name)


def format_schema(name: str) -> str:
    """The text of the committed file `schemas/<name>.schema.json`."""
    return format_value(build_schema(name))


def records_schema() -> dict[str, Any]:
    """The schema of serialised values: nothing but definitions, `#/$defs/Record` and so on."""
    found = [(name, "validation", TypeAdapter(getattr(shapes, name))) for name in shapes.__all__]
    _, whole = TypeAdapter.json_schemas(found, ref_template=_DEFINED)  # type: ignore[arg-type]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": schema_id(RECORDS),
        "title": "rete_chess serialised values",
        "description": "Every value that rete_chess serialises: refer to one of the definitions.",
        "$defs": {name: _closed(part) for name, part in whole["$defs"].items()},
    }


def shape_schema(shape: str) -> dict[str, Any]:
    """The schema of one shape, such as `Record`, with all that it refers to."""
    return {**records_schema(), "$id": f"{schema_id(RECORDS)}:{shape}", "$ref": f"#/$defs/{shape}"}


def _closed(part: Any) -> Any:
    """A part whose objects have no other keys than those it names, and whose keys have no titles."""
    if isinstance(part, list):
        return [_closed(item) for item in part]
    if not isinstance(part, dict):
        return part
    whole = {key: _closed(value) for key, value in part.items() if key != "properties"}
    if "properties" in part:
        whole["properties"] = {
            key: {word: _closed(said) for word, said in value.items() if word != "title"}
            for key, value in part["properties"].items()
        }
        whole["additionalProperties"] = False
    return whole
