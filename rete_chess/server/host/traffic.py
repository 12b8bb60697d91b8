"""The way of everything that happens to a room: to its worker, to the store, and only then to the sockets.

Inputs of one room are handled one after the other, rooms beside each other. Whatever goes wrong on the way,
the room is as its log has it: it is forgotten, and made again from there for the next input.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable
from typing import Final

from rete_chess.errors import ReteChessError
from rete_chess.server.host.callers import DONE, Caller
from rete_chess.server.host.config import Config
from rete_chess.server.host.jobs import Number, Thinking, Told
from rete_chess.server.host.lanes import Input, Lane, kind_of
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
from rete_chess.server.host.timers import Timers, now_ms
from rete_chess.server.room import RoomError, nack_of
from rete_chess.server.store import Committer, Group, Store, StoreError, lost_time
from rete_chess.server.wire.codec import encode

#: How often an input is tried whose worker was lost by another's fault.
ATTEMPTS: Final = 4
#: How long the front waits before it tries again what nobody can be told has failed, in seconds.
LATER: Final = 1.0
#: Rooms that cost a worker so often are left alone for a while, longer every time, in seconds.
STRIKES: Final = 2
LONGEST_REST: Final = 600.0


class _NoRoomError(Exception):
    """There is no such room."""


class Traffic:
    """All rooms with something to do, and all sockets."""

    def __init__(self, config: Config, store: Store, pools: Pools, metrics: Metrics) -> None:
        self.config, self.store, self.pools, self.metrics = config, store, pools, metrics
        self.committer = Committer(store)
        self.callers: dict[Number, Caller] = {}
        self.lanes: dict[str, Lane] = {}
        self.timers = Timers(lambda code: self.put(code, Input("tick")))
        self.outages = store.outages(config.name, 0)
        self._strikes: dict[str, tuple[int, float]] = {}  # workers a room has cost, and when it may try again
        self._tasks: set[asyncio.Task[None]] = set()

    # -- taking --------------------------------------------------------------------------------

    def put(self, code: str, given: Input, kind: str | None = None) -> None:
        """Let something be told to a room, after all that waits already."""
        lane = self.lanes.get(code)
        if lane is None:
            lane = self.lanes[code] = Lane(code, kind)
        if given.socket is not None and len(lane.waiting) >= self.config.limits.waiting_per_room:
            self.refuse(given, RoomError("E_RATE", "the room has too much to do"), code)
            return
        lane.waiting.append(given)
        if given.socket is not None:
            lane.heard = time.monotonic()
        if lane.task is None:
            lane.task = asyncio.get_running_loop().create_task(self._run(lane))

    async def _run(self, lane: Lane) -> None:
        """Handle what waits for a room, until nothing does."""
        try:
            while lane.waiting:
                given = lane.waiting.popleft()
                try:
                    await self._handle(lane, given)
                except Exception:
                    self._note_defect(lane, given)
        finally:
            lane.task = None
            self.tidy(lane)

    def tidy(self, lane: Lane) -> None:
        """Forget a lane of which nothing has to be known."""
        if not (lane.is_busy or lane.is_awake or lane.audience or lane.waiting):
            self.lanes.pop(lane.code, None)

    # -- handling ------------------------------------------------------------------------------

    async def _handle(self, lane: Lane, given: Input) -> None:
        """Handle one input; whoever sent it hears of whatever goes wrong."""
        if self._is_barred(lane.code):
            self._fail(
                lane,
                given,
                RoomError("E_BUDGET", "the room has cost too much lately", hint="try again later"),
            )
            return
        for _ in range(ATTEMPTS):
            try:
                await self._tell(lane, given)
                return
            except WorkerLostError as lost:
                lane.home = None
                if lost.is_blamed:
                    self._strike(lane)
                    self._fail(lane, given, RoomError("E_BUDGET", "this takes more than the server allows"))
                    return
            except WorkerFailedError as failed:
                lane.home = None
                warn("defect", room=lane.code, verb=given.verb, message=str(failed), trace=failed.trace)
                self._fail(
                    lane, given, RoomError("E_INTERNAL", "a defect of the program; nothing has changed")
                )
                return
            except StoreError as error:
                await self._forget(lane)
                warn("store", room=lane.code, code=error.code, message=error.message)
                self._fail(
                    lane, given, RoomError("E_STORE", "the server cannot store this; nothing has changed")
                )
                return
            except _NoRoomError:
                self._fail(lane, given, RoomError("E_ROOM", "there is no such room"))
                return
        self._fail(lane, given, RoomError("E_INTERNAL", "the server lost its workers; nothing has changed"))

    async def _tell(self, lane: Lane, given: Input) -> None:
        """Tell a room something, store what it says, and pass it on."""
        if given.verb == "open":
            await self._open(lane, given)
            return
        if given.is_strange and lane.kind == HOUSE:
            await self.rest(lane)
            lane.kind = GUEST
        if not lane.is_awake:
            await self._wake(lane)
        assert lane.home is not None
        now = now_ms() if given.at is None else given.at
        told: Told = await lane.home.ask(given.verb, lane.code, *given.arguments, now)
        await self._settle(lane, told)
        self.metrics.answer.add(time.monotonic() - given.began)

    async def _open(self, lane: Lane, given: Input) -> None:
        """Make a room. Strangers' documents are tried where no room lives, before they are let in."""
        now = now_ms() if given.at is None else given.at
        if lane.kind == GUEST:
            told: Told = await self.pools.ask(DESK, "open", lane.code, *given.arguments, now, False)
        else:
            home = await self.pools.home(HOUSE, lane.code)
            told = await home.ask("open", lane.code, *given.arguments, now, True)
            lane.home = home if told.entries else None
        await self._settle(lane, told)
        if told.entries:
            self.metrics.counts["rooms_made_total"] += 1
            log("room made", room=lane.code, kind=lane.kind, ms=_ms(told.seconds))

    async def _wake(self, lane: Lane) -> None:
        """Make a room again from the store, with the sockets that are in it."""
        began = time.monotonic()
        stored = await asyncio.to_thread(self.store.load, lane.code)
        if stored is None:
            raise _NoRoomError
        if lane.code in self._strikes:
            lane.kind = WARD
        elif lane.kind is None:
            lane.kind = kind_of(stored)
        now = now_ms()
        lost = lost_time(self.outages, stored.listed.at, now)
        home = await self.pools.home(lane.kind, lane.code)
        told: Told = await home.ask(
            "wake", lane.code, stored.snapshot, stored.entries, lane.audience, now, lost
        )
        lane.home = home
        await self._settle(lane, told)
        self.metrics.counts["rooms_woken_total"] += 1
        log("room woken", room=lane.code, kind=lane.kind, ms=_ms(time.monotonic() - began))

    async def rest(self, lane: Lane) -> None:
        """Put a room to sleep: it is written down whole, and its worker forgets it."""
        if lane.is_awake:
            assert lane.home is not None
            told: Told = await lane.home.ask("rest", lane.code)
            lane.home = None
            if told.snapshot is not None and told.head is not None:
                await self._commit([Group(told.head, (), told.snapshot)])

    async def _forget(self, lane: Lane) -> None:
        """Let a worker forget a room that has run ahead of its log."""
        home, lane.home = lane.home, None
        if home is not None and home.is_alive:
            home.ask("forget", lane.code).add_done_callback(_heed)

    # -- settling ------------------------------------------------------------------------------

    async def _settle(self, lane: Lane, told: Told) -> None:
        """Store what a room says has changed, then send what it says and do what it asks for."""
        groups = list(_groups(told))
        if groups:
            await self._commit(groups)
            self._note(lane, told)
        if told.audience is not None:
            self._seat(lane, told.audience)
        for sockets, raw in told.sends:
            for number in sockets:
                if (caller := self.callers.get(number)) is not None:
                    caller.post(raw)
            self.metrics.counts["sent_total"] += len(sockets)
        for number in told.closes:
            if (caller := self.callers.get(number)) is not None:
                caller.rooms.discard(lane.code)
                caller.end(DONE, "replaced")
        self.metrics.errors.update(told.refusals)
        self.metrics.apply.add(told.seconds)
        if told.thinking is not None and lane.thinking != told.thinking.digest:
            lane.thinking = told.thinking.digest
            self._spawn(self._think(lane, told.thinking))

    async def _commit(self, groups: list[Group]) -> None:
        await asyncio.wrap_future(self.committer.submit(groups))

    def _note(self, lane: Lane, told: Told) -> None:
        """Note what was stored: deadlines, and what is counted."""
        counts = self.metrics.counts
        counts["entries_total"] += len(told.entries)
        counts["moves_total"] += sum(entry.kind == "move" for entry in told.entries)
        if told.head is not None:
            self.timers.set(lane.code, min(told.head.deadlines.values(), default=None))
        if told.opened is not None:
            head = told.opened[0]
            self.timers.set(head.code, min(head.deadlines.values(), default=None))

    def _seat(self, lane: Lane, audience: dict[Number, str]) -> None:
        """Note who is in a room now; who went away meanwhile, leaves it."""
        for number in lane.audience.keys() - audience.keys():
            if (caller := self.callers.get(number)) is not None:
                caller.rooms.discard(lane.code)
        lane.audience = audience
        for number in audience:
            caller = self.callers.get(number)
            if caller is None:
                self.lose(lane.code, number)
            else:
                caller.rooms.add(lane.code)

    def lose(self, code: str, number: Number) -> None:
        """Let a room know that a socket is gone."""
        lane = self.lanes.get(code)
        if lane is None or all((i.verb, i.arguments) != ("lose", (number,)) for i in lane.waiting):
            self.put(code, Input("lose", (number,)))

    # -- bots ----------------------------------------------------------------------------------

    async def _think(self, lane: Lane, thinking: Thinking) -> None:
        """Let a bot think; one whose time is up thinks again with less ambition, and at last gives up."""
        move: str | None = None
        try:
            for request in (thinking.request, *_easier(thinking)):
                try:
                    move = await self.pools.ask(BOT, "think", request)
                    break
                except (WorkerLostError, WorkerFailedError) as error:
                    warn("bot", room=lane.code, message=str(error), trace=getattr(error, "trace", None))
        finally:
            if lane.thinking == thinking.digest:
                lane.thinking = None
        self.put(lane.code, Input("thought", (thinking.digest, move)))

    def _spawn(self, work: object) -> None:
        task: asyncio.Task[None] = asyncio.get_running_loop().create_task(work)  # type: ignore[arg-type]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- what goes wrong -----------------------------------------------------------------------

    def refuse(self, given: Input, error: ReteChessError, code: str | None = None) -> None:
        """Tell whoever said something that nothing came of it."""
        self.metrics.errors[error.code] += 1
        caller = None if given.socket is None else self.callers.get(given.socket)
        if caller is not None:
            nack = nack_of(error).model_copy(update={"re": given.re, "room_code": code})
            caller.post(encode(nack))

    def _fail(self, lane: Lane, given: Input, error: ReteChessError) -> None:
        """Refuse an input; what nobody said is tried again later, for it must happen."""
        log("failed", room=lane.code, verb=given.verb, code=error.code)
        if given.socket is not None:
            self.refuse(given, error, None if given.verb == "open" else lane.code)
        elif error.code in ("E_ROOM", "E_INTERNAL"):
            lane.audience = {} if error.code == "E_ROOM" else lane.audience
            if given.verb == "lose":
                lane.audience.pop(given.arguments[0], None)
        else:
            asyncio.get_running_loop().call_later(LATER, self.put, lane.code, given)

    def _note_defect(self, lane: Lane, given: Input) -> None:
        """Note an error that nobody foresaw; the front goes on."""
        import traceback

        warn("defect", room=lane.code, verb=given.verb, trace=traceback.format_exc())
        lane.home = None
        self._fail(lane, given, RoomError("E_INTERNAL", "a defect of the program"))

    def _strike(self, lane: Lane) -> None:
        """Remember that a room has cost a worker: from now on it lives where it can harm only its like."""
        count = self._strikes.get(lane.code, (0, 0.0))[0] + 1
        rest = min(LONGEST_REST, 2.0**count) if count >= STRIKES else 0.0
        self._strikes[lane.code] = (count, time.monotonic() + rest)
        warn("worker lost", room=lane.code, kind=lane.kind, times=count)
        lane.kind = WARD if lane.kind is not None else None

    def _is_barred(self, code: str) -> bool:
        return code in self._strikes and time.monotonic() < self._strikes[code][1]

    # -- ending --------------------------------------------------------------------------------

    async def drain(self, seconds: float) -> None:
        """Wait until all that was taken is stored and told, for so long at most."""
        self.timers.close()
        tasks = [lane.task for lane in self.lanes.values() if lane.task is not None]
        if tasks:
            await asyncio.wait(tasks, timeout=seconds)

    def close(self) -> None:
        """Write all that was asked for, and let everything go."""
        for task in self._tasks:
            task.cancel()
        self.committer.close()


def _groups(told: Told) -> Iterable[Group]:
    """What has to be written, all of it in one transaction."""
    if told.entries:
        assert told.head is not None
        yield Group(told.head, told.entries, told.snapshot)
    if told.opened is not None:
        head, entries = told.opened
        yield Group(head, entries)


def _easier(thinking: Thinking) -> Iterable[bytes]:
    """The same request to a bot of the lowest level."""
    import pickle
    from dataclasses import replace

    if thinking.level > 1:
        yield pickle.dumps(replace(pickle.loads(thinking.request), level=1))


def _heed(future: asyncio.Future[Told]) -> None:
    """Take note of an answer that nobody waits for."""
    future.exception()


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 2)
