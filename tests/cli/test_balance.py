"""`rete-chess balance`, `tune` and `tournament`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rete_chess.cli.views.output import rate_of
from tests.cli.helpers import Run
from tests.serial.fitting import assert_fits

FEW = ("--games", "4", "--players", "random", "--longest", "12", "--workers", "1", "--seed", "3")


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_report(run: Run, place: Path) -> None:
    outcome = run("balance", "atomic", *FEW, "--report", "atomic.html")
    assert outcome.code == 0
    assert "score of White" in outcome.out
    assert "atomic.balance.jsonl" in outcome.err
    page = (place / "atomic.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert (place / "atomic.balance.jsonl").read_text().count("\n") == 5


def test_resume(run: Run, place: Path) -> None:
    first = run("balance", "atomic", *FEW, "--json", "--resume", "mine.jsonl")
    assert (first.code, first.err) == (0, "")
    assert_fits("BalanceReport", first.json)
    lines = (place / "mine.jsonl").read_bytes().splitlines(keepends=True)
    (place / "mine.jsonl").write_bytes(b"".join(lines[:3]))
    assert run("balance", "atomic", *FEW, "--json", "--resume", "mine.jsonl").json == first.json
    more = run("balance", "atomic", "--games", "6", *FEW[2:], "--json", "--resume", "mine.jsonl")
    assert more.json["contests"][0]["games"] == 6
    other = run("balance", "atomic", *FEW[:-1], "4", "--resume", "mine.jsonl")
    assert (other.code, other.out) == (2, "")
    assert "another plan" in other.err
    assert "E_GAMES" in other.err


@pytest.mark.parametrize(
    ("count", "seconds", "told"),
    [(30, 10, "3.0 a second"), (1, 20, "3.0 a minute"), (2, 3600, "2.0 an hour"), (60, 60, "1.0 a second")],
)
def test_rates_are_told_so_that_they_say_something(count: int, seconds: float, told: str) -> None:
    assert rate_of(count, seconds) == told


def test_variants_and_settings_side_by_side(run: Run) -> None:
    outcome = run("balance", "chess", "atomic", *FEW, "--preset", "piece-hp", "--config", "hp=1..3", "--json")
    assert outcome.code == 0
    names = [figures["name"] for figures in outcome.json["contests"]]
    assert names == [f"{variant} hp={hp}" for variant in ("chess", "atomic") for hp in (1, 2, 3)]
    assert len(outcome.json["differences"]) == 15
    hashes = {figures["hash"] for figures in outcome.json["contests"]}
    assert len(hashes) == 6
    shown = run("balance", "chess", *FEW, "--preset", "piece-hp", "--config", "hp=1,2")
    assert "side by side" in shown.out
    assert "by chance alone" in shown.out


def test_a_variant_of_a_file_that_changed_is_another_plan(run: Run, place: Path) -> None:
    text = "kind: variant\nid: mine\nname: Mine\ndescription: Mine.\nextends: chess\n"
    (place / "mine.variant.yaml").write_text(text)
    words = ("balance", "mine.variant.yaml", *FEW, "--resume", "games.jsonl")
    assert run(*words).code == 0
    (place / "mine.variant.yaml").write_text(text + "presets: [{id: piece-hp}]\n")
    outcome = run(*words)
    assert outcome.code == 2
    assert "another plan" in outcome.err


def test_tune(run: Run) -> None:
    words = ("--games", "40", "--players", "search:20n", "--longest", "200", "--workers", "2")
    outcome = run("tune", "chess", *words, "--json")
    assert_fits("TuneAnswer", outcome.json)
    assert outcome.json["worths"]["values"]
    assert run("tune", "chess", *words, "--resume", "chess.tune.jsonl").code == 0


def test_tune_settings(run: Run) -> None:
    words = ("tune", "chess", "--preset", "piece-hp:white", *FEW, "--setting", "hp=1,2")
    outcome = run(*words, "--json")
    assert_fits("TuneAnswer", outcome.json)
    assert sorted(row["settings"]["hp"] for row in outcome.json["settings"]) == [1, 2]
    assert sum(row["fairest"] for row in outcome.json["settings"]) == pytest.approx(1, abs=0.001)
    assert "the fairest in" in run(*words).out


def test_tournament(run: Run) -> None:
    words = ("tournament", "los-alamos", "gorogoro", "--player", "random", "--player", "greedy")
    more = ("--games", "2", "--longest", "20", "--workers", "1", "--adjudicate", "300,4")
    outcome = run(*words, *more, "--json")
    assert_fits("TournamentReport", outcome.json)
    assert len(outcome.json["contests"]) == 2
    assert outcome.json["adjudication"] == [300, 4]
    assert "player" in run(*words, *more).out


@pytest.mark.parametrize(
    "words",
    [
        ("balance", "--players", "serch"),
        ("balance", "--games", "1"),
        ("balance", "--until", "none"),
        ("balance", "--until", "200%"),
        ("balance", "--config", "hp=1,2"),
        ("balance", "--report", "no/such/folder/report.html"),
        ("balance", "--report", "."),
        ("balance", "--preset", "piece-hp", "--config", "hp"),
        ("balance", "--preset", "piece-hp", "--config", "hp=many"),
        ("balance", "--preset", "piece-hp", "--config", "hp=1..9", "--config", "hp=1..9"),
        ("balance", "no-such-variant"),
        ("balance", "chess", "no-such-variant"),
        ("balance", "--resume", "no/such/folder/games.jsonl"),
        ("tune", "--setting", "hp=1..3"),
        ("tournament", "--player", "random"),
        ("tournament", "--player", "random", "--player", "sf:10n"),
        ("tournament", "--player", "random", "--player", "greedy", "--engine", "sf"),
        ("tournament", "--player", "random", "--player", "greedy", "--adjudicate", "much"),
    ],
    ids=" ".join,
)
def test_what_cannot_be_is_said_before_anything_is_played(
    run: Run, place: Path, words: tuple[str, ...]
) -> None:
    outcome = run(*words)
    assert outcome.code == 2
    assert "Traceback" not in outcome.err
    assert outcome.out == ""
    assert list(place.iterdir()) == []


def test_a_file_that_cannot_be_read_as_games(run: Run, place: Path) -> None:
    (place / "notes.txt").write_text("some notes\n")
    outcome = run("balance", *FEW, "--resume", "notes.txt", "--json")
    assert outcome.code == 2
    assert json.loads(outcome.out)["error"]["code"] == "E_GAMES"
    assert (place / "notes.txt").read_text() == "some notes\n"
