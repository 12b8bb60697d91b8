"""What a socket sends below all messages: bounded in bytes, frames and time, before it is read."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st
from uvicorn.server import ServerState
from websockets.frames import Frame
from websockets.server import ServerProtocol

from rete_chess.server.host.callers import Line
from rete_chess.server.host.config import Limits
from rete_chess.server.host.inflow import MOST_FRAGMENTS, Heads, Inflow
from rete_chess.server.host.web import make_app
from tests.server.gate.front import Front, run, settled

TEXT, CONTINUED, CLOSE, PING, PONG = 0x81, 0x80, 0x88, 0x89, 0x8A
FIRST, NEXT = 0x01, 0x00  # of a message in parts


def frame(first: int, body: bytes = b"") -> bytes:
    """A frame of a client, under a mask of zeros."""
    size = len(body)
    if size < 126:
        length = bytes([0x80 | size])
    elif size < 1 << 16:
        length = bytes([0x80 | 126]) + size.to_bytes(2, "big")
    else:
        length = bytes([0x80 | 127]) + size.to_bytes(8, "big")
    return bytes([first]) + length + bytes(4) + body


def said(**body: Any) -> bytes:
    return frame(TEXT, json.dumps(body).encode())


FLOODS: dict[str, bytes] = {
    "pings": frame(PING, b"x" * 9) * 5_000,
    "pongs": frame(PONG) * 5_000,
    "empty parts": frame(FIRST, b"{") + frame(NEXT) * 5_000,
    "messages": said(type="room.sync", roomCode="ABC") * 5_000,
    "long messages": frame(TEXT, b" " * 65_000) * 50,
}


class Wire:
    """The transport of a line: keeps what is written, and how it is read."""

    def __init__(self) -> None:
        self.written = b""
        self.unread = 0
        self.is_reading = True
        self.is_gone = False

    def write(self, data: bytes) -> None:
        self.written += data

    def get_write_buffer_size(self) -> int:
        return self.unread

    def pause_reading(self) -> None:
        self.is_reading = False

    def resume_reading(self) -> None:
        self.is_reading = True

    def is_closing(self) -> bool:
        return self.is_gone

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return {"peername": ("10.0.0.1", 4), "sockname": ("10.0.0.2", 80)}.get(name, default)

    def close(self) -> None:
        self.is_gone = True

    abort = close


class Client:
    """A client on a line of a front, in one process: the line reads what it sends as it would from a wire."""

    def __init__(self, **limits: Any) -> None:
        self.front = Front(**limits)
        config = uvicorn.Config(make_app(self.front.traffic, self.front.reception), log_config=None)
        config.load()
        kind = type("Line", (Line,), {"limits": self.front.reception.config.limits})
        self.line = kind(config, ServerState(), {})
        self.wire = Wire()
        self.line.connection_made(self.wire)

    async def connect(self) -> Client:
        request = (
            "GET /ws HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        self.line.data_received(request.encode())
        await self.until(lambda: bool(self.front.traffic.delivery.callers))
        self.wire.written = b""
        return self

    async def send(self, data: bytes, piece: int = 1 << 18) -> None:
        """Send as much as is read, in pieces as a loop reads them."""
        for start in range(0, len(data), piece):
            if not self.wire.is_reading:
                await self.turns()
            if not self.wire.is_reading or self.wire.is_gone:
                return
            self.line.data_received(data[start : start + piece])
        await self.turns()

    async def turns(self) -> None:
        for _ in range(5):
            await asyncio.sleep(0)
        await settled(self.front.traffic)

    async def until(self, fits: Callable[[], bool]) -> None:
        while not fits():
            await asyncio.sleep(0)

    def end(self) -> None:
        if not self.line.disconnected:
            self.line.connection_lost(None)

    @property
    def codes(self) -> list[str]:
        """The codes of the refusals that were written."""
        return [part.split(b'"')[0].decode() for part in self.wire.written.split(b'"code":"')[1:]]


@pytest.mark.parametrize("name", FLOODS)
def test_a_flood_is_not_read(name: str) -> None:
    read: list[Frame] = []
    receive = ServerProtocol.recv_frame

    def count(conn: ServerProtocol, found: Frame) -> None:
        read.append(found)
        receive(conn, found)

    @run
    async def flood() -> None:
        client = await Client().connect()
        with patch.object(ServerProtocol, "recv_frame", count):
            await client.send(FLOODS[name])
            await client.send(FLOODS[name])
        assert not client.wire.is_reading
        assert client.codes[-1:] == ["E_RATE"]
        assert client.line.close_sent
        assert b"\x03\xf0" in client.wire.written[-60:]  # 1008
        client.end()

    flood()
    assert 0 < len(read) <= Limits().frame_burst + 10


@run
async def test_what_came_before_a_flood_is_answered() -> None:
    client = await Client().connect()
    made = said(type="room.create", variant="chess", mode="solo", id="1")
    await client.send(made + said(type="move.pay", id="2") + FLOODS["pings"])
    assert b'"type":"room.created"' in client.wire.written
    assert (client.codes[0], client.codes[-1]) == ("E_MESSAGE", "E_RATE")
    client.end()


@run
async def test_whoever_is_sent_away_is_read_no_longer() -> None:
    client = await Client(message_burst=3, message_rate=1e-9).connect()
    sync = said(type="room.sync", roomCode="ABC")
    await client.send(sync * 5)
    assert client.line.close_sent
    with patch.object(ServerProtocol, "recv_frame") as read:
        await client.send(sync * 2_000)
        assert read.call_count == 0
    assert client.wire.is_reading  # for its good-bye
    await client.send(frame(CLOSE, b"\x03\xf0"))
    assert client.wire.is_gone
    client.end()


@run
async def test_whoever_never_says_good_bye_is_not_listened_to_for_ever() -> None:
    client = await Client(message_burst=1, message_rate=1e-9).connect()
    await client.send(said(type="room.sync", roomCode="ABC") * 2)
    await client.send(frame(TEXT, b" " * 4_000) * 200)
    assert not client.wire.is_reading
    client.end()


@pytest.mark.parametrize("drip", [frame(NEXT), frame(PING), b"\x00"])
def test_a_message_that_is_never_complete_ends_the_socket(drip: bytes) -> None:
    @run
    async def wait() -> None:
        client = await Client(request_seconds=0.05, frame_rate=1e9, frame_burst=10**9).connect()
        begun = FIRST if drip != b"\x00" else TEXT
        await client.send(frame(begun, b"{") if begun == FIRST else frame(TEXT, b"{" + b" " * 60_000)[:500])
        while not client.line.close_sent:
            if client.wire.is_reading:
                client.line.data_received(drip)
            await asyncio.sleep(0.001)
        assert client.codes == ["E_RATE"]
        client.end()

    wait()


@run
async def test_a_message_may_come_in_parts_as_often_as_one_likes() -> None:
    client = await Client(request_seconds=0.03).connect()
    body = json.dumps({"type": "room.sync", "roomCode": "ABC"}).encode()
    parts = frame(FIRST, body[:9]) + frame(PING) + frame(NEXT, body[9:20]) + frame(CONTINUED, body[20:])
    for number in range(20):
        at = 5 + number % 12
        await client.send(parts[:at])
        await asyncio.sleep(0.004)
        await client.send(parts[at:])
    assert not client.line.close_sent
    assert client.codes == ["E_ROOM"] * 20
    client.end()


@run
async def test_pings_of_a_client_that_does_not_read_are_not_kept() -> None:
    client = await Client().connect()
    client.wire.unread = Limits().unread_bytes + 1
    await client.send(frame(PING))
    assert client.line.close_sent
    client.end()


# -- what is weighed -------------------------------------------------------------------------------


@given(
    st.lists(
        st.tuples(st.sampled_from((TEXT, FIRST, NEXT, PING)), st.sampled_from((0, 1, 125, 126, 70_000)))
    ),
    st.lists(st.integers(1, 300), min_size=1),
)
def test_heads_are_found_wherever_the_stream_is_cut(frames: list[tuple[int, int]], cuts: list[int]) -> None:
    data = b"".join(frame(first, b"\x88" * size) for first, size in frames)
    heads, found, at, turn = Heads(), [], 0, 0
    while at < len(data):
        piece = data[at : at + cuts[turn % len(cuts)] * (1 + at % 700)]
        found += [first for first, start in heads.walk(piece) if 0 <= start < len(piece)]
        at, turn = at + len(piece), turn + 1
    assert found == [first for first, _ in frames]
    assert heads.is_between


def test_a_socket_sends_so_many_bytes() -> None:
    inflow = Inflow(Limits())
    pieces = [b"".join([frame(FIRST), frame(TEXT, b" " * 200_000)])] * 20
    assert [inflow.allowed(piece) == len(piece) for piece in pieces] == [True] * 10 + [False] * 10


def test_a_message_has_so_many_parts() -> None:
    inflow = Inflow(Limits(frame_burst=10_000))
    data = frame(FIRST) + frame(NEXT) * (MOST_FRAGMENTS - 1)
    assert inflow.allowed(data) == len(data)
    assert not inflow.is_complete
    assert inflow.allowed(frame(PING) + frame(NEXT)) == len(frame(PING))
