"""The log of a server: rooms, numbers, codes and milliseconds on every line, and never a secret."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

import pytest

from rete_chess.server.host.logs import NAME, JsonLines
from tests.server.gate.front import Front

Lines = list[dict[str, Any]]


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Any:
    """All lines as they would be written, once something has been logged."""
    logger = logging.getLogger(NAME)
    before = logger.level, logger.propagate
    logger.setLevel(logging.DEBUG)
    logger.propagate = True
    yield lambda: [json.loads(JsonLines().format(record)) for record in caplog.records if record.name == NAME]
    logger.setLevel(before[0])
    logger.propagate = before[1]


def test_lines_tell_what_happened_and_no_secret(lines: Any) -> None:
    secrets: list[str] = []

    async def play() -> None:
        front = Front()
        player, code = await front.room(mode="solo")
        secrets.append(player.line.heard[0]["token"])
        await player.ask("move.play", roomCode=code, move="e4", ply=0, id="a-name")
        await player.ask("move.play", roomCode=code, move="Ke7", ply=1)
        stranger = front.guest()
        await stranger.ask("room.join", roomCode=code, token="guessed-secret")
        await stranger.ask("room.join", roomCode="NOWHERE")

    asyncio.run(play())
    found: Lines = lines()
    text = json.dumps(found)
    made, move, refused, guess, lost = found
    assert (made["event"], made["level"]) == ("room made", "info")
    assert (move["event"], move["level"], move["seq"]) == ("hear", "debug", 1)
    assert refused["code"] == "E_MOVE_ILLEGAL"
    assert "seq" not in refused
    assert guess["code"] == "E_TOKEN"
    assert (lost["event"], lost["room"], lost["code"]) == ("failed", "NOWHERE", "E_ROOM")
    assert all({"room", "ms"} <= line.keys() for line in found)
    assert not any(secret in text for secret in (*secrets, "guessed-secret", "Ke7", "a-name"))
