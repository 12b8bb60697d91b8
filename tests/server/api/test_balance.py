"""Games of strangers' variants between equals: answer by answer, within a budget."""

from __future__ import annotations

from pathlib import Path

import pytest

from rete_chess.balance.plan import Contest, Plan
from rete_chess.balance.run import play_plan
from rete_chess.balance.store import Store
from rete_chess.compiler import program_of
from rete_chess.metering import Budget, under
from rete_chess.server.api.balance import LONGEST, play_some
from rete_chess.server.api.requests import BalanceRequest
from tests.balance.plans import Here
from tests.server.api.asking import ask, refused


def test_games_go_on_where_the_last_answer_ended(tmp_path: Path) -> None:
    answers = [ask("balance", "BalanceShare", text="three-check")]
    answers.append(
        ask(
            "balance", "BalanceShare", text="three-check", first=answers[0]["next"], pairs=answers[0]["pairs"]
        )
    )
    games = [game for answer in answers for game in answer["games"]]
    assert [game["game"] for game in games] == list(range(len(games)))
    assert len(games) >= 4
    assert answers[1]["next"] == len(games)
    assert sum(answers[1]["pairs"]) == len(games) // 2
    assert "three-check/count" in answers[0]["rules"]
    contest = Contest.of(program_of("three-check"), ("search:20n", "search:20n"))
    plan = Plan((contest,), longest=LONGEST)
    with Store.begin(tmp_path / "games", plan) as store:
        play_plan(store, Here(plan), len(games))
        played = [*store.games(0)]
    assert [game["halfMoves"] for game in games] == [len(game["moves"]) for game in played]
    assert [game["result"] for game in games] == [game["result"] for game in played]


@pytest.mark.parametrize("variant", ["chess", "warlords", "crazyhouse", "shogi", "janggi", "battle-mages"])
def test_shipped_variants_can_be_played(variant: str) -> None:
    answer = ask("balance", "BalanceShare", text=variant)
    if answer.get("isTooDear"):
        assert answer["games"] == []
        assert answer["next"] == 0
        answer = ask("balance", "BalanceShare", text=variant, players="random")
    assert len(answer["games"]) >= 2
    assert all("failed" not in game for game in answer["games"])


def test_what_is_asked_for_beside_the_variant_holds() -> None:
    answer = ask("balance", "BalanceShare", text="chess", presets=[{"id": "piece-hp", "config": {"hp": 2}}])
    assert answer["rules"] == ["piece-hp/lose-hp"]
    assert answer["games"][0]["firings"]["piece-hp/lose-hp"] > 0
    mate = ask("balance", "BalanceShare", text="chess", fen="7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    assert mate["score"][0] == 1
    assert mate["games"][0]["halfMoves"] == 0


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"text": "no-such"}, "E_UNKNOWN_NAME"),
        ({"text": "chess", "first": -2}, "E_MESSAGE"),
        ({"text": "chess", "first": 10**9}, "E_MESSAGE"),
        ({"text": "chess", "pairs": [1, 2]}, "E_MESSAGE"),
        ({"text": "chess", "games": 5}, "E_MESSAGE"),
    ],
)
def test_what_cannot_be(body: dict[str, object], code: str) -> None:
    assert refused("balance", **body)["code"] == code


def test_thinking_that_costs_too_much_is_an_answer_and_not_an_error() -> None:
    scarce = Budget.server()._replace(testing=2_000_000)
    with under(scarce):
        answer = play_some(BalanceRequest(text="warlords"))
        assert answer["isTooDear"] is True
        assert (answer["games"], answer["next"]) == ([], 0)
        fallen_back = play_some(BalanceRequest(text="warlords", players="random"))
        assert len(fallen_back["games"]) >= 2
        assert "isTooDear" not in fallen_back
    assert "isTooDear" not in ask("balance", "BalanceShare", text="los-alamos")
