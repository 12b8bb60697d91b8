"""Clients in rooms of a real server, for tests: every message both ways is held against the schema."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from contextlib import AsyncExitStack, suppress
from random import Random
from typing import Any, TypeVar
from urllib.request import Request, urlopen

from rete_chess.client import RefusedError, Room
from rete_chess.server.wire.base import ServerMessage
from tests.server.hall import demand_valid

Json = dict[str, Any]
T = TypeVar("T")
#: What the state of a client does not know by messages alone, and the moment at which it was told.
UNTOLD = {"proposal", "pending", "clock", "now", "ruleChanges"}


def check(who: str, raw: bytes) -> None:
    """Fail if a message is not as the schema has it."""
    demand_valid(who, json.loads(raw))


def run(work: Coroutine[Any, Any, T], seconds: float = 60.0) -> T:
    """Run a test that waits for answers, but not for ever."""
    return asyncio.run(asyncio.wait_for(work, seconds))


class Company:
    """Two players and whoever watches."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.white: Room
        self.black: Room
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Company:
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._stack.aclose()

    async def meet(self, variant: str = "chess", **asked: Any) -> Company:
        """Let two players come into a new room."""
        self.white = await self.enter(Room.create(self.address, variant, side="white", tap=check, **asked))
        self.black = await self.enter(Room.join(self.address, self.white.code, tap=check))
        return self

    async def enter(self, opening: Any) -> Room:
        """Let somebody come in, and go out in the end."""
        room: Room = await self._stack.enter_async_context(opening)
        return room

    @property
    def mover(self) -> Room:
        """The player to move."""
        return self.white if self.white.state["turn"] == self.white.side else self.black

    @property
    def other(self) -> Room:
        """The player who waits."""
        return self.black if self.mover is self.white else self.white

    async def play(self, *moves: str) -> None:
        """Let moves be played by those whose turn it is; done when both know of them."""
        for move in moves:
            mover, other, ply = self.mover, self.other, self.mover.state["ply"]
            assert await mover.turn()
            await mover.play(move)
            await reach(other, ply + 1)

    async def play_by_lot(self, plies: int, chance: Random) -> None:
        """Let so many moves be played that are drawn by lot, or fewer if the game ends."""
        for _ in range(plies):
            if not await self.mover.turn():
                return
            await self.play(chance.choice(self.mover.legal)["move"])

    async def play_turn(self, chance: Random) -> None:
        """Let the player to move play until the turn passes, or the game ends."""
        mover = self.mover
        while self.mover is mover and mover.result is None:
            await self.play_by_lot(1, chance)

    async def settle(self) -> None:
        """Let both players know all that happened, and forget that they have heard it."""
        for player in (self.white, self.black):
            await player.sync()
            player.skip()

    async def demand_known(self) -> None:
        """Fail if a player's state is not what the server says it is, once it has heard all that happened."""
        for player in (self.white, self.black):
            await hear_out(player)
            seq, known = player.seq, plain(player.state)
            told = plain(await player.sync())
            assert player.seq == seq, "nothing happens meanwhile"
            assert known == told, {key for key in {*known, *told} if known.get(key) != told.get(key)}


async def reach(player: Room, ply: int) -> None:
    """Wait until a player knows of so many moves."""
    await player.until(lambda state: state["ply"] >= ply)


async def hear_out(player: Room) -> None:
    """Let a player hear all that has happened in the room; its state is known by those messages alone.

    One input may be told in several messages: a move first, then the rules that come into force with it. A
    room answers in order, so whatever it answers comes after all of them.
    """
    with suppress(RefusedError):
        await player.explain("a1a1")


def plain(state: Any) -> Json:
    """A state as far as messages tell it; how long presets still last is told by the state alone."""
    found: Json = json.loads(json.dumps({key: value for key, value in state.items() if key not in UNTOLD}))
    for preset in found["presets"]:
        preset.pop("turnsRemaining", None)
    return found


async def refusal(work: Coroutine[Any, Any, ServerMessage]) -> str:
    """The code with which something is refused."""
    try:
        answer = await work
    except RefusedError as error:
        return error.code
    raise AssertionError(f"it was not refused: {answer}")


def fetch(address: str, path: str, token: str | None = None) -> Any:
    """What a server answers over HTTP."""
    headers = {} if token is None else {"Authorization": f"Bearer {token}"}
    with urlopen(Request(address + path, headers=headers), timeout=20) as answer:
        text = answer.read().decode()
        return json.loads(text) if answer.headers["content-type"].startswith("application/json") else text
