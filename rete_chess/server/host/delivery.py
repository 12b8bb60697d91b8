"""What a room says: stored first, then sent to the sockets it is for. Nobody hears what is not stored."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from rete_chess.errors import ReteChessError
from rete_chess.server.host.callers import DONE, Caller
from rete_chess.server.host.jobs import Number, Told
from rete_chess.server.host.lanes import Input, Lane
from rete_chess.server.host.metrics import Metrics
from rete_chess.server.host.timers import Timers
from rete_chess.server.room import Head, nack_of
from rete_chess.server.store import Committer, Group, Store
from rete_chess.server.wire.codec import encode


class Delivery:
    """The way from workers to the store, and from there to the sockets."""

    def __init__(
        self, store: Store, metrics: Metrics, due: Callable[[str], None], lose: Callable[[str, Number], None]
    ) -> None:
        self.committer = Committer(store)
        self.callers: dict[Number, Caller] = {}
        self.timers = Timers(due)
        self.metrics = metrics
        self._lose = lose  # what is done with a socket that is gone but still in a room

    async def settle(self, lane: Lane, told: Told) -> None:
        """Store what a room says has changed, then send what it says."""
        groups = list(_groups(told))
        if groups:
            await self.commit(groups)
            self._note(told)
        if told.is_awake:
            self.timers.set(lane.code, told.due)
        if told.audience is not None:
            self._seat(lane, told.audience)
        for sockets, raw in told.sends:
            self._send(sockets, raw)
        for number in told.closes:
            if (caller := self.callers.get(number)) is not None:
                caller.rooms.discard(lane.code)
                caller.end(DONE, "replaced")
        self.metrics.errors.update(told.refusals)
        self.metrics.apply.add(told.seconds)

    async def commit(self, groups: list[Group]) -> None:
        """Write groups in one transaction; done when they are on the disk."""
        await asyncio.wrap_future(self.committer.submit(groups))

    def _note(self, told: Told) -> None:
        """Note what was stored: deadlines, and what is counted."""
        counts = self.metrics.counts
        counts["entries_total"] += len(told.entries)
        counts["moves_total"] += sum(entry.kind == "move" for entry in told.entries)
        self._set_timer(told.head)
        self._set_timer(None if told.opened is None else told.opened[0])

    def _set_timer(self, head: Head | None) -> None:
        if head is not None:
            self.timers.set(head.code, min(head.deadlines.values(), default=None))

    def _seat(self, lane: Lane, audience: dict[Number, str]) -> None:
        """Note who is in a room now; who went away meanwhile, leaves it."""
        for number in lane.audience.keys() - audience.keys():
            if (caller := self.callers.get(number)) is not None:
                caller.rooms.discard(lane.code)
        if audience != lane.audience:
            lane.attend()
        lane.audience = audience
        for number in audience:
            if (caller := self.callers.get(number)) is not None:
                caller.rooms.add(lane.code)
            else:
                self._lose(lane.code, number)

    def _send(self, sockets: Iterable[Number], raw: bytes) -> None:
        for number in sockets:
            if (caller := self.callers.get(number)) is not None:
                caller.post(raw)
                self.metrics.counts["sent_total"] += 1

    def empty(self, lane: Lane, raw: bytes) -> None:
        """Everybody leaves a room, and hears why."""
        self._send(lane.audience, raw)
        self._seat(lane, {})

    def refuse(self, given: Input, error: ReteChessError, code: str | None = None) -> None:
        """Tell whoever said something that nothing came of it."""
        self.metrics.errors[error.code] += 1
        if given.socket is not None:
            nack = nack_of(error).model_copy(update={"re": given.re, "room_code": code})
            self._send((given.socket,), encode(nack))

    # -- what a caller still waits for ---------------------------------------------------------

    def take(self, given: Input) -> None:
        """A room has taken something that a caller said."""
        if given.socket is not None and (caller := self.callers.get(given.socket)) is not None:
            caller.take()

    def done(self, given: Input) -> None:
        """A room is done with something that a caller said."""
        if given.socket is not None and (caller := self.callers.get(given.socket)) is not None:
            caller.settle()

    def close(self) -> None:
        """Write all that was asked for, and wait for nothing any longer."""
        self.timers.close()
        self.committer.close()


def _groups(told: Told) -> Iterable[Group]:
    """What has to be written, all of it in one transaction."""
    if told.entries:
        assert told.head is not None
        yield Group(told.head, told.entries, told.snapshot)
    if told.opened is not None:
        head, entries = told.opened
        yield Group(head, entries)
