"""Answers about what everybody knows: the catalogue, its entries, and the JSON Schemas."""

from __future__ import annotations

from typing import Any, Final

from rete_chess import serial
from rete_chess.registry import unknown_name
from rete_chess.serial import schema as records
from rete_chess.serial import shapes
from rete_chess.server.api.requests import EntryRequest, NoRequest, SchemaRequest
from rete_chess.server.api.schema import API, api_schema
from rete_chess.server.wire.schema import PROTOCOL, protocol_schema

#: The lists of the catalogue by the `kind` of their cards, under which they can be asked for, too.
KINDS: Final = {
    "variant": "variants",
    "ruleset": "rulesets",
    "preset": "presets",
    "layout": "layouts",
    "piece": "pieces",
    "tile": "tiles",
    "ability": "abilities",
    "profile": "profiles",
    "modifier": "modifiers",
    "modifier-kind": "modifierKinds",
    "modifier-kinds": "modifierKinds",
    "primitive": "primitives",
}

#: The names of all schemas.
SCHEMAS: Final = (*records.NAMES, PROTOCOL, API)


def tell_catalog(request: NoRequest) -> shapes.Catalog:
    """Everything that people choose from."""
    return serial.catalog_data()


def tell_entry(request: EntryRequest) -> shapes.CatalogEntry:
    """One entry with its document; unknown names are an error with the nearest."""
    listing = KINDS.get(request.kind, request.kind)
    if listing not in KINDS.values():
        raise unknown_name("kind of entry", request.kind, sorted({*KINDS.values()}))
    return serial.catalog_entry_data(listing, request.id)


def tell_schema(request: SchemaRequest) -> dict[str, Any]:
    """A JSON Schema: of a kind of document, of all serialised values, of messages, or of these requests."""
    name = request.name.removesuffix(".schema.json").removesuffix(".json")
    if name not in SCHEMAS:
        raise unknown_name("schema", name, SCHEMAS)
    if name == PROTOCOL:
        return protocol_schema()
    return api_schema() if name == API else records.build_schema(name)
