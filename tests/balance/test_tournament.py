"""Tournaments: the stronger player is found, and engines of others take part by their command line."""

from __future__ import annotations

import json
import shlex
import sys
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from rete_chess.balance.foreign import WAITING, Process, foreign_player
from rete_chess.balance.games import play_game
from rete_chess.balance.plan import Contest, Plan
from rete_chess.balance.pool import Job, Pool
from rete_chess.balance.run import play_plan
from rete_chess.balance.store import Store
from rete_chess.balance.tournament import tournament_report
from rete_chess.compiler import program_of
from rete_chess.errors import GameError
from tests.balance.plans import Here
from tests.serial.fitting import assert_fits

OURS = shlex.join([sys.executable, "-m", "rete_chess", "uci"])


def tournament(folder: Path, players: list[str], games: int, variant: str = "chess", **more: Any) -> Any:
    program = program_of(variant)
    contests = tuple(Contest.of(program, pair) for pair in combinations(players, 2))
    plan = Plan(contests, 1, **more)
    with Store.begin(folder / "games.jsonl", plan) as store:
        counted = play_plan(store, Here(plan), games, of_first=True)
        return tournament_report(store, counted)


def test_the_stronger_player_is_found(tmp_path: Path) -> None:
    report = tournament(tmp_path, ["random", "search:20n", "greedy"], 12, "los-alamos", longest=80)
    assert_fits("TournamentReport", report)
    assert {row["player"] for row in report["players"][:2]} == {"search:20n", "greedy"}
    best, middle, last = report["players"]
    assert best["elo"][1] > last["elo"][2]
    assert sum(row["points"] for row in report["players"]) == 36
    assert best["elo"][0] + middle["elo"][0] + last["elo"][0] == pytest.approx(0, abs=0.2)
    assert all(low < value < high for value, low, high in (row["elo"] for row in report["players"]))


def test_few_games_leave_doubt(tmp_path: Path) -> None:
    """Where all pairs are drawn, or no game could be played, nothing is certain."""
    drawn = tournament(tmp_path, ["random", "greedy"], 4, longest=5)
    assert all(low < value - 100 < value + 100 < high for value, low, high in _elo(drawn))
    more = tmp_path / "more"
    more.mkdir()
    none = tournament(more, ["random", "bad:5n"], 2, engines={"bad": "/no/such/engine"})
    assert [row["games"] for row in none["players"]] == [0, 0]
    assert all(low < -150 < 150 < high for _, low, high in _elo(none))
    assert _elo(drawn)[0][2] < _elo(none)[0][2]


def _elo(report: Any) -> list[list[float]]:
    return [row["elo"] for row in report["players"]]


def test_points_are_of_the_player_and_not_of_the_side(tmp_path: Path) -> None:
    report = tournament(tmp_path, ["search:20n", "random"], 6, "los-alamos", longest=100)
    (contest,) = report["contests"]
    assert contest["score"][0] > 0.8
    assert report["players"][0]["points"] == 6 * contest["score"][0]


@pytest.mark.parametrize("variant", ["chess", "crazyhouse", "chess960"])
def test_engines_of_others(variant: str) -> None:
    plan = Plan(
        (Contest.of(program_of(variant), ("ours:20n", "search:20n")),), longest=16, engines={"ours": OURS}
    )
    for number in (0, 1):
        game = play_game(plan.terms(0), number)
        assert "failed" not in game
        assert len(game["moves"]) == 16 or game["result"] is not None


def engine(folder: Path, lines: str) -> str:
    """The command line of an engine that says nothing but this."""
    script = folder / "engine.py"
    script.write_text(f"import sys\nfor line in sys.stdin:\n    word = line.split()[0]\n{lines}")
    return shlex.join([sys.executable, "-u", str(script)])


HELLO = "    if word == 'uci': print('uciok')\n    if word == 'isready': print('readyok')\n"


