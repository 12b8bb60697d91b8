"""The catalogue and the schemas as everybody is told them."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from rete_chess import serial
from rete_chess.serial import shapes
from rete_chess.server.api.catalogue import KINDS, SCHEMAS
from rete_chess.server.api.requests import BODIES
from rete_chess.server.api.schema import ANSWERED_BY, api_schema, format_api_schema
from tests.server.api.asking import ask, refused

ROOT = Path(__file__).resolve().parents[3]


def test_the_catalogue() -> None:
    found = ask("catalog", "Catalog")
    assert found == serial.catalog_data()
    assert {*found} == {*KINDS.values()}


@pytest.mark.parametrize("listing", sorted({*KINDS.values()}))
def test_every_card_has_an_entry_by_either_name_of_its_kind(listing: str) -> None:
    for card in ask("catalog")[listing]:
        entry = ask("entry", "CatalogEntry", kind=listing, id=card["id"])
        assert entry["card"] == card
        assert entry == ask("entry", kind=card["kind"], id=card["id"])
        if entry["document"] is not None:
            assert entry["document"]["id"]


def test_unknown_entries() -> None:
    assert refused("entry", 404, kind="pieces", id="roook")["hint"] == "did you mean 'rook'?"
    assert refused("entry", 404, kind="fonts", id="rook")["code"] == "E_UNKNOWN_NAME"
    assert refused("entry", 404, kind="pieces", id="../../pieces/rook")["code"] == "E_UNKNOWN_NAME"


@pytest.mark.parametrize("name", SCHEMAS)
def test_schemas_are_the_committed_ones(name: str) -> None:
    committed = json.loads((ROOT / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8"))
    assert ask("schema", name=name) == committed
    assert ask("schema", name=f"{name}.schema.json") == committed


def test_the_schema_of_requests_is_current_and_well_formed() -> None:
    committed = (ROOT / "schemas" / "api.schema.json").read_text(encoding="utf-8")
    assert committed == format_api_schema(), "write it anew: rete-chess schemas api --to schemas"
    jsonschema.Draft202012Validator.check_schema(api_schema())
    assert {*ANSWERED_BY} == {*BODIES}
    assert {*ANSWERED_BY.values()} <= {*shapes.__all__}


@pytest.mark.parametrize(
    ("name", "body", "is_fine"),
    [
        ("validate", {"text": "x"}, True),
        ("validate", {"text": {"kind": "piece"}, "name": "x.piece.yaml", "documents": ["x", {}]}, True),
        ("validate", {"txt": "x"}, False),
        ("test", {"text": "x", "moves": []}, False),
        ("preview", {"text": "chess", "moves": ["e4"], "whyNot": {"move": "e5", "rule": "x"}}, True),
        ("preview", {"text": "chess", "presets": [{"id": "piece-hp", "scope": "white"}]}, True),
        ("preview", {"text": "chess", "presets": [{"id": "piece-hp", "scope": "nobody"}]}, False),
        ("profiles/check", {"variant": "chess", "presets": [], "profiles": [], "customModifiers": []}, True),
        ("profiles/check", {"variant": "chess", "profiles": 7}, False),
        ("profiles/fix", {"variant": "chess", "profiles": ["x"]}, False),
    ],
)
def test_schema_and_models_agree(name: str, body: object, is_fine: bool) -> None:
    whole = api_schema()
    one = {"$defs": whole["$defs"], "$ref": whole["requests"][f"/api/{name}"]["body"]}
    assert jsonschema.Draft202012Validator(one).is_valid(body) is is_fine
    if not is_fine:
        assert refused(name, **body)["code"] == "E_MESSAGE"  # type: ignore[arg-type]
