"""The workers of a server, by what they are for; each is started when it is needed, and again when lost.

Rooms have a worker by the hash of their code, and what is shared goes to whoever is free.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any, Final
from zlib import crc32

from rete_chess.server.host.channel import Looping
from rete_chess.server.host.config import Config
from rete_chess.server.host.jobs import Answer, Job
from rete_chess.server.host.nursery import Nursery

#: Rooms of shipped documents; rooms of strangers' documents; rooms that have cost a worker before.
HOUSE, GUEST, WARD = "house", "guest", "ward"
#: Where documents are judged, rooms of strangers are first made, and sleeping rooms are looked at.
DESK: Final = "desk"
#: Where bots think.
BOT: Final = "bot"
#: How far the work of strangers, of documents and of bots steps back where processors are scarce. A process
#: that steps back a little still keeps a processor for milliseconds at a time, several times in every move of
#: a quiet room; those that nobody waits for with a clock step back as far as they can, and still go on.
_NICENESS: Final = {GUEST: 5, WARD: 19, DESK: 19, BOT: 19}


class WorkerLostError(Exception):
    """A worker is gone with what it was asked; `is_blamed`: this very job cost it."""

    def __init__(self, is_blamed: bool) -> None:
        self.is_blamed = is_blamed
        super().__init__("a worker is lost")


class WorkerFailedError(Exception):
    """A defect in a worker, which goes on."""

    def __init__(self, message: str, trace: str) -> None:
        self.trace = trace
        super().__init__(message)


class Worker:
    """A worker as the front knows it: what it was asked, in order, and has not answered."""

    def __init__(self, kind: str, index: int) -> None:
        self.kind, self.index = kind, index
        self.is_alive = True
        self.process: int | None = None  # known once it has begun
        self.since = 0.0  # when it began the job that it is at
        self._asked: dict[int, asyncio.Future[Any]] = {}
        self._numbers = count(1)
        self.line = Looping(self._hear, self._lose)

    @property
    def waiting(self) -> int:
        """How many jobs it has not answered."""
        return len(self._asked)

    def ask(self, verb: str, *arguments: Any) -> asyncio.Future[Any]:
        """Let it do something; the future has its answer."""
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        if not self.is_alive:
            future.set_exception(WorkerLostError(is_blamed=False))
            return future
        if not self._asked:
            self.since = time.monotonic()
        number = next(self._numbers)
        self._asked[number] = future
        self.line.put(Job(number, verb, arguments))
        return future

    def _hear(self, value: Answer | int) -> None:
        if isinstance(value, int):
            self.process, self.since = value, time.monotonic()
            return
        future = self._asked.pop(value.number)
        self.since = time.monotonic()
        if future.done():
            return  # whoever asked does not wait any longer
        if value.failure is None:
            future.set_result(value.value)
        else:
            future.set_exception(WorkerFailedError(*value.failure))

    def _lose(self) -> None:
        """Jobs are done in the order in which they come: the first without an answer has cost the worker."""
        self.is_alive = False
        asked, self._asked = list(self._asked.values()), {}
        for place, future in enumerate(asked):
            if not future.done():
                future.set_exception(WorkerLostError(is_blamed=place == 0 and self.process is not None))


class Pools:
    """All workers of a server."""

    def __init__(
        self, config: Config, ended: Callable[[int, int], None], modules: Sequence[str] = ()
    ) -> None:
        rooms = config.room_workers
        half = max(1, rooms // 2)  # so that strangers and bots never have all processors
        sizes = {HOUSE: rooms, GUEST: half, WARD: 1, DESK: half, BOT: half}
        self._config = config
        self._ended = ended
        self._nursery = Nursery(self._end, modules)
        self._workers: dict[str, list[Worker | None]] = {kind: [None] * size for kind, size in sizes.items()}
        self._free = {kind: asyncio.Semaphore(sizes[kind]) for kind in (DESK, BOT)}
        self.lost = 0  # how many ended before their time
        self._is_closed = False

    def start(self) -> None:
        """Start the nursery."""
        self._nursery.start()

    @property
    def workers(self) -> list[Worker]:
        """All workers there are."""
        listed = [worker for slots in self._workers.values() for worker in slots]
        return [worker for worker in listed if worker is not None and worker.is_alive]

    async def home(self, kind: str, code: str) -> Worker:
        """The worker in which a room of some kind lives."""
        return await self._worker(kind, crc32(code.encode()) % len(self._workers[kind]))

    async def ask(self, kind: str, verb: str, *arguments: Any) -> Any:
        """What a free worker answers; if it is lost by another's fault, the next one is asked."""
        async with self._free[kind]:
            for _ in range(3):
                slots = self._workers[kind]
                busy = [found.waiting if found is not None and found.is_alive else 0 for found in slots]
                worker = await self._worker(kind, busy.index(min(busy)))
                try:
                    return await worker.ask(verb, *arguments)
                except WorkerLostError as lost:
                    if lost.is_blamed:
                        raise
        raise WorkerLostError(is_blamed=False)

    async def _worker(self, kind: str, index: int) -> Worker:
        slots = self._workers[kind]
        found = slots[index]
        if found is not None and found.is_alive:
            return found
        limits = self._config.limits
        arguments = {
            "consent_time": round(self._config.consent_seconds * 1000),
            "code_prefix": self._config.code_prefix,
            "seconds": limits.think_seconds if kind == BOT else limits.call_seconds,
            "megabytes": limits.call_megabytes,
            "niceness": _NICENESS.get(kind, 0),
        }
        worker = slots[index] = Worker(kind, index)
        end = self._nursery.fork(kind, arguments)
        await asyncio.get_running_loop().create_connection(lambda: worker.line, sock=end)
        return worker

    # -- watching ------------------------------------------------------------------------------

    def kill(self, worker: Worker) -> None:
        """End a worker at once; its rooms are woken elsewhere."""
        if worker.process is not None:
            self._nursery.kill(worker.process)

    def watch(self) -> list[Worker]:
        """End workers that are at one job for too long or have grown too large; returns them."""
        limits, now = self._config.limits, time.monotonic()
        gone = []
        for worker in self.workers:
            most = limits.think_seconds * 5 if worker.kind == BOT else limits.call_wall_seconds
            is_stuck = worker.waiting and worker.process is not None and now - worker.since > most
            if is_stuck or _megabytes(worker.process) > limits.worker_megabytes:
                gone.append(worker)
                self.kill(worker)
        return gone

    def _end(self, process: int, code: int) -> None:
        """A worker has ended before its time."""
        if not self._is_closed:
            self.lost += 1
            self._ended(process, code)

    def close(self) -> None:
        """Let all workers end."""
        self._is_closed = True
        for worker in self.workers:
            worker.line.close()
        self._nursery.close()


def _megabytes(process: int | None) -> int:
    """The memory of a process; 0 if it is not known."""
    try:
        with open(f"/proc/{process}/statm", "rb") as statm:
            return int(statm.read().split()[1]) >> 8  # pages of 4 KiB
    except (OSError, ValueError, IndexError):
        return 0
