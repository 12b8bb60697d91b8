"""What is done from time to time: idle rooms sleep, old ones are deleted, workers are watched, and the store
hears that the server still serves."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Final

from rete_chess.server.host.config import Config
from rete_chess.server.host.lanes import Input, Lane
from rete_chess.server.host.logs import log, warn
from rete_chess.server.host.pool import WorkerFailedError, WorkerLostError
from rete_chess.server.host.timers import now_ms
from rete_chess.server.host.traffic import Traffic
from rete_chess.server.room.state import NOBODY
from rete_chess.server.store import StoreError
from rete_chess.server.wire.codec import encode
from rete_chess.server.wire.room_messages import RoomClosed

#: How often workers are watched, the store is told, idle rooms are looked for, and old ones, in seconds.
WATCH: Final = 1.0
BEAT: Final = 2.0
LOOK: Final = 5.0
DELETE: Final = 3_600.0
DAY: Final = 86_400_000


class Keeper:
    """Keeps a server in order."""

    def __init__(self, config: Config, traffic: Traffic) -> None:
        self._config = config
        self._traffic = traffic
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin with all of it."""
        look = min(LOOK, self._config.idle_seconds, self._config.empty_seconds)
        self._every(WATCH, self.watch)
        self._every(BEAT, self.beat)
        self._every(look, self.put_to_sleep)
        self._every(DELETE, self.delete)

    def _every(self, seconds: float, work: Callable[[], Awaitable[None]]) -> None:
        async def repeat() -> None:
            while True:
                try:
                    await work()
                except (StoreError, WorkerLostError, WorkerFailedError) as error:
                    warn("keeping", message=str(error))
                await asyncio.sleep(seconds)

        self._tasks.append(asyncio.get_running_loop().create_task(repeat()))

    def close(self) -> None:
        """Leave everything as it is."""
        for task in self._tasks:
            task.cancel()

    # -- what is done --------------------------------------------------------------------------

    async def watch(self) -> None:
        """End workers that are stuck or have grown too large."""
        for worker in self._traffic.pools.watch():
            warn("worker ended by the front", process=worker.process, kind=worker.kind)

    async def beat(self) -> None:
        """Let the store know that the server still serves."""
        await asyncio.to_thread(self._traffic.store.beat, self._config.name, now_ms())

    async def put_to_sleep(self) -> None:
        """Put rooms to sleep in which nothing happens."""
        now = time.monotonic()
        for lane in [found for found in self._traffic.lanes.values() if self._is_idle(found, now)]:
            self._traffic.put(lane.code, Input("rest"))

    def _is_idle(self, lane: Lane, now: float) -> bool:
        most = self._config.idle_seconds if lane.audience else self._config.empty_seconds
        return lane.is_awake and not lane.is_busy and now - lane.heard >= most

    async def delete(self) -> None:
        """Delete rooms in which no player was for long; whoever still watches one is told."""
        traffic = self._traffic
        keep = {code for code, lane in traffic.lanes.items() if _has_player(lane) or lane.is_busy}
        before = now_ms() - round(self._config.keep_days * DAY)
        prefix = self._config.code_prefix
        gone = await asyncio.to_thread(traffic.store.delete_idle, before, keep, prefix)
        for code in gone:
            traffic.delivery.timers.set(code, None)
            lane = traffic.lanes.get(code)
            if lane is not None:
                traffic.empty(lane, encode(RoomClosed(room_code=code, why="deleted")))
        traffic.metrics.counts["rooms_deleted_total"] += len(gone)
        if gone:
            log("rooms deleted", count=len(gone))


def _has_player(lane: Lane) -> bool:
    return any(viewer != NOBODY for viewer in lane.audience.values())