@pytest.mark.parametrize(
    ("lines", "variant", "reason"),
    [
        ("    if word == 'go': print('bestmove e2e5')\n", "chess", "not legal"),
        ("    if word == 'go': print('bestmove')\n", "chess", "not legal"),
        ("    if word == 'go': sys.exit(3)\n", "chess", "has ended"),
        ("", "atomic", "plays no variants"),
    ],
)
def test_engines_that_fail_break_off_the_game(lines: str, variant: str, reason: str, tmp_path: Path) -> None:
    engines = {"bad": engine(tmp_path, HELLO + lines)}
    contest = Contest.of(program_of(variant), ("bad:5n", "random"))
    game = play_game(Plan((contest,), opening=0, engines=engines).terms(0), 0)
    assert reason in game["failed"]
    assert "E_GAMES" in game["failed"]


def test_an_engine_that_gives_up_has_lost(tmp_path: Path) -> None:
    engines = {"meek": engine(tmp_path, HELLO + "    if word == 'go': print('bestmove (none)')\n")}
    contest = Contest.of(program_of("chess"), ("meek", "random"))
    game = play_game(Plan((contest,), opening=0, engines=engines).terms(0), 0)
    assert game["result"] == {"outcome": "win", "winner": "black", "reason": "resignation"}


def test_an_engine_that_says_nothing_is_ended(tmp_path: Path) -> None:
    process = Process("mute", engine(tmp_path, HELLO))
    with pytest.raises(GameError, match="for too long"):
        process.hear("bestmove", 0.05)
    assert not process.is_alive


@pytest.mark.parametrize("flood", ["info string still thinking\\n", "x" * 999, "option name X type check\\n"])
def test_an_engine_that_talks_and_never_answers_is_ended(flood: str, tmp_path: Path) -> None:
    lines = f"    while word == 'go': sys.stdout.write('{flood}' * 100)\n"
    process = Process("loud", engine(tmp_path, HELLO + lines))
    process.say("go nodes 5")
    with pytest.raises(GameError, match="for too long"):
        process.hear("bestmove", 0.3)
    assert not process.is_alive
    assert process._lines.qsize() <= WAITING + 1


def test_an_engine_in_both_seats_has_two_minds(tmp_path: Path) -> None:
    command = engine(tmp_path, HELLO)
    first, second, again = (foreign_player("twin", command, "5n", which) for which in (0, 1, 0))
    assert first._process is again._process is not second._process
    for player in (first, second):
        player._process.end()


def is_there(pid: int) -> bool:
    """Whether a process has not ended; one that nobody has buried yet has."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs a system that tells of processes")
def test_engines_end_with_the_pool(tmp_path: Path) -> None:
    told = tmp_path / "pid"
    lines = f"    import os, time; open({str(told)!r}, 'w').write(str(os.getpid()) + '\\n')\n"
    engines = {"deaf": engine(tmp_path, lines + "    time.sleep(600)\n")}
    contest = Contest.of(program_of("chess"), ("deaf:5n", "random"))
    pool = Pool(Plan((contest,), opening=0, engines=engines), 1)
    pool.submit(Job(0, 0))
    while not (told.exists() and told.read_text().endswith("\n")):
        assert pool.pids
    pool.close()
    while is_there(int(told.read_text())):
        pass  # until the system has buried it


def test_a_command_that_is_none() -> None:
    with pytest.raises(GameError, match="cannot be started"):
        foreign_player("none", "/no/such/engine", "5n")


def test_engines_are_told_games_in_full(tmp_path: Path) -> None:
    told = tmp_path / "told.jsonl"
    lines = f"    open({str(told)!r}, 'a').write(line)\n" + HELLO
    lines += "    if word == 'go': print('bestmove ' + ('e2e4' if 'moves' not in last else 'a2a3'))\n"
    engines = {"spy": engine(tmp_path, lines + "    last = line\n")}
    contest = Contest.of(program_of("chess"), ("spy:2d", "random"))
    play_game(Plan((contest,), opening=0, longest=4, engines=engines).terms(0), 0)
    heard = told.read_text().splitlines()
    assert "ucinewgame" in heard
    assert heard.count("go depth 2") == 2
    positions = [line for line in heard if line.startswith("position")]
    assert positions[0].split()[1:3] == ["fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"]
    assert " moves e2e4 " in positions[1]
    assert json.dumps(heard)
