"""Clients that mean harm, in a process of their own: each has an address of loopback, and does one bad thing.

They keep no limit but their pace. What becomes of them is of no concern; what becomes of others is measured.
What the machine alone pays for them is measured as well: then they attack a sink in their own process, which
lets them in, refuses and closes as often as a server does, and does nothing else.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from rete_chess.bench._hostile_games import games
from rete_chess.client.line import BROKEN, socket_address
from rete_chess.server.host.config import Limits
from rete_chess.server.host.limits import Addresses, Bucket
from rete_chess.server.wire.directory import MOST_DOCUMENT_BYTES

#: How long an attacker waits before the next bad thing, and before it comes back, in seconds.
PACE: Final = 0.01
REST: Final = 0.2
#: The word for the sink where a server's address is expected.
SINK: Final = "sink"
#: What the sink answers to everything.
_NACK: Final = json.dumps({"type": "nack", "code": "E_MESSAGE", "message": "it is only a sink" + " " * 100})

Attack = Callable[[ClientConnection, str, Random], Awaitable[None]]


def _said(kind: str, code: str, **fields: Any) -> str:
    return json.dumps({"type": kind, "roomCode": code, **fields})


async def flood(line: ClientConnection, code: str, chance: Random) -> None:
    """Ask for the state again and again."""
    await line.send(_said("room.join", code, **{"as": "spectator"}))
    while True:
        await line.send(_said("room.sync", code))
        await asyncio.sleep(PACE)


async def babble(line: ClientConnection, code: str, chance: Random) -> None:
    """Say things that are no messages."""
    whole = _said("move.play", code, move="e2e4", ply=0)
    while True:
        place = chance.randrange(len(whole))
        await line.send(whole[:place] + chance.choice('}{["\\0,x') + whole[place + chance.randrange(3) :])
        await asyncio.sleep(PACE)


async def burden(line: ClientConnection, code: str, chance: Random) -> None:
    """Say far too much at once."""
    await line.send(_said("move.play", code, move="e" * 300_000, ply=0))
    await line.recv()


async def guess(line: ClientConnection, code: str, chance: Random) -> None:
    """Try keys of a seat."""
    while True:
        await line.send(_said("room.join", code, token=f"{chance.getrandbits(256):064x}"))
        await asyncio.sleep(PACE)


async def deceive(line: ClientConnection, code: str, chance: Random) -> None:
    """Bring documents that ask for too much."""
    while True:
        text = chance.choice(list(games().values()))
        await line.send(json.dumps({"type": "room.create", "mode": "solo", "variant": text}))
        await asyncio.sleep(REST)


async def ignore(line: ClientConnection, code: str, chance: Random) -> None:
    """Ask for much, and read nothing of it."""
    line.transport.pause_reading()
    await flood(line, code, chance)


async def trespass(line: ClientConnection, code: str, chance: Random) -> None:
    """Act without a seat."""
    await line.send(_said("room.join", code, **{"as": "spectator"}))
    while True:
        kind = chance.choice(("game.resign", "presets.withdraw", "game.rematch"))
        await line.send(_said(kind, code))
        await asyncio.sleep(PACE)


ATTACKS: Final[tuple[Attack, ...]] = (flood, babble, burden, guess, deceive, ignore, trespass)


async def _attack(attack: Attack, number: int, address: str, code: str) -> None:
    """Do one bad thing for ever, and come back whenever the door is shut."""
    chance = Random(number)
    while True:
        try:
            async with connect(
                socket_address(address),
                local_addr=(f"127.0.0.{number + 2}", 0),
                compression=None,
                ping_interval=None,
                close_timeout=0.1,
                max_size=None,
            ) as line:
                await attack(line, code, chance)
        except BROKEN:
            await asyncio.sleep(REST)


async def attack_sink_for(code: str, seconds: float) -> None:
    """Let all attackers do the same to nobody."""
    limits = Limits()
    doors = Addresses(limits.sockets_per_minute, spares_loopback=False)

    async def take(line: ServerConnection) -> None:
        bucket = Bucket(limits.message_rate, limits.message_burst)
        is_let_in = doors.take(line.remote_address[0])
        with suppress(ConnectionClosed):
            while is_let_in and bucket.take():
                await line.recv()
                await line.send(_NACK)
            await line.close(1008)

    async with serve(take, "127.0.0.1", 0, compression=None, max_size=MOST_DOCUMENT_BYTES) as sink:
        port = sink.sockets[0].getsockname()[1]
        await attack_for(f"http://127.0.0.1:{port}", code, seconds)


async def attack_for(address: str, code: str, seconds: float) -> None:
    """Let all attackers do what they do, for some seconds."""
    tasks = [
        asyncio.create_task(_attack(attack, number, address, code)) for number, attack in enumerate(ATTACKS)
    ]
    try:
        await asyncio.wait(tasks, timeout=seconds)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


if __name__ == "__main__":
    whom, where, until = sys.argv[1], sys.argv[2], float(sys.argv[3])
    asyncio.run(attack_sink_for(where, until) if whom == SINK else attack_for(whom, where, until))
