"""What is said of games: known truths come out, and pages hold what they should."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from rete_chess.balance.page import page_of, verdict
from rete_chess.balance.plan import Contest, Plan
from rete_chess.balance.plots import LETTER, WIDTH, Bar, bars, ticks
from rete_chess.balance.report import balance_report
from rete_chess.balance.run import play_plan
from rete_chess.balance.store import Store
from rete_chess.balance.worths import quiet_positions, worths_of
from rete_chess.compiler import program_of
from tests.balance.plans import SILENT, Here, contest_of, small_plan
from tests.serial.fitting import assert_fits

UNEQUAL = """
kind: variant
id: "unequal"
name: Unequal <b>kings</b>
description: Black has little to play with.
extends: chess
fen: 4k3/pppp4/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1
"""


def report_of(plan: Plan, folder: Path, games: int, until: float | None = None) -> Any:
    with Store.begin(folder / "games.jsonl", plan) as store:
        counted = play_plan(store, Here(plan), games, until)
        return balance_report(store, counted, games)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Any:
    contests = (contest_of(UNEQUAL, "search:20n"), contest_of(SILENT, "search:10n"))
    return report_of(Plan(contests, 1, longest=120), tmp_path_factory.mktemp("report"), 20)


def test_shape(report: Any) -> None:
    assert_fits("BalanceReport", report)
    for figures in report["contests"]:
        assert figures["games"] == 20 == sum(figures["lengths"].values())
        assert sum(figures["pairs"]) == 10
        sides = figures["white"] + figures["black"] + figures["draws"] + figures["unfinished"]
        assert sides == sum(ending["games"] for ending in figures["endings"]) == 20
        assert sum(figures["squares"].values()) > 20


def test_who_has_more_wins_more(report: Any) -> None:
    unequal, silent = report["contests"]
    assert unequal["score"][1] > 0.5
    assert "White has the better" in verdict(unequal)
    assert silent["score"][1] < 0.5 < silent["score"][2]
    (difference,) = report["differences"]
    assert difference["score"] == pytest.approx(silent["score"][0] - unequal["score"][0], abs=1e-4)
    assert difference["noise"] < 0.05


def test_a_rule_that_cannot_fire_is_named(report: Any) -> None:
    unequal, silent = report["contests"]
    assert silent["never"] == ["silent/never"]
    assert {rule["rule"]: rule["fired"] for rule in silent["rules"]}["piece-hp/lose-hp"] > 0
    assert (unequal["rules"], unequal["never"]) == ([], [])


def test_games_to_look_at(report: Any) -> None:
    for figures in report["contests"]:
        shown = [*figures["typical"], *figures["strange"]]
        assert len(figures["typical"]) == 3
        assert len({each["game"] for each in shown}) == len(shown) == 6
        for each in shown:
            assert '[Variant "' in each["pgn"]
            assert each["picture"].startswith("<svg")
            assert each["why"]


class Markup(HTMLParser):
    """A page whose elements end where they should, and that asks nobody for anything."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.plots = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        assert tag not in ("script", "link", "img", "iframe")
        assert not {"src", "href", "onclick"} & given.keys()
        self.plots += given.get("class", "") in ("plot", "plot board")
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_page(report: Any) -> None:
    page = page_of(report)
    markup = Markup()
    markup.feed(page)
    assert markup.open == []
    assert markup.plots >= 9
    assert "prefers-color-scheme:dark" in page
    assert "silent/never" in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"\bnan\b|Infinity|None", page)


def test_what_strangers_write_is_no_markup(report: Any) -> None:
    evil = '<script>alert("x")</script>'
    figures = {**report["contests"][0], "name": evil, "start": evil, "failed": {evil: 1}}
    figures["rules"] = [{"rule": evil, "fired": 1, "games": 1.0}]
    figures["endings"] = [{"reason": evil, "winner": None, "games": 1, "share": 1.0}]
    whole: Any = {**report, "contests": [figures]}
    assert "<script" not in page_of(whole)


def test_nothing_that_could_be_played_is_no_reason_to_fail(tmp_path: Path) -> None:
    start = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
    contest = Contest.of(program_of("chess"), ("random", "random"), fen=start)
    found = report_of(Plan((contest,)), tmp_path, 4)
    assert found["contests"][0]["score"][0] == 1.0
    assert found["contests"][0]["elo"][0] is None
    assert "<svg" in page_of(found)


def test_an_end_by_a_tight_interval(tmp_path: Path) -> None:
    plan = small_plan(players=("random", "random"), longest=10)  # all are left unfinished: draws
    found = report_of(plan, tmp_path, 400, until=0.05)["contests"][0]
    assert found["tight"]
    assert found["games"] < 400
    assert (found["score"][2] - found["score"][1]) / 2 <= 0.05


def test_quiet_positions() -> None:
    game: Any = {"contest": 0, "game": 5, "seed": "", "moves": ["a"] * 12, "swapped": False}
    game["result"] = {"outcome": "win", "winner": "white", "reason": "x"}
    game["material"] = [[0, "queen", 1], [3, "pawn", 1], [4, "pawn", 0], [4, "rook", -1]]
    assert list(quiet_positions(game)) == [
        ({"queen": 1}, 1.0, 2),
        ({"queen": 1, "pawn": 0, "rook": -1}, 1.0, 2),
    ]


def test_worths_by_results_are_in_pawns_of_the_documents() -> None:
    games: list[Any] = []
    for number in range(400):
        name, sign = ("queen", "pawn")[number % 2], (1, -1)[number // 2 % 2]
        wins = number % (20 if name == "queen" else 3) != 0
        side = "white" if wins == (sign > 0) else "black"
        game = {"contest": 0, "game": number, "seed": "", "moves": ["a"] * 9, "swapped": False}
        game["result"] = {"outcome": "win", "winner": side, "reason": "x"}
        games.append({**game, "material": [[0, name, sign]]})
    found = worths_of(games, program_of("chess"))
    assert [worth.type for worth in found.types] == ["queen", "pawn"]
    queen, pawn = (worth.found.value for worth in found.types)
    assert 3 < queen / pawn < 8
    assert queen == pytest.approx(9, abs=1)


def test_figures_behind_bars_are_not_cut_off() -> None:
    figure = "1234.56 a game, 100 %"
    drawn = bars([Bar("a-preset/a-rule-of-a-long-name", 1.0, figure), Bar("short", 0.0, "0")], "rules")
    (place,) = re.findall(rf'<text[^>]* x="([\d.]+)"[^>]*>{figure}', drawn)
    assert float(place) + LETTER * len(figure) <= WIDTH


def test_games_that_were_all_broken_off_make_a_page(tmp_path: Path) -> None:
    contest = Contest.of(program_of("chess"), ("bad", "random"))
    found = report_of(Plan((contest,), engines={"bad": "/no/such/engine"}), tmp_path, 2)
    assert found["contests"][0]["games"] == 0
    page = page_of(found)
    assert "2 broken off" in page
    assert not re.search(r"\bnan\b|Infinity|None", page)


@pytest.mark.parametrize(("low", "high"), [(0, 1), (34.2, 61.7), (0, 600), (-3, 11), (0, 100_000), (5, 5)])
def test_ticks(low: float, high: float) -> None:
    found = ticks(low, high, 5)
    assert all(low <= tick <= high for tick in found)
    assert len(found) <= 7
    assert found == sorted(found)
