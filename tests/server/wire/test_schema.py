"""The exported schema: current, whole, and as strict as the models."""

from __future__ import annotations

from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from rete_chess.server.wire.codec import MessageError
from rete_chess.server.wire.directory import CLIENT_MESSAGES, SERVER_MESSAGES
from rete_chess.server.wire.schema import TWO_WAY, format_protocol_schema, protocol_schema
from tests.server.wire.test_codec import EXAMPLES, body, decode, required_keys

ROOT = Path(__file__).resolve().parents[3]
SCHEMA = protocol_schema()


def errors(data: object, of: str = "") -> list[str]:
    schema = {"$defs": SCHEMA["$defs"], "$ref": f"#/$defs/{of}"} if of else SCHEMA
    return [error.message for error in Draft202012Validator(schema).iter_errors(data)]


def test_committed_file_is_current() -> None:
    committed = (ROOT / "schemas" / "protocol.schema.json").read_text(encoding="utf-8")
    assert committed == format_protocol_schema(), "write it anew: rete-chess schemas protocol --to schemas"


def test_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_every_message_has_a_definition_under_its_type() -> None:
    assert {*CLIENT_MESSAGES, *SERVER_MESSAGES} <= SCHEMA["$defs"].keys()
    assert TWO_WAY == ["move.explain", "move.trace", "piece.inspect"]


def test_the_type_chooses_the_definition() -> None:
    chosen = {
        branch["if"]["properties"]["type"]["const"]: branch["then"]["$ref"] for branch in SCHEMA["allOf"]
    }
    assert chosen == {name: f"#/$defs/{name}" for name in {*CLIENT_MESSAGES, *SERVER_MESSAGES}}


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_are_valid_in_their_direction_alone(name: str) -> None:
    data = body(name)
    assert errors(data) == errors(data, "client") == errors(data, name) == []
    assert errors(data, "server")


@pytest.mark.parametrize("name", EXAMPLES)
def test_schema_refuses_what_the_models_refuse(name: str) -> None:
    assert errors(body(name, colour="white"), "client")
    assert errors(body(name, id=7), "client")
    for key in required_keys(name):
        data = body(name)
        del data[key]
        assert errors(data, "client")


@pytest.mark.parametrize("number", [1, 1.0, 1.5, -1.0, 1e308, True, "1", None])
@pytest.mark.parametrize(
    ("name", "key"),
    [("move.play", "ply"), ("room.join", "since"), ("move.trace", "ply"), ("takeback.propose", "plies")],
)
def test_schema_and_models_take_the_same_numbers(name: str, key: str, number: object) -> None:
    data = body(name, **{key: number})
    try:
        decode(data)
    except MessageError:
        assert errors(data, "client")
    else:
        assert errors({k: v for k, v in data.items() if v is not None}, "client") == []


@pytest.mark.parametrize("data", [{}, {"type": "move.pay"}, [], None, {"type": None}])
def test_schema_refuses_what_is_no_message(data: object) -> None:
    assert errors(data)
    assert errors(data, "client")
    assert errors(data, "server")
