"""The way of everything that happens to a room: to its worker, to the store, and only then to the sockets.

Inputs of one room are handled one after the other, rooms beside each other. Whatever goes wrong on the way,
the room is as its log has it: it is forgotten, and made again from there for the next input.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import time
import traceback
from collections.abc import Coroutine, Iterable
from dataclasses import replace
from typing import Any, Final

from rete_chess.errors import ReteChessError
from rete_chess.server.host.config import Config
from rete_chess.server.host.delivery import Delivery
from rete_chess.server.host.jobs import Number, Thinking, Told
from rete_chess.server.host.lanes import Input, Lane, kind_of
from rete_chess.server.host.limits import Strikes
from rete_chess.server.host.logs import log, warn
from rete_chess.server.host.metrics import Metrics
from rete_chess.server.host.pool import (
    BOT,
    DESK,
    GUEST,
    HOUSE,
    WARD,
    Pools,
    WorkerFailedError,
    WorkerLostError,
)
from rete_chess.server.host.timers import now_ms
from rete_chess.server.room import RoomError
from rete_chess.server.store import Group, Store, StoreError, lost_time

#: How often an input is tried whose worker was lost by another's fault.
ATTEMPTS: Final = 4
#: How long the front waits before it tries again what has to happen and did not, in seconds.
LATER: Final = 1.0

_DEFECT: Final = RoomError("E_INTERNAL", "a defect of the program; nothing has changed")
_BUDGET: Final = RoomError("E_BUDGET", "this takes more than the server allows; nothing has changed")
_BARRED: Final = RoomError("E_BUDGET", "the room has cost too much lately", hint="try again later")
_STORE: Final = RoomError("E_STORE", "the server cannot store this; nothing has changed")


class Traffic:
    """All rooms with somebody in them or something to do."""

    def __init__(self, config: Config, store: Store, pools: Pools, metrics: Metrics) -> None:
        self.config, self.store, self.pools, self.metrics = config, store, pools, metrics
        self.lanes: dict[str, Lane] = {}
        self.delivery = Delivery(store, metrics, lambda code: self.put(code, Input("tick")), self.lose)
        self._outages = store.outages(config.name, 0)
        self._strikes = Strikes()
        self._tasks: set[asyncio.Task[None]] = set()

    # -- taking --------------------------------------------------------------------------------

    def put(self, code: str, given: Input, kind: str | None = None) -> None:
        """Let something be told to a room, after all that waits already."""
        lane = self.lanes.get(code)
        if lane is None:
            lane = self.lanes[code] = Lane(code, kind)
        if given.socket is not None:
            if len(lane.waiting) >= self._most_waiting(lane, given.socket):
                self.delivery.refuse(given, RoomError("E_RATE", "the room has too much to do"), code)
                return
            if given.socket in lane.audience:
                lane.attend()
            self.delivery.take(given)
        lane.waiting.append(given)
        if lane.task is None:
            lane.task = self._spawn(self._run(lane))

    def _most_waiting(self, lane: Lane, socket: Number) -> int:
        """How much may wait before something more: players have room left when all others have none."""
        most = self.config.limits.waiting_per_room
        return most if lane.has_player(socket) else most // 4

    def lose(self, code: str, number: Number) -> None:
        """Let a room know that a socket is gone."""
        lane = self.lanes.get(code)
        if lane is None or all((i.verb, i.arguments) != ("lose", (number,)) for i in lane.waiting):
            self.put(code, Input("lose", (number,)))

    def empty(self, lane: Lane, raw: bytes) -> None:
        """A room is gone: whoever is in it hears so."""
        self.delivery.empty(lane, raw)
        self._forget(lane)
        self._tidy(lane)

    async def _run(self, lane: Lane) -> None:
        """Handle what waits for a room, until nothing does."""
        while lane.waiting:
            given = lane.waiting.popleft()
            try:
                await self._handle(lane, given)
            except Exception:
                warn("defect", room=lane.code, verb=given.verb, trace=traceback.format_exc())
                self._forget(lane)
                self._fail(lane, given, _DEFECT)
            self.delivery.done(given)
        lane.task = None
        self._tidy(lane)

    def _tidy(self, lane: Lane) -> None:
        """Forget a lane of which nothing has to be known."""
        if not (lane.is_busy or lane.is_awake or lane.audience or lane.waiting):
            self.lanes.pop(lane.code, None)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # -- handling ------------------------------------------------------------------------------

    async def _handle(self, lane: Lane, given: Input) -> None:
        """Handle one input; whoever sent it hears of whatever goes wrong."""
        if self._strikes.rest(lane.code):
            self._fail(lane, given, _BARRED)
            return
        for _ in range(ATTEMPTS):
            try:
                await self._tell(lane, given)
                self.metrics.answer.add(time.monotonic() - given.began)
                return
            except WorkerLostError as lost:
                lane.home = None
                if lost.is_blamed:
                    self._strike(lane, given)
                    self._fail(lane, given, _BUDGET)
                    self._tell_all(lane)
                    return
            except WorkerFailedError as failed:
                lane.home = None
                warn("defect", room=lane.code, verb=given.verb, message=str(failed), trace=failed.trace)
                self._fail(lane, given, _DEFECT)
                return
            except StoreError as error:
                self._forget(lane)
                warn("store", room=lane.code, code=error.code, message=error.message)
                self._fail(lane, given, _STORE)
                return
            except RoomError as error:
                self._fail(lane, given, error)
                return
        self._fail(lane, given, _DEFECT)

    async def _tell(self, lane: Lane, given: Input) -> None:
        """Tell a room something, store what it says, and pass it on."""
        if given.verb == "open":
            await self._open(lane, given)
            return
        if given.verb == "rest":
            await self._rest(lane)
            return
        if given.is_strange and lane.kind == HOUSE and lane.has_player(given.socket):
            await self._rest(lane)
            lane.kind = GUEST
        if not lane.is_awake:
            await self._demand_right(lane, given)
            await self._wake(lane)
        assert lane.home is not None
        told: Told = await lane.home.ask(given.verb, lane.code, *given.arguments, given.moment)
        if told.is_forgotten:
            lane.home = None
        await self._settle(lane, told)
        codes = ", ".join(told.refusals) or None
        log(given.verb, logging.DEBUG, room=lane.code, seq=told.seq, code=codes, ms=_ms(told.seconds))

    async def _settle(self, lane: Lane, told: Told) -> None:
        """Store and send what a room says, and let its bot think if it has to."""
        await self.delivery.settle(lane, told)
        if told.thinking is not None and lane.thinking != told.thinking.name:
            lane.thinking = told.thinking.name
            self._spawn(self._think(lane, told.thinking))

    # -- making, waking, resting ---------------------------------------------------------------

    async def _open(self, lane: Lane, given: Input) -> None:
        """Make a room. Strangers' documents are tried where no room lives, before they are let in."""
        arguments = (lane.code, *given.arguments, given.moment)
        if lane.kind == GUEST:
            told: Told = await self.pools.ask(DESK, "open", *arguments, False)
        else:
            home = await self.pools.home(HOUSE, lane.code)
            told = await home.ask("open", *arguments, True)
            lane.home = home if told.entries else None
        await self._settle(lane, told)
        if told.entries:
            self.metrics.counts["rooms_made_total"] += 1
            log("room made", room=lane.code, seq=told.seq, kind=lane.kind, ms=_ms(told.seconds))

    async def _demand_right(self, lane: Lane, given: Input) -> None:
        """Refuse to wake a room for somebody who is not in it and has no key of it."""
        if given.socket is None or given.socket in lane.audience or (given.is_join and given.key is None):
            return
        if await asyncio.to_thread(self.store.find, lane.code) is None:
            raise RoomError("E_ROOM", "there is no such room")
        if given.key is None:
            raise RoomError("E_SEAT", "the sender is not in this room", hint="send room.join first")
        if not await asyncio.to_thread(self.store.holder, lane.code, given.key):
            raise RoomError("E_TOKEN", "this is no key of a seat of this room")

    async def _wake(self, lane: Lane) -> None:
        """Make a room again from the store, with the sockets that are in it."""
        began = time.monotonic()
        stored = await asyncio.to_thread(self.store.load, lane.code)
        if stored is None:
            raise RoomError("E_ROOM", "there is no such room")
        lane.kind = WARD if lane.code in self._strikes else lane.kind or kind_of(stored)
        now = now_ms()
        lost = lost_time(self._outages, stored.listed.at, now)
        home = await self.pools.home(lane.kind, lane.code)
        told: Told = await home.ask(
            "wake", lane.code, stored.snapshot, stored.entries, lane.audience, now, lost, lane.is_shaken
        )
        lane.home, lane.is_shaken = home, False
        await self._settle(lane, told)
        self.metrics.counts["rooms_woken_total"] += 1
        log("room woken", room=lane.code, kind=lane.kind, ms=_ms(time.monotonic() - began))

    async def _rest(self, lane: Lane) -> None:
        """Put a room to sleep: it is written down whole, and its worker forgets it."""
        if lane.home is not None and lane.home.is_alive:
            told: Told = await lane.home.ask("rest", lane.code)
            lane.home = None
            if told.snapshot is not None and told.head is not None:
                await self.delivery.commit([Group(told.head, (), told.snapshot)])

    def _forget(self, lane: Lane) -> None:
        """Let a worker forget a room that has run ahead of its log."""
        home, lane.home = lane.home, None
        if home is not None and home.is_alive:
            home.ask("forget", lane.code).add_done_callback(lambda future: future.exception())

    # -- bots ----------------------------------------------------------------------------------

    async def _think(self, lane: Lane, thinking: Thinking) -> None:
        """Let a bot think; one whose time is up thinks again with less ambition, and at last gives up."""
        answer: str | None = None
        for request in (thinking.request, *_easier(thinking)):
            try:
                answer = await self.pools.ask(BOT, "think", request)
                break
            except (WorkerLostError, WorkerFailedError) as error:
                warn("bot", room=lane.code, message=str(error), trace=getattr(error, "trace", None))
        if lane.thinking == thinking.name:
            lane.thinking = None
        self.put(lane.code, Input("thought", (thinking.name, answer)))

    # -- what goes wrong -----------------------------------------------------------------------

    def _fail(self, lane: Lane, given: Input, error: ReteChessError) -> None:
        """Refuse an input; what nobody said is tried again later, for it must happen."""
        took = _ms(time.monotonic() - given.began)
        log("failed", room=lane.code, verb=given.verb, code=error.code, ms=took)
        if given.socket is not None:
            self.delivery.refuse(given, error, None if given.verb == "open" else lane.code)
        elif error.code in ("E_ROOM", "E_INTERNAL"):
            if given.verb == "lose":
                lane.audience.pop(given.arguments[0], None)
        elif given.verb != "rest":
            asyncio.get_running_loop().call_later(LATER, self.put, lane.code, given)

    def _strike(self, lane: Lane, given: Input) -> None:
        """Remember that a room has cost a worker: from now on it lives where it can harm only its like."""
        count = None if given.verb == "open" else self._strikes.add(lane.code)
        warn("worker lost", room=lane.code, kind=lane.kind, verb=given.verb, times=count)

    def _tell_all(self, lane: Lane) -> None:
        """Let everybody in a room that has cost its worker hear how it stands, once it is awake again."""
        if lane.audience:
            lane.is_shaken = True
            self.put(lane.code, Input("tick"))

    # -- ending --------------------------------------------------------------------------------

    async def drain(self, seconds: float) -> None:
        """Wait until all that was taken is stored and told, for so long at most."""
        self.delivery.timers.close()
        tasks = [lane.task for lane in self.lanes.values() if lane.task is not None]
        if tasks:
            await asyncio.wait(tasks, timeout=seconds)

    def close(self) -> None:
        """Write all that was asked for, and let everything go."""
        for task in self._tasks:
            task.cancel()
        self.delivery.close()


def _easier(thinking: Thinking) -> Iterable[bytes]:
    """The same request to a bot of the lowest level."""
    if thinking.level > 1:
        yield pickle.dumps(replace(pickle.loads(thinking.request), level=1))


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 2)
