"""Messages that nobody would write: whatever comes, a room answers, and a refusal changes nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rete_chess.server.room import Entry
from rete_chess.server.wire.codec import MessageError, MessageSizeError, decode_client
from tests.server.hall import Hall
from tests.server.wire.test_codec import EXAMPLES

scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=12),
    st.sampled_from(
        ["e2e4", "O-O", "piece-hp", "iron-knights", "../x", "p1", "approve", "knight", "HpBonus"]
    ),
)
keys = st.sampled_from(
    ["id", "name", "kind", "type", "perType", "pieceType", "config", "scope", "primitives"]
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=8,
)
NAMES = sorted(EXAMPLES.keys() - {"room.create", "room.leave", "game.resign"})


@st.composite
def messages(draw: st.DrawFn) -> dict[str, Any]:
    """A message with some keys changed, left out or added."""
    name = draw(st.sampled_from(NAMES))
    body: dict[str, Any] = {"type": name, "roomCode": "ROOM", **EXAMPLES[name]}
    for key in draw(st.lists(st.sampled_from([*body, "id", "zeal"]), max_size=2)):
        if draw(st.booleans()):
            body[key] = draw(values)
        else:
            body.pop(key, None)
    return body


@pytest.fixture(scope="module")
def hall() -> Hall:
    hall = Hall(presets=[{"id": "piece-hp"}]).seat()
    hall.say("ghost", "room.join")
    return hall


@settings(max_examples=400)
@given(body=messages(), who=st.sampled_from(["white", "black", "ghost", "stranger"]))
def test_a_room_answers_whatever_comes(hall: Hall, body: dict[str, Any], who: str) -> None:
    try:
        message = decode_client(json.dumps(body).encode())
    except (MessageError, MessageSizeError):
        return
    hall.now += 1
    hall.pass_time(0)
    before = hall.room.state.fingerprint()
    hall.take(hall.room.receive(who, message, hall.now))
    if not hall.last.entries:
        assert hall.room.state.fingerprint() == before
    hall.heard.clear()


@settings(max_examples=300)
@given(st.binary(max_size=200) | values.map(lambda value: json.dumps(value).encode()))
def test_bytes_are_read_or_refused(raw: bytes) -> None:
    with pytest.raises((MessageError, MessageSizeError)):
        decode_client(raw)


@pytest.mark.parametrize("value", [2**63, 2**70, -(2**70)])
def test_facts_may_be_large_numbers(value: int) -> None:
    entry = Entry(1, 5, "updated", {}, seq=1, message={"facts": {"Hp": value}})
    again = Entry.from_bytes(1, 1, 5, entry.to_bytes())
    assert again.message == {"facts": {"Hp": pytest.approx(value)}}
