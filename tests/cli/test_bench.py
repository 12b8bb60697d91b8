"""`rete-chess bench`: the shape of its report and the comparison of counts, with next to no work."""

from __future__ import annotations

import sys

import pytest

from rete_chess.bench.measure import measure
from rete_chess.bench.row import Rival, Row
from tests.cli.helpers import Run

TINY = ("bench", "--quick", "--rounds", "2", "--max-depth", "2", "--plies", "60", "--starts", "1")
UNTIMED = (*TINY[:-1], "0")
ROW_KEYS = {
    "name",
    "contender",
    "ours_seconds",
    "theirs_seconds",
    "ratio",
    "ratio_min",
    "ratio_max",
    "work",
    "unit",
}
NAMES = [
    "perft(2) startpos",
    "perft(2) kiwipete",
    "perft(2) position 3",
    "perft(2) position 6",
    "playouts core",
    "playouts Engine.apply",
]


def test_report(run: Run) -> None:
    outcome = run(*TINY, "--json")
    assert outcome.code == 0
    report = outcome.json
    assert [row["name"] for row in report["rows"]] == NAMES
    assert [row["work"] for row in report["rows"]] == [400, 2039, 191, 2079, 60, 60]
    for row in report["rows"]:
        assert set(row) == ROW_KEYS
        assert row["contender"].startswith("python-chess ")
        assert row["ratio_min"] <= row["ratio"] <= row["ratio_max"]
    assert set(report["startup"]) == {"python", "--help", "perft --depth 1"}
    assert report["python"].startswith("3.")
    assert report["findings"] == []
    assert "perft(2) startpos" in outcome.err


def test_people_see_a_table(run: Run) -> None:
    outcome = run(*UNTIMED, "--only", "kiwipete")
    assert (outcome.code, outcome.err) == (0, "")
    assert "perft(2) kiwipete   2,039 nodes" in outcome.out
    assert "startpos" not in outcome.out


def test_without_python_chess_it_measures_alone(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)
    outcome = run(*UNTIMED, "--json")
    assert outcome.code == 0
    assert "python-chess is not installed" in outcome.err
    for row in outcome.json["rows"]:
        assert row["ours_seconds"] >= 0
        assert (row["contender"], row["theirs_seconds"], row["ratio"]) == (None, None, None)


def test_counts_that_differ_are_findings(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    liar = Rival("liar", lambda fen, depth: 1, lambda seed, plies: plies)
    monkeypatch.setattr("rete_chess.bench.python_chess.python_chess", lambda: liar)
    outcome = run(*UNTIMED, "--only", "startpos", "--json")
    assert outcome.code == 1
    assert outcome.json["findings"] == ["perft(2) startpos: 400 nodes here, 1 there"]
    assert "error: the counts differ" in outcome.err


def test_contenders_take_turns() -> None:
    log: list[str] = []

    def job(name: str) -> int:
        log.append(name)
        return 7

    row = Row("row", "steps", lambda number: job(f"ours {number}"), lambda number: job(f"theirs {number}"))
    measured = measure(row, 3)
    assert log == ["ours 0", "theirs 0", "theirs 1", "ours 1", "ours 2", "theirs 2"]
    assert measured.disagreement is None
    assert len(measured.ratios) == 3


def test_short_turns_are_repeated() -> None:
    log: list[int] = []

    def job(number: int) -> int:
        log.append(number)
        return sum(range(1000))

    measured = measure(Row("row", "steps", job), 1, least=0.01)
    assert len(log) > 1
    assert measured.ours[0].work == sum(range(1000))
