"""Clients that have much to say: they say it as fast as a server listens."""

from __future__ import annotations

import asyncio

from rete_chess.bench.server.serving import Serving
from rete_chess.client import Room


def test_nobody_is_sent_away_for_haste(server: Serving) -> None:
    """More is asked at once than a socket may say, all of it is answered, and the line never broke."""

    async def ask() -> tuple[int, int]:
        async with Room.create(server.address, "chess", mode="solo") as room:
            answers = await asyncio.gather(*(room.sync() for _ in range(60)))
            return len(answers), room.returns

    assert asyncio.run(ask()) == (60, 0)
