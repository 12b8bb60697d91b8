"""The front of a server with rooms in this very process: no sockets, no workers, a store in memory."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any, cast

from rete_chess.server.host.callers import Caller
from rete_chess.server.host.config import Config, Limits
from rete_chess.server.host.lodging import Lodging
from rete_chess.server.host.metrics import Metrics
from rete_chess.server.host.reception import Reception
from rete_chess.server.host.traffic import Traffic
from rete_chess.server.room import Room
from rete_chess.server.store import open_store
from tests.server.hall import demand_valid

Json = dict[str, Any]


class Line:
    """A socket that keeps what it is sent; each message must be as the schema has it."""

    def __init__(self) -> None:
        self.heard: list[Json] = []
        self.closed: int | None = None

    def post(self, raw: bytes) -> None:
        if self.closed is not None:
            return
        body = json.loads(raw)
        demand_valid("server", body)
        self.heard.append(body)

    def end(self, code: int, reason: str = "") -> None:
        self.closed = code

    def deafen(self) -> None:
        pass


class Worker:
    """A worker of this process: it answers when the loop comes round, as another process would."""

    is_alive = True
    process = None

    def __init__(self) -> None:
        self.lodging = Lodging(60_000)

    async def ask(self, verb: str, *arguments: Any) -> Any:
        await asyncio.sleep(0)
        return self.lodging.verbs[verb](*arguments)


class Pools:
    """Workers by kind, and how often rooms were woken in each kind."""

    def __init__(self) -> None:
        self.homes: dict[str, Worker] = {}
        self.asked: Counter[str] = Counter()

    def room(self, code: str) -> Room | None:
        """A room that is awake."""
        found = [home.lodging._rooms.get(code) for home in self.homes.values()]
        return next(filter(None, found), None)

    async def home(self, kind: str, code: str) -> Worker:
        self.asked[kind] += 1
        return self.homes.setdefault(kind, Worker())

    async def ask(self, kind: str, verb: str, *arguments: Any) -> Any:
        return await (await self.home(kind, "")).ask(verb, *arguments)


@dataclass
class Guest:
    """Somebody at the front: a socket, and what it says."""

    reception: Reception
    caller: Caller
    line: Line

    def say(self, type_: str, **fields: Any) -> None:
        """Say something, and wait for nothing."""
        self.say_raw(json.dumps({"type": type_, **fields}))

    def say_raw(self, text: str) -> None:
        self.reception.hear(self.caller, text.encode())

    async def ask(self, type_: str, **fields: Any) -> Json:
        """Say something, and return the last that is heard once everything is done."""
        self.say(type_, **fields)
        await settled(self.reception.traffic)
        return self.line.heard[-1]

    @property
    def types(self) -> list[str]:
        return [str(message.get("code", message["type"])) for message in self.line.heard]


class Front:
    """A front with the limits that a test asks for."""

    def __init__(self, code_prefix: str = "", **limits: Any) -> None:
        config = Config(store=":memory:", code_prefix=code_prefix, limits=replace(Limits(), **limits))
        self.pools = Pools()
        self.traffic = Traffic(config, open_store(":memory:"), cast("Any", self.pools), Metrics())
        self.reception = Reception(config, self.traffic)

    def guest(self) -> Guest:
        """Let somebody come in."""
        line = Line()
        websocket = SimpleNamespace(client=SimpleNamespace(host="::1"), state=SimpleNamespace(line=line))
        caller = self.reception._admit(cast("Any", websocket))
        return Guest(self.reception, caller, line)

    async def room(self, **asked: Any) -> tuple[Guest, str]:
        """Somebody in a new room, and its code."""
        guest = self.guest()
        made = await guest.ask("room.create", **{"variant": "chess", "mode": "multiplayer", **asked})
        return guest, made["roomCode"]


async def settled(traffic: Traffic) -> None:
    """Wait until nothing is under way in any room."""
    while tasks := [lane.task for lane in traffic.lanes.values() if lane.task is not None]:
        await asyncio.wait(tasks)


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """A test that is a coroutine."""

    def tested() -> None:
        asyncio.run(test())

    tested.__name__, tested.__doc__ = test.__name__, test.__doc__
    return tested
