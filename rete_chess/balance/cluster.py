"""Games played by workers of dask.distributed: a scheduler that is running, or one that is started here.

Every job carries the documents of its contest, so that workers need nothing but the package, and may come,
die and return. What a dead one was playing the scheduler gives to others.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

from rete_chess.balance.games import demand_terms, play_game
from rete_chess.balance.plan import Data, Plan
from rete_chess.balance.pool import Job, cores, given_up
from rete_chess.errors import GameError, ReteChessError

if TYPE_CHECKING:
    from rete_chess.serial.shapes import BalanceGame

#: The address that starts a cluster on this machine.
LOCAL: Final = "local"
#: Jobs for each thread of the workers: what one does next lies with it already.
AHEAD: Final = 3
#: How often a job that was lost with its worker is given to another.
RETRIES: Final = 3
#: Seconds after which workers are counted anew.
COUNTING: Final = 2.0
#: Seconds in which a scheduler has to answer.
TIMEOUT: Final = 10

#: What is raised where the scheduler has gone: dask has many errors for it, and calls off what was asked.
LOST: Final = (Exception, asyncio.CancelledError)

_alone = threading.Lock()


def play_job(terms: Data, number: int) -> Data:
    """Play a game on a worker: one at a time in each process, whatever its number of threads."""
    with _alone:
        try:
            demand_terms(terms)
        except ReteChessError as error:
            return {"refused": str(error)}
        return dict(play_game(terms, number))


class Cluster:
    """The workers of a scheduler, as many as there are at any time."""

    def __init__(self, plan: Plan, address: str, size: int | None = None) -> None:
        distributed = _distributed()
        self._terms = [plan.terms(contest) for contest in range(len(plan.contests))]
        self._own: Any = None
        if address == LOCAL:
            self._own = distributed.LocalCluster(
                n_workers=size or cores(),
                threads_per_worker=1,
                dashboard_address=None,
                silence_logs=logging.ERROR,  # that workers are ended is nothing to warn of
            )
        try:
            self._client: Any = distributed.Client(self._own or address, timeout=TIMEOUT)
        except (OSError, ValueError) as error:
            raise GameError("E_GAMES", f"no scheduler answers: {error}", found=address) from None
        self._threads, self._counted = 1, -COUNTING
        self._over: queue.SimpleQueue[tuple[Job, Any]] = queue.SimpleQueue()
        self._futures: dict[Job, Any] = {}

    @property
    def capacity(self) -> int:
        if time.monotonic() >= self._counted + COUNTING:
            with _answering():
                self._threads = max(1, sum(self._client.nthreads().values()))
            self._counted = time.monotonic()
        return AHEAD * self._threads

    def submit(self, job: Job) -> None:
        terms = self._terms[job.contest]
        self._demand_scheduler()
        with _answering():
            future = self._client.submit(play_job, terms, job.game, pure=False, retries=RETRIES)
        self._futures[job] = future
        future.add_done_callback(lambda done: self._over.put((job, done)))

    def wait(self) -> list[BalanceGame]:
        found: list[BalanceGame] = []
        while not found or not self._over.empty():
            job, future = self._next_over()
            if self._futures.get(job) is future:
                del self._futures[job]
                found += self._told(job, future)
        return found

    def _next_over(self) -> tuple[Job, Any]:
        """The next job that is over, however it went; an error if the scheduler goes away meanwhile."""
        while True:
            with suppress(queue.Empty):
                return self._over.get(timeout=COUNTING)
            self._demand_scheduler()

    def _demand_scheduler(self) -> None:
        """Raise an error if the line to the scheduler is broken: what it was asked for, it has forgotten."""
        if self._client.status != "running":
            raise gone(self._client.status)

    def _told(self, job: Job, future: Any) -> list[BalanceGame]:
        if future.status == "cancelled":  # the scheduler has forgotten it
            self.submit(job)
            return []
        if future.status != "finished":
            return [given_up(job, f"no worker could play it: {type(future.exception()).__name__}")]
        told = future.result()
        if "refused" in told:
            raise GameError("E_GAMES", f"a worker cannot play these games: {told['refused']}")
        game: BalanceGame = told
        return [game]

    def close(self) -> None:
        futures = list(self._futures.values())
        self._futures.clear()
        with suppress(*LOST):  # then nobody plays them
            self._client.cancel(futures)
        with suppress(*LOST):
            self._client.close()
        if self._own is not None:
            self._own.close()


@contextmanager
def _answering() -> Iterator[None]:
    """Let a scheduler that has gone be told of as such."""
    try:
        yield
    except LOST as error:
        raise gone(error) from None


def gone(why: object) -> GameError:
    """The error of a scheduler that has gone."""
    message = f"the scheduler of the cluster answers no more: {why or type(why).__name__}"
    return GameError("E_GAMES", message, hint="go on with --resume when it is back")


def _distributed() -> Any:
    try:
        import distributed
    except ImportError:
        hint = "install rete-chess[cluster]"
        raise GameError("E_GAMES", "a cluster needs dask.distributed", hint=hint) from None
    return distributed
