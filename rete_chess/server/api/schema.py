"""The JSON Schema of the requests with a body, and by which shapes they are answered."""

from __future__ import annotations

from typing import Any, Final

from pydantic.json_schema import models_json_schema

from rete_chess.documents.modelling import schema as documents
from rete_chess.server.api.requests import BODIES
from rete_chess.server.wire.schema import PlainSchemas

#: The name under which the schema is listed, printed and written.
API: Final = "api"

#: The shapes of the answers in `records`, by address.
ANSWERED_BY: Final = {
    "validate": "Validation",
    "test": "ScenarioRun",
    "preview": "Preview",
    "balance": "BalanceShare",
    "replay": "Replay",
    "profiles/check": "ProfilesCheck",
    "profiles/fix": "ProfileFix",
}


def api_schema() -> dict[str, Any]:
    """The schema of the bodies of requests: a definition for each model, and `requests` by address."""
    models = dict.fromkeys(BODIES.values())
    refs, whole = models_json_schema(
        [(model, "validation") for model in models],
        by_alias=True,
        ref_template="#/$defs/{model}",
        schema_generator=PlainSchemas,
    )
    named = {model: ref["$ref"] for (model, _), ref in refs.items()}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": documents.schema_id(API),
        "title": "rete_chess requests about documents",
        "description": "The bodies of requests: refer to one of the definitions.",
        "requests": {
            f"/api/{address}": {
                "body": named[model],
                "answer": f"{documents.schema_id('records')}#/$defs/{ANSWERED_BY[address]}",
            }
            for address, model in BODIES.items()
        },
        "$defs": whole["$defs"],
    }


def format_api_schema() -> str:
    """The text of the committed file `schemas/api.schema.json`."""
    return documents.format_schema(api_schema())
