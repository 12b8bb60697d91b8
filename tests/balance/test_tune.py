"""Tuning: worths of pieces, and settings in a race."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rete_chess.balance.plan import Contest, Plan
from rete_chess.balance.run import play_plan
from rete_chess.balance.settings import parse_config, with_settings
from rete_chess.balance.store import Store
from rete_chess.balance.tune import race, tuned_settings, tuned_values
from rete_chess.compiler import program_of
from rete_chess.errors import ReteChessError
from tests.balance.plans import Here, contest_of, small_plan
from tests.serial.fitting import assert_fits

#: Positions by the number of White's queens: the second is mate.
FENS = {1: "3qk3/pppppppp/8/8/8/8/PPPPPPPP/3QK3 w - - 0 1", 2: "7k/6Q1/5Q1K/8/8/8/8/8 b - - 0 1"}


def test_the_fairest_wins_the_race(tmp_path: Path) -> None:
    program = program_of("chess")
    contests = tuple(Contest.of(program, ("random", "random"), fen=fen) for fen in FENS.values())
    plan = Plan(contests, 1, longest=12)
    settings = [{"queens": count} for count in FENS]
    with Store.begin(tmp_path / "games", plan) as store:
        counted = race(store, Here(plan), 50)
        found = tuned_settings(store, counted, settings)
    assert counted == [50, 20]
    assert found[0]["settings"] == {"queens": 1}
    assert found[0]["fairest"] > 0.95
    assert found[0]["fair"] > found[1]["fair"]
    assert_fits("TuneAnswer", {"variant": "chess", "games": 80, "seed": 1, "settings": found})
    with Store.resume(tmp_path / "games", plan) as store:
        here = Here(plan)
        assert race(store, here, 50) == counted
        assert here.played == []


def test_values(tmp_path: Path) -> None:
    plan = small_plan(players=("search:10n", "search:10n"), longest=200)
    with Store.begin(tmp_path / "games", plan) as store:
        found: Any = tuned_values(store, play_plan(store, Here(plan), 30)[0])
    assert_fits("TuneAnswer", {"variant": "chess", "games": 30, "seed": 1, "worths": found})
    values = [each["found"][0] for each in found["values"]]
    assert values == sorted(values, reverse=True)
    assert {each["type"] for each in found["values"]} >= {"pawn", "knight"}
    assert found["values"][-1]["above"] is None
    assert all(0.5 <= each["above"] <= 1 for each in found["values"][:-1])


def test_settings_of_presets() -> None:
    base = program_of("warlords")
    other = with_settings(base, {"hp": 7})
    assert other.hash != base.hash
    assert with_settings(base, {"piece-hp.hp": 7}).hash == other.hash
    uses = {use.id: dict(use.config) for use in other.presets}
    assert uses["piece-hp"]["hp"] == 7
    assert [use.id for use in other.presets] == [use.id for use in base.presets]
    assert [use.turns_remaining for use in other.presets] == [use.turns_remaining for use in base.presets]


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("hpp", 3, "E_UNKNOWN_NAME"),
        ("truce.hp", 3, "E_UNKNOWN_NAME"),
        ("hp", "many", "E_REQUEST"),
        ("hp", True, "E_REQUEST"),
    ],
)
def test_settings_that_cannot_be(key: str, value: Any, code: str) -> None:
    with pytest.raises(ReteChessError) as caught:
        with_settings(program_of("warlords"), {key: value})
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("text", "values"),
    [("hp=1,2,3", (1, 2, 3)), ("hp=2..4", (2, 3, 4)), ("x=true,0.5,word", (True, 0.5, "word"))],
)
def test_values_of_a_setting(text: str, values: tuple[Any, ...]) -> None:
    assert parse_config(text).values == values


@pytest.mark.parametrize("text", ["hp", "hp=", "=3", "hp=5..2", "hp=a..b", "hp=1..1000000"])
def test_values_that_are_none(text: str) -> None:
    with pytest.raises(ReteChessError, match="no values"):
        parse_config(text)


def test_a_contest_of_a_text() -> None:
    text = "kind: variant\nid: tiny\nname: Tiny\ndescription: Tiny.\nextends: los-alamos\n"
    assert contest_of(text).start["variant"]["id"] == "tiny"
