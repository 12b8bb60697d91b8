"""How many games a second are played: by one process, by several, and by as many workers of dask."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from rete_chess.balance import Contest, Plan, Pool, Store, play_plan
from rete_chess.balance.cluster import LOCAL, Cluster
from rete_chess.balance.pool import Workers
from rete_chess.compiler import program_of
from rete_chess.errors import GameError

#: The games that each plays before its time is taken, for each of its processes.
WARMING: Final = 2
ONE: Final = "one process"
POOL: Final = "processes"
DASK: Final = "workers of dask"


class Throughput(NamedTuple):
    """Games a second of each contender, the median of the rounds; None: dask is not installed."""

    one: float
    pool: float
    dask: float | None

    @property
    def gain(self) -> float:
        """How many times as fast several processes are as one."""
        return self.pool / self.one

    @property
    def share(self) -> float | None:
        """The share of the speed of processes that workers of dask have."""
        return None if self.dask is None else self.dask / self.pool


def measure_throughput(
    variant: str, players: str, games: int, rounds: int, size: int, seed: int = 0
) -> Throughput:
    """Let all play the same games, in turns, by the clock: the machine must have nothing else to do."""
    plan = Plan((Contest.of(program_of(variant), (players, players)),), seed)
    seconds: dict[str, list[float]] = {ONE: [], POOL: [], DASK: []}
    with ExitStack() as stack:
        contenders = {
            ONE: stack.enter_context(_closing(Pool(plan, 1))),
            POOL: stack.enter_context(_closing(Pool(plan, size))),
        }
        with suppress(GameError):  # where dask is not installed
            contenders[DASK] = stack.enter_context(_closing(Cluster(plan, LOCAL, size)))
        for name, workers in contenders.items():
            _play(plan, workers, WARMING * (1 if name == ONE else size))
        for _ in range(rounds):
            for name, workers in contenders.items():
                seconds[name].append(_play(plan, workers, games))
    one, pool, dask = (games / median(taken) if taken else None for taken in seconds.values())
    assert one is not None
    assert pool is not None
    return Throughput(one, pool, dask)


def _play(plan: Plan, workers: Workers, games: int) -> float:
    """The seconds in which a number of games are played and kept."""
    with TemporaryDirectory() as folder, Store.begin(Path(folder) / "games.jsonl", plan) as store:
        start = time.perf_counter()
        play_plan(store, workers, games)
        return time.perf_counter() - start


@contextmanager
def _closing(workers: Workers) -> Iterator[Workers]:
    try:
        yield workers
    finally:
        workers.close()
