"""Processes that play: the same games whoever plays them, and whatever breaks meanwhile."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from rete_chess.balance.plan import Plan
from rete_chess.balance.pool import Job, Pool
from rete_chess.balance.run import Progress, play_plan
from rete_chess.balance.store import Store
from rete_chess.errors import GameError
from tests.balance.plans import all_games, reference, small_plan
from tests.cli.helpers import environment

GAMES = 10


def played(plan: Plan, path: Path, size: int, told: Any = lambda pool, progress: None) -> list[Any]:
    """All games of a plan, played by a pool."""
    pool = Pool(plan, size)
    try:
        with Store.resume(path, plan) as store:
            play_plan(store, pool, GAMES, progress=lambda progress: told(pool, progress))
            return all_games(store)
    finally:
        pool.close()


@pytest.mark.parametrize("size", [1, 3])
def test_the_same_games_whatever_the_number_of_processes(size: int, tmp_path: Path) -> None:
    plan = small_plan("warlords", "chess")
    assert played(plan, tmp_path / "games", size) == reference(plan, GAMES, tmp_path)


def test_modules_of_the_current_folder_are_not_those_of_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("statistics", "queue", "rete_chess"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('this is somebody else')\n")
    monkeypatch.setattr(sys, "path", [os.path.abspath(each) for each in sys.path if each])
    monkeypatch.chdir(tmp_path)
    pool = Pool(small_plan(players=("random", "random"), longest=6), 1)
    pool.submit(Job(0, 0))
    (game,) = pool.wait()
    pool.close()
    assert len(game["moves"]) == 6


def test_a_process_that_is_killed_costs_nothing_but_time(tmp_path: Path) -> None:
    plan = small_plan()
    killed: list[int] = []

    def kill(pool: Pool, progress: Progress) -> None:
        if progress.played in (2, 5) and len(killed) < 2 and pool.pids:
            killed.append(pool.pids[0])
            os.kill(pool.pids[0], signal.SIGKILL)

    games = played(plan, tmp_path / "games", 2, kill)
    assert len(set(killed)) == 2
    assert games == reference(plan, GAMES, tmp_path)
    lines = (tmp_path / "games").read_text().splitlines()[1:]
    assert len({json.loads(line)["game"] for line in lines}) == len(lines) == GAMES


def test_a_game_that_breaks_its_processes_is_given_up() -> None:
    pool = Pool(small_plan(players=("search:60s", "search:60s"), longest=600), 1)
    killed: set[int] = set()

    def kill() -> None:
        while len(killed) < 2:
            for pid in pool.pids:
                if pid not in killed:
                    killed.add(pid)
                    os.kill(pid, signal.SIGKILL)

    killer = threading.Thread(target=kill)
    pool.submit(Job(0, 4))
    killer.start()
    (game,) = pool.wait()
    killer.join()
    pool.close()
    assert (game["contest"], game["game"]) == (0, 4)
    assert "broke" in game["failed"]


def test_processes_that_cannot_play_say_so() -> None:
    plan = small_plan()
    start = {**plan.contests[0].start, "hash": "0" * 32}
    pool = Pool(Plan((plan.contests[0].__class__("chess", start, ("random", "random")),)), 1)
    pool.submit(Job(0, 0))
    with pytest.raises(GameError, match="cannot play"):
        pool.wait()
    pool.close()


@pytest.mark.skipif(not hasattr(os, "kill"), reason="needs signals")
def test_a_program_that_is_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    words = ["balance", "chess", "--players", "search:40n", "--games", "30", "--longest", "40"]
    words += ["--workers", "2", "--seed", "1", "--resume", "games.jsonl", "--json"]
    command = [sys.executable, "-m", "rete_chess", *words]
    file = tmp_path / "games.jsonl"
    with subprocess.Popen(
        command, env=environment(), cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as master:
        while master.poll() is None and not (file.exists() and file.read_bytes().count(b"\n") > 4):
            pass
        master.kill()
    between = file.read_bytes()
    assert between.count(b"\n") > 4
    done = subprocess.run(command, env=environment(), cwd=tmp_path, capture_output=True, check=True)
    lines = file.read_bytes().splitlines()
    assert file.read_bytes().startswith(between[: between.rindex(b"\n") + 1])
    assert sorted(json.loads(line)["game"] for line in lines[1:]) == list(range(30))
    assert json.loads(done.stdout)["contests"][0]["games"] == 30
    plan = small_plan(players=("search:40n", "search:40n"), longest=40)
    with Store.resume(file, plan) as store:
        assert all_games(store) == reference(plan, 30, tmp_path)
