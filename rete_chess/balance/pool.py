"""A pool of processes that play games: one game each at a time, and a process that breaks is replaced.

A process is told its games as lines of JSON and answers with lines; it ends when nobody speaks any more.
"""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

import orjson

from rete_chess.balance.plan import Data, Plan
from rete_chess.errors import GameError

if TYPE_CHECKING:
    from rete_chess.serial.shapes import BalanceGame

#: How a process begins: with the modules of who starts it, wherever that is.
BEGINNING: Final = (
    "import sys; sys.path[:] = sys.argv[1:]; from rete_chess.balance.worker import main; main()"
)
#: Processes that may break under one and the same game before it is given up.
TRIES: Final = 2
#: Processes that may break one after the other without a game played between.
MOST_BROKEN: Final = 8


class Job(NamedTuple):
    """A game that is to be played: its contest and its number there."""

    contest: int
    game: int


class Workers(Protocol):
    """Whoever plays games: the pool, or a cluster."""

    @property
    def capacity(self) -> int:
        """How many jobs keep all of them busy."""

    def submit(self, job: Job) -> None:
        """Let a game be played."""

    def wait(self) -> list[BalanceGame]:
        """The games that are over by now; at least one, which may take a while."""

    def close(self) -> None:
        """Let all of them go, whatever they do."""


class Process:
    """A process that plays one game at a time; a thread reads what it says."""

    def __init__(self, plan: Plan, heard: queue.SimpleQueue[tuple[Process, bytes]]) -> None:
        self.job: Job | None = None
        self._terms: set[int] = set()  # of which contests it knows the terms
        self._plan = plan
        self._popen = subprocess.Popen(
            [sys.executable, "-c", BEGINNING, *sys.path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,  # with the engines of others that it starts
        )
        self._heard = heard
        threading.Thread(target=self._read, daemon=True).start()

    @property
    def pid(self) -> int:
        return self._popen.pid

    def _read(self) -> None:
        assert self._popen.stdout is not None
        with os.fdopen(os.dup(self._popen.stdout.fileno()), "rb") as stream:
            for line in stream:
                if line.endswith(b"\n"):
                    self._heard.put((self, line))
        self._heard.put((self, b""))  # it has ended

    def play(self, job: Job) -> None:
        """Let it play a game. Where it has ended meanwhile, that is heard soon."""
        self.job = job
        data: Data = {"contest": job.contest, "game": job.game}
        if job.contest not in self._terms:
            data["terms"] = self._plan.terms(job.contest)
            self._terms.add(job.contest)
        assert self._popen.stdin is not None
        with suppress(OSError):
            self._popen.stdin.write(orjson.dumps(data) + b"\n")

    def end(self) -> None:
        """End it at once, and the engines of others that it started."""
        if hasattr(os, "killpg"):
            with suppress(OSError):
                os.killpg(self._popen.pid, signal.SIGKILL)
        self._popen.kill()
        self._popen.wait()
        for stream in (self._popen.stdin, self._popen.stdout):
            if stream is not None:
                stream.close()


class Pool:
    """Processes of this machine, as many as there are cores unless a number is given."""

    def __init__(self, plan: Plan, size: int | None = None) -> None:
        self._plan = plan
        self._heard: queue.SimpleQueue[tuple[Process, bytes]] = queue.SimpleQueue()
        self._waiting: deque[Job] = deque()
        self._broken: dict[Job, int] = {}  # games under which processes broke
        self._in_a_row = 0
        self.size = size or cores()
        self._all: list[Process] = []

    @property
    def capacity(self) -> int:
        return self.size + 1  # one waits, so that nobody does

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes."""
        return [process.pid for process in self._all]

    def submit(self, job: Job) -> None:
        self._waiting.append(job)
        self._feed()

    def _feed(self) -> None:
        """Give what waits to who is free; more processes are started up to the size of the pool."""
        free = [process for process in self._all if process.job is None]
        while self._waiting and (free or len(self._all) < self.size):
            if not free:
                self._all.append(Process(self._plan, self._heard))
                free.append(self._all[-1])
            free.pop().play(self._waiting.popleft())

    def wait(self) -> list[BalanceGame]:
        found: list[BalanceGame] = []
        while not found or not self._heard.empty():
            process, line = self._heard.get()
            if process not in self._all:
                continue
            found += self._ended(process) if not line else self._told(process, orjson.loads(line))
            self._feed()
        return found

    def _told(self, process: Process, told: Any) -> list[BalanceGame]:
        process.job = None
        self._in_a_row = 0
        if "refused" in told:
            raise GameError("E_GAMES", f"a process cannot play these games: {told['refused']}")
        game: BalanceGame = told
        return [game]

    def _ended(self, process: Process) -> list[BalanceGame]:
        """Put another process in the place of one that broke; its game has a second chance."""
        process.end()
        self._all.remove(process)
        job = process.job
        self._in_a_row += 1
        if self._in_a_row > MOST_BROKEN:
            raise GameError("E_GAMES", "the processes that should play the games break one after the other")
        if job is None:
            return []
        self._broken[job] = self._broken.get(job, 0) + 1
        if self._broken[job] < TRIES:
            self._waiting.appendleft(job)
            return []
        return [given_up(job, "the process that played it broke")]

    def close(self) -> None:
        for process in self._all:
            process.end()
        self._all.clear()


def given_up(job: Job, why: str) -> BalanceGame:
    """What is told of a game that nobody could play to its end."""
    return {"contest": job.contest, "game": job.game, "seed": "", "failed": why}


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
