"""`rete-chess bench`: the shape of its report and the comparison of counts, with next to no work."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import pytest

import rete_chess
from rete_chess.bench._rule_programs import active_rules, with_idle_rules
from rete_chess.bench.measurement import measure
from rete_chess.bench.row import Rival, Row
from rete_chess.compiler import Program
from rete_chess.engine import Engine
from tests.cli.helpers import Run

TINY = ("bench", "--quick", "--rounds", "1", "--max-depth", "2", "--plies", "60", "--starts", "1")
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
RIVAL = "python-chess "
NAMES: dict[str, tuple[int, str | None]] = {
    "perft(2) startpos": (400, RIVAL),
    "perft(2) kiwipete": (2039, RIVAL),
    "perft(2) position 3": (191, RIVAL),
    "perft(2) position 6": (2079, RIVAL),
    "perft(2) antichess": (400, RIVAL),
    "perft(2) atomic": (400, RIVAL),
    "perft(2) atomic middle": (1552, RIVAL),
    "perft(2) crazyhouse": (400, RIVAL),
    "perft(2) crazyhouse middle": (2487, RIVAL),
    "playouts core": (60, RIVAL),
    "playouts Engine.apply": (60, RIVAL),
    "5 rules native": (6, "plain games"),
    "10 rules native": (6, "plain games"),
    "50 rules native": (6, "plain games"),
    "5 rules durable": (6, "plain games"),
    "10 rules durable": (6, "plain games"),
    "50 rules durable": (6, "plain games"),
    "10 rules native+idle": (6, "the same with 30 idle rules more"),
    "10 rules durable+idle": (6, "the same with 30 idle rules more"),
    "1 preset native": (6, "plain games"),
    "3 presets native": (6, "plain games"),
    "6 presets native": (6, "plain games"),
    "1 preset durable": (6, "plain games"),
    "3 presets durable": (6, "plain games"),
    "6 presets durable": (6, "plain games"),
    "1 aura a side native": (6, "plain games"),
    "10 triggers a side native": (6, "plain games"),
    "1 aura a side durable": (6, "plain games"),
    "10 triggers a side durable": (6, "plain games"),
    "fact updates native": (8, "the durable network"),
    "validate 60 lines": (60, None),
    "what-if chess": (6, "a move on a copy"),
    "what-if 10 rules": (6, "a move on a copy"),
    "search chess": (7, "the same by the whole engine"),
    "search piece-hp": (7, None),
    "self-play chess": (1, None),
    "self-play atomic": (1, None),
    "self-play three-check": (1, None),
    "self-play suicide-chess": (1, None),
    "self-play piece-hp": (1, None),
}


def test_report(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("durable_rules_engine")
    monkeypatch.setattr("rete_chess.bench._rule_rows.IDLE", 30)
    outcome = run(*TINY, "--json")
    assert outcome.code == 0
    report = outcome.json
    names = [row["name"] for row in report["rows"]]
    assert [name for name in names if name in NAMES] == list(NAMES)
    assert "resume chess" in names
    for row in report["rows"]:
        if row["name"] not in NAMES:
            continue
        work, contender = NAMES[row["name"]]
        assert set(row) == ROW_KEYS
        assert row["work"] == work
        if contender is None:
            assert row["contender"] is None
            continue
        assert row["contender"].startswith(contender)
        assert row["ratio_min"] <= row["ratio"] <= row["ratio_max"]
    assert set(report["startup"]) == {
        "python",
        "--help",
        "Engine('chess')",
        "the same, compiled anew",
        "moves chess",
        "validate 60 lines",
    }
    assert report["python"].startswith("3.")
    assert report["findings"] == []
    assert len(report["hostile"]) == 11
    assert {found["code"].split("_")[0] for found in report["hostile"].values()} == {"E"}
    assert "perft(2) startpos" in outcome.err


def test_people_see_a_table(run: Run) -> None:
    outcome = run(*UNTIMED, "--only", "kiwipete")
    assert (outcome.code, outcome.err) == (0, "")
    assert "ours against python-chess " in outcome.out
    assert "perft(2) kiwipete       2,039 nodes" in outcome.out
    assert "startpos" not in outcome.out


def test_without_python_chess_it_measures_alone(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "chess", None)
    outcome = run(*UNTIMED, "--only", "perft", "--json")
    assert outcome.code == 0
    assert "python-chess is not installed" in outcome.err
    for row in outcome.json["rows"]:
        assert row["ours_seconds"] >= 0
        assert (row["contender"], row["theirs_seconds"], row["ratio"]) == (None, None, None)


def test_counts_that_differ_are_findings(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    liar = Rival("liar", lambda variant, fen, depth: 1, lambda seed, plies: plies)
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


def test_what_a_row_needs_is_built_before_its_turns() -> None:
    log: list[str] = []

    def job(number: int) -> int:
        log.append("job")
        return 1

    measure(Row("row", "steps", job, prepare=lambda: log.append("prepare")), 2)
    assert log == ["prepare", "job", "job"]


def play(program: Program | str, plies: int) -> tuple[int, str]:
    """How many rules fire in random games, and the state that the last one is left in."""
    choose = Random(3).choice
    fired = done = 0
    while done < plies:
        engine = Engine(program, network="native")
        while engine.result is None and done < plies:
            fired += len(engine.apply(choose(engine.legal_moves())).trace.firings)
            done += 1
    return fired, engine.fen()


@pytest.mark.parametrize(("count", "least", "most"), [(5, 0.1, 0.4), (10, 0.5, 0.7), (50, 0.7, 1.2)])
def test_measured_rules_fire_as_often_as_they_should(count: int, least: float, most: float) -> None:
    program = active_rules(count)
    assert len(program.rules) == count
    assert least <= play(program, 1000)[0] / 1000 <= most


def test_measured_rules_leave_the_game_alone() -> None:
    assert play(active_rules(50), 150)[1] == play("chess", 150)[1]


def test_idle_rules_never_fire() -> None:
    program = with_idle_rules(10, 250)
    assert [rule.number for rule in program.rules] == list(range(260))
    assert play(program, 300) == play(active_rules(10), 300)


def test_growth_tells_times_by_size_and_the_exponent(run: Run) -> None:
    outcome = run("bench", "growth", "--only", "files", "--plies", "4", "--json")
    assert outcome.code == 0
    for row in outcome.json["rows"]:
        assert set(row) == {"name", "network", "exponent", "points"}
        assert [point["size"] for point in row["points"]] == [8, 12, 16]
        assert {point["plies"] for point in row["points"]} == {4}
        steps = [point["steps"] for point in row["points"]]
        assert steps == sorted(steps)
    assert run("bench", "growth", "--only", "files", "--plies", "4").out.startswith("files ")


def test_the_command_tells_a_ratio_for_each_variant(run: Run) -> None:
    outcome = run("bench", "meter", "--rounds", "3", "--only", "chess", "--plies", "20", "--json")
    assert outcome.code == 0
    assert set(outcome.json) == {"chess"}
    low, high = outcome.json["chess"]["interval"]
    assert low <= outcome.json["chess"]["ratio"] <= high


@pytest.mark.parametrize("row", ["listed games", "10 rules durable", "matches", "undone games", "applied"])
def test_installations_do_the_same_in_turns(run: Run, row: str) -> None:
    here = str(Path(rete_chess.__file__).parents[1])
    outcome = run("bench", "--against", here, "--only", row, "--plies", "24", "--rounds", "2", "--json")
    assert outcome.code == 0
    (found,) = outcome.json["rows"]
    assert (found["name"], found["rounds"], found["differing"]) == (row, 2, 0)
    assert found["ratio_min"] <= found["ratio"] <= found["ratio_max"]


def test_installations_that_differ_are_told(run: Run, tmp_path: Path) -> None:
    """A package that counts other nodes, and one that cannot count at all."""
    core = tmp_path / "rete_chess" / "core"
    core.mkdir(parents=True)
    (tmp_path / "rete_chess" / "__init__.py").touch()
    command = ("bench", "--against", str(tmp_path), "--only", "perft startpos", "--rounds", "1", "--json")
    assert run(*command).json["rows"] == [{"name": "perft startpos", "ratio": None}]
    (core / "fen.py").write_text("def parse_fen(book, fen): return fen\n")
    (core / "perft.py").write_text("def perft(board, depth): return 7\n")
    (tmp_path / "rete_chess" / "compiler.py").write_text(
        "class Program:\n    book = start = ''\n\n\ndef program_of(name):\n    return Program\n"
    )
    (found,) = run(*command).json["rows"]
    assert (found["rounds"], found["differing"]) == (1, 1)


def test_a_folder_without_the_package_is_refused(run: Run, tmp_path: Path) -> None:
    outcome = run("bench", "--against", str(tmp_path))
    assert outcome.code == 2
    assert "no package rete_chess lies in it; name the folder above one" in outcome.err


def test_throughput(run: Run) -> None:
    words = ("--games", "4", "--rounds", "1", "--players", "search:5n", "--variant", "gorogoro")
    report = run("bench", "balance", *words, "--json").json
    speeds = report["games_per_second"]
    assert min(speeds["one"], speeds["pool"]) > 0
    assert report["gain"] == pytest.approx(speeds["pool"] / speeds["one"], rel=0.02)
    assert (report["dask_share"] is None) == (speeds["dask"] is None)
