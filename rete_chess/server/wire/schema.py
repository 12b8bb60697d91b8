"""The JSON Schema of all messages: one definition for each type, chosen by `type`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue, models_json_schema

from rete_chess.documents.modelling import schema as documents
from rete_chess.server.wire.base import Message
from rete_chess.server.wire.directory import CLIENT_MESSAGES, SERVER_MESSAGES

#: The name under which the schema is listed, printed and written.
PROTOCOL: Final = "protocol"

#: The types that clients and servers both use, and how the definitions of either are called.
TWO_WAY: Final = sorted(CLIENT_MESSAGES.keys() & SERVER_MESSAGES.keys())
_REQUEST, _ANSWER = "request", "answer"


class PlainSchemas(GenerateJsonSchema):
    """The generator of the schema: keys have no titles, and no default is told that says nothing."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def default_schema(self, schema: Any) -> JsonSchemaValue:
        if schema.get("default") is None:
            return self.generate_inner(schema["schema"])
        return super().default_schema(schema)


def protocol_schema() -> dict[str, Any]:
    """The schema of all messages. Its definitions `client` and `server` are those of one direction."""
    definitions, requests, answers = _definitions()
    own = {f"{name}.{_REQUEST}": requests.pop(name) for name in TWO_WAY}
    own |= {f"{name}.{_ANSWER}": answers.pop(name) for name in TWO_WAY}
    either = {name: {"oneOf": [_ref(f"{name}.{way}") for way in (_REQUEST, _ANSWER)]} for name in TWO_WAY}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": documents.schema_id(PROTOCOL),
        "title": "rete_chess messages of clients and servers",
        **_choice({*CLIENT_MESSAGES, *SERVER_MESSAGES}),
        "$defs": {
            **definitions,
            **requests,
            **answers,
            **own,
            **either,
            "client": _choice(CLIENT_MESSAGES, _REQUEST),
            "server": _choice(SERVER_MESSAGES, _ANSWER),
        },
    }


def format_protocol_schema() -> str:
    """The text of the committed file `schemas/protocol.schema.json`."""
    return documents.format_schema(protocol_schema())


Bodies = dict[str, dict[str, Any]]


def _definitions() -> tuple[Bodies, Bodies, Bodies]:
    """The schemas of the parts by name, and of both directions' messages by type."""
    classes: list[type[Message]] = [*CLIENT_MESSAGES.values(), *SERVER_MESSAGES.values()]
    refs, whole = models_json_schema(
        [(found, "validation") for found in classes],
        by_alias=True,
        ref_template="#/$defs/{model}",
        schema_generator=PlainSchemas,
    )
    parts: Bodies = whole["$defs"]
    bodies = {found: parts.pop(ref["$ref"].rpartition("/")[2]) for (found, _), ref in refs.items()}
    for body in bodies.values():
        body["required"] = sorted({"type", *body.get("required", ())})
    return parts, _by_type(CLIENT_MESSAGES, bodies), _by_type(SERVER_MESSAGES, bodies)


def _by_type(known: Mapping[str, type[Message]], bodies: Mapping[Any, dict[str, Any]]) -> Bodies:
    return {name: bodies[found] for name, found in known.items()}


def _choice(names: Iterable[str], way: str = "") -> dict[str, Any]:
    """The schema of any of some messages, of one direction or of both."""
    listed = sorted(names)
    return {
        "type": "object",
        "required": ["type"],
        "properties": {"type": {"enum": listed}},
        "allOf": [
            {
                "if": {"properties": {"type": {"const": name}}, "required": ["type"]},
                "then": _ref(f"{name}.{way}" if way and name in TWO_WAY else name),
            }
            for name in listed
        ],
    }


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/$defs/{name}"}
