"""Games played by dask.distributed: the same as everywhere, while workers come and die."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from rete_chess.balance.cluster import Cluster
from rete_chess.balance.plan import Contest, Plan
from rete_chess.balance.pool import Job
from rete_chess.balance.run import Progress, play_plan
from rete_chess.balance.store import Store
from rete_chess.errors import GameError
from tests.balance.plans import all_games, reference, small_plan
from tests.cli.helpers import environment

distributed = pytest.importorskip("distributed")

# It warns of its own ports, loops and futures; none of that is ours.
pytestmark = pytest.mark.filterwarnings("ignore")

GAMES = 12


@pytest.fixture(autouse=True)
def found_by_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let workers, which are processes of their own, find the package and these tests."""
    monkeypatch.setenv("PYTHONPATH", environment()["PYTHONPATH"])


def test_the_same_games_though_a_worker_dies(tmp_path: Path) -> None:
    plan = small_plan("warlords", "chess")
    cluster = Cluster(plan, "local", 2)
    killed: list[int] = []

    def kill(progress: Progress) -> None:
        if progress.played >= 3 and not killed:
            pids = sorted(worker["pid"] for worker in cluster._client.run(_told).values())
            killed.append(pids[0])
            os.kill(pids[0], signal.SIGKILL)

    try:
        with Store.begin(tmp_path / "games", plan) as store:
            play_plan(store, cluster, GAMES, progress=kill)
            games = all_games(store)
    finally:
        cluster.close()
    assert killed
    assert games == reference(plan, GAMES, tmp_path)
    lines = (tmp_path / "games").read_text().splitlines()[1:]
    numbers = [(game["contest"], game["game"]) for game in map(json.loads, lines)]
    assert len(set(numbers)) == len(numbers) == 2 * GAMES


def _told() -> dict[str, int]:
    return {"pid": os.getpid()}


def test_a_scheduler_that_is_running(tmp_path: Path) -> None:
    """Workers in threads, several in one process, play one game at a time."""
    plan = small_plan(longest=12)
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=3, processes=False, dashboard_address=None
    ) as running:
        cluster = Cluster(plan, running.scheduler_address)
        try:
            with Store.begin(tmp_path / "games", plan) as store:
                play_plan(store, cluster, 6)
                games = all_games(store)
        finally:
            cluster.close()
    assert games == reference(plan, 6, tmp_path)


def test_terms_that_no_worker_can_play() -> None:
    plan = small_plan()
    start: dict[str, Any] = {**plan.contests[0].start, "hash": "0" * 32}
    broken = Plan((Contest("chess", start, ("random", "random")),))
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    ) as running:
        cluster = Cluster(broken, running.scheduler_address)
        cluster.submit(Job(0, 0))
        with pytest.raises(GameError, match="cannot play"):
            cluster.wait()
        cluster.close()


def play_some(cluster: Cluster) -> None:
    for number in range(1000):
        cluster.submit(Job(0, number))
        cluster.wait()


def test_a_scheduler_that_goes_away_is_told_of() -> None:
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
    ) as running:
        cluster = Cluster(small_plan(), running.scheduler_address)
    with pytest.raises(GameError, match="scheduler") as caught:
        play_some(cluster)
    cluster.close()
    assert caught.value.code == "E_GAMES"
    assert "--resume" in str(caught.value.hint)


def test_an_address_where_nobody_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rete_chess.balance.cluster.TIMEOUT", 1)
    with pytest.raises(GameError) as caught:
        Cluster(small_plan(), "tcp://127.0.0.1:9")
    assert caught.value.code == "E_GAMES"
