"""Messages as bytes and back: what is refused, and with what words."""

from __future__ import annotations

import json
from typing import Any
from unittest.mock import patch

import pytest
from pydantic import ValidationError

from rete_chess.server.wire import codec
from rete_chess.server.wire.base import ClientMessage
from rete_chess.server.wire.codec import (
    MessageError,
    MessageSizeError,
    decode_client,
    decode_server,
    encode,
)
from rete_chess.server.wire.directory import CLIENT_MESSAGES, MOST_BYTES, MOST_DOCUMENT_BYTES
from rete_chess.server.wire.room_messages import Nack, RoomJoin

#: One message of each type that clients send, with all its keys, without `type`, `id` and `roomCode`.
EXAMPLES: dict[str, dict[str, Any]] = {
    "room.create": {
        "variant": "chess",
        "fen": "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "presets": [{"id": "piece-hp", "scope": "white", "turnsRemaining": 3, "config": {"hp": 3}}],
        "profiles": ["iron-knights", {"id": "own", "name": "Own"}],
        "customModifiers": [{"id": "shield-v1"}],
        "documents": [{"kind": "piece", "id": "wolf"}, "kind: tile\nid: swamp"],
        "mode": "multiplayer",
        "side": "random",
        "clock": {"initial": 60, "increment": 1.5},
        "private": True,
    },
    "room.join": {"token": "secret", "since": 4, "as": "player"},
    "room.sync": {},
    "room.leave": {},
    "move.play": {"move": "e2e4", "ply": 0, "digest": "abc"},
    "move.trace": {"ply": 1},
    "move.explain": {"move": "e2e5"},
    "piece.inspect": {"square": "e2"},
    "game.offer-draw": {},
    "game.answer-draw": {"accept": True},
    "game.claim-draw": {},
    "game.resign": {},
    "game.rematch": {},
    "takeback.propose": {"plies": 2},
    "takeback.consent": {"decision": "approve", "proposalId": "p1"},
    "modifier-profile.propose": {"candidate": ["iron-knights"]},
    "modifier-profile.consent": {"decision": "reject"},
    "modifier-profile.withdraw": {},
    "modifier-profile.update": {"candidate": {"id": "own", "name": "Own"}},
    "presets.propose": {"candidate": [{"id": "piece-hp"}]},
    "presets.consent": {"decision": "approve", "proposalId": "p1"},
    "presets.withdraw": {},
    "presets.update": {"candidate": []},
    "preset-config.update": {"preset": "extinction", "config": {"type": "queen"}},
    "custom-modifier.register": {"descriptor": {"id": "shield-v1"}},
}


def body(name: str, **changes: Any) -> dict[str, Any]:
    room = {} if name == "room.create" else {"roomCode": "ABC"}
    return {"type": name, "id": "7", **room, **EXAMPLES[name], **changes}


def decode(data: object) -> ClientMessage:
    return decode_client(json.dumps(data).encode())


def test_there_is_an_example_of_every_message() -> None:
    assert EXAMPLES.keys() == CLIENT_MESSAGES.keys()


@pytest.mark.parametrize("name", EXAMPLES)
def test_message_survives_the_way_through_bytes(name: str) -> None:
    message = decode(body(name))
    assert message.type == name
    assert decode_client(encode(message)) == message


@pytest.mark.parametrize("name", EXAMPLES)
def test_unknown_key_is_refused(name: str) -> None:
    with pytest.raises(MessageError) as caught:
        decode(body(name, colour="white"))
    (problem,) = caught.value.problems
    assert (problem.code, problem.path) == ("E_DOC_UNKNOWN_KEY", "colour")
    assert caught.value.re == "7"


def required_keys(name: str) -> list[str]:
    """The keys that a message must have, but for its type."""
    fields = CLIENT_MESSAGES[name].model_fields
    return [field.alias or key for key, field in fields.items() if field.is_required()]


@pytest.mark.parametrize(("name", "key"), [(name, key) for name in EXAMPLES for key in required_keys(name)])
def test_missing_key_is_refused(name: str, key: str) -> None:
    data = body(name)
    del data[key]
    with pytest.raises(MessageError) as caught:
        decode(data)
    assert [(found.code, found.path) for found in caught.value.problems] == [("E_DOC_MISSING", key)]


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"type": "move.pay"}, "did you mean 'move.play'?"),
        ({"type": "room.joined"}, "unknown type of message 'room.joined'; did you mean 'room.join'?"),
        ({"type": 3}, "unknown type of message 3"),
        ({"type": []}, "unknown type of message []"),
        ({"type": {}}, "unknown type of message {}"),
        ({}, "every message says its `type`"),
        ([], "the message must be a mapping"),
        ("room.sync", "the message must be a mapping"),
        (body("move.play", ply=True), "`ply`: input should be a valid integer, found True"),
        (body("move.play", ply="0"), "`ply`: input should be a valid integer, found '0'"),
        (body("move.play", ply=0.5), "`ply`: input should be a valid integer, found 0.5"),
        (body("move.play", ply=-1.0), "greater than or equal to 0"),
        (body("move.play", ply=-1), "greater than or equal to 0"),
        (body("move.play", roomCode="../x"), "`roomCode`: string should match pattern"),
        (body("move.play", id="x" * 65), "`id`: string should have at most 64 characters"),
        (body("move.play", room_code="ABC"), "did you mean 'roomCode'?"),
        (body("takeback.consent", decision="maybe"), "`decision`: input should be 'approve' or 'reject'"),
        (body("presets.propose", candidate=[{"id": "piece-hp", "hp": 3}]), "unknown key 'candidate.0.hp'"),
        (body("modifier-profile.propose", candidate=7), "`candidate`: input should be a valid list, found 7"),
        (body("modifier-profile.propose", candidate=[7]), "`candidate.0`: input should be a valid string"),
        (body("room.create", clock={"initial": 0}), "greater than 0"),
        (body("room.create", mode="both"), "'multiplayer', 'solo' or 'bot'"),
    ],
)
def test_wrong_message_is_refused_with_what_is_wrong(data: object, words: str) -> None:
    with pytest.raises(MessageError) as caught:
        decode(data)
    assert caught.value.code == "E_MESSAGE"
    assert words in f"{caught.value} {[found.hint for found in caught.value.problems]}"


@pytest.mark.parametrize(
    ("raw", "value"),
    [(b"3.0", 3), (b"3e0", 3), (b"30e-1", 3), (b"-0.0", 0), (b"9007199254740992.0", 2**53)],
)
def test_a_number_without_a_fraction_is_an_integer_however_it_is_written(raw: bytes, value: int) -> None:
    """JSON has one kind of numbers, and to its schemas 3.0 is an integer."""
    message = decode_client(
        b'{"type": "preset-config.update", "roomCode": "A", "preset": "x", "config": {"a": [' + raw + b"]}}"
    )
    (found,) = message.config["a"]  # type: ignore[attr-defined]
    assert (found, type(found)) == (value, int)


def test_other_numbers_are_left_as_they_are() -> None:
    config = {"half": 0.5, "great": 1e308, "truth": True}
    found = decode(body("preset-config.update", config=config)).config  # type: ignore[attr-defined]
    assert [(value, type(value)) for value in found.values()] == [(0.5, float), (1e308, float), (True, bool)]


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", "not well-formed JSON"),
        (b"\xff\xfe", "not well-formed JSON"),
        (b'{"type": "room.sync",}', "not well-formed JSON"),
        (b'{"type": NaN}', "not well-formed JSON"),
        (b'{"type": "\\ud800"}', "not well-formed JSON"),
        (b"[" * 60_000, "not well-formed JSON"),
        (b'{"a":' + b"[" * 64 + b"]" * 64 + b"}", "more than 64 lists and mappings"),
        (b'{"a":' + b'{"a":' * 64 + b"1" + b"}" * 65, "more than 64 lists and mappings"),
    ],
)
def test_bytes_that_are_no_message_are_refused(raw: bytes, words: str) -> None:
    with pytest.raises(MessageError, match=words):
        decode_client(raw)


def test_depth_is_counted_exactly() -> None:
    with pytest.raises(MessageError, match="unknown type"):
        decode_client(b'{"a":' + b"[" * 63 + b"]" * 63 + b"}")


def padded(name: str, key: str, size: int) -> bytes:
    """A message of a certain length, by a key that nobody knows."""
    raw = json.dumps(body(name, **{key: ""})).encode()
    return json.dumps(body(name, **{key: "x" * (size - len(raw))})).encode()


#: The types that bring documents along.
LONG = {"room.create", "modifier-profile.propose", "presets.propose", "custom-modifier.register"}


@pytest.mark.parametrize("name", EXAMPLES)
def test_size_is_bounded_by_type(name: str) -> None:
    most = MOST_DOCUMENT_BYTES if name in LONG else MOST_BYTES
    assert len(padded(name, "pad", most)) == most
    with pytest.raises(MessageError, match="unknown key"):
        decode_client(padded(name, "pad", most))
    with pytest.raises(MessageSizeError) as caught:
        decode_client(padded(name, "pad", most + 1))
    assert caught.value.code == "E_MESSAGE_SIZE"


def test_many_problems_are_bounded() -> None:
    with pytest.raises(MessageError) as caught:
        decode(body("room.sync", **{f"key{number}": 1 for number in range(500)}))
    assert len(caught.value.problems) == 20


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("room.sync", {f"roomCod{number}": 1 for number in range(3_000)}),
        ("room.create", {f"varian{number}": 1 for number in range(12_000)}),
        ("room.create", {"presets": [{f"i{number}": 1 for number in range(400)}] * 50}),
        ("room.create", {"clock": {f"initia{number}": 1 for number in range(12_000)}}),
        ("room.create", {"documents": [1] * 80_000}),
    ],
)
def test_of_what_is_wrong_no_more_is_made_than_is_told(name: str, fields: dict[str, Any]) -> None:
    """Whoever sends a message pays a byte for what costs its reader a thousand."""
    data = body(name, **fields)
    with patch.object(codec, "_problem", wraps=codec._problem) as made, pytest.raises(MessageError) as caught:
        decode(data)
    assert made.call_count <= 40
    assert 0 < len(caught.value.problems) <= 20
    with pytest.raises(ValidationError) as found:
        CLIENT_MESSAGES[name].model_validate(data)
    assert found.value.error_count() <= 50 * 22  # of each mapping as many as are told, and what is missing


@pytest.mark.parametrize(
    "data", [{"type": "x", "id": 5, "roomCode": 5}, {"type": "x", "id": "y" * 65, "roomCode": "z" * 17}]
)
def test_what_a_wrong_message_says_of_itself_is_taken_with_care(data: dict[str, Any]) -> None:
    with pytest.raises(MessageError) as caught:
        decode(data)
    assert (caught.value.re, caught.value.room) == (None, None)


def test_null_is_as_good_as_absent() -> None:
    assert decode(body("room.join", token=None, since=None)) == RoomJoin(
        id="7", room_code="ABC", as_="player"
    )


def test_absent_keys_are_not_written() -> None:
    written = encode(Nack(code="E_PLY", message="too late"))
    assert json.loads(written) == {"type": "nack", "code": "E_PLY", "message": "too late"}
    assert decode_server(written) == Nack(code="E_PLY", message="too late")
