"""One game as data: what is noted of it, and that nothing but terms and number decide it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rete_chess import Match
from rete_chess.balance.games import demand_terms, play_game, replayed
from rete_chess.balance.plan import Contest, Plan
from rete_chess.compiler import catalog, compile_document, load_variant, program_of
from rete_chess.errors import ReteChessError
from rete_chess.metering import Budget, under
from tests.balance.plans import small_plan
from tests.serial.fitting import assert_fits


@pytest.mark.parametrize("variant", ["chess", "warlords", "crazyhouse", "dice-chess", "chess960", "duck"])
def test_the_same_game_again(variant: str) -> None:
    terms = small_plan(variant, longest=24).terms(0)
    games: list[Any] = [play_game(json.loads(json.dumps(terms)), 5) for _ in range(2)]
    assert games[0] == games[1]
    assert_fits("BalanceGame", games[0])
    assert play_game(terms, 6)["moves"] != games[0]["moves"]
    assert [str(record.move) for record in replayed(terms, games[0]).engine.move_log] == games[0]["moves"]


def test_a_pair_has_one_opening_and_swapped_sides() -> None:
    terms = small_plan(players=("random", "greedy"), opening=6).terms(0)
    one, other, next_one = (play_game(terms, number) for number in (0, 1, 2))
    assert one["moves"][:6] == other["moves"][:6] != next_one["moves"][:6]
    assert (one["swapped"], other["swapped"]) == (False, True)
    assert one["opening"] == 6
    assert len(one["leads"]) == len(one["moves"]) == sum(one["squares"].values())


def test_material_is_told_as_it_changes() -> None:
    terms = small_plan(longest=60).terms(0)
    game = play_game(terms, 3)
    match = replayed(terms, game)
    balance: dict[str, int] = {}
    for _, name, value in game["material"]:
        balance[name] = value
    placement = match.engine.fen().split()[0]
    for letter, name in {"q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"}.items():
        assert balance.get(name, 0) == placement.count(letter.upper()) - placement.count(letter)
    assert game["captures"] == 32 - sum(sign.isalpha() for sign in placement) > 0


def test_rules_that_fire_are_counted() -> None:
    terms = small_plan("warlords", longest=60).terms(0)
    game = play_game(terms, 0)
    fired = [f.rule for record in replayed(terms, game).engine.move_log for f in record.trace.firings]
    assert fired
    for rule in set(fired):
        assert game["firings"][rule] >= fired.count(rule)


@pytest.mark.parametrize("variant", catalog.variants().list())
def test_every_variant_is_played(variant: str) -> None:
    game = play_game(small_plan(variant, longest=10, players=("random", "random")).terms(0), 0)
    assert "failed" not in game
    assert_fits("BalanceGame", game)


def test_documents_travel_with_the_terms(tmp_path: Path) -> None:
    (tmp_path / "own.preset.yaml").write_text(
        "kind: preset\nid: own\nname: Own\ndescription: Captures are told.\n"
        "rules:\n  - id: told\n    at: capture\n    when: [{event: {piece: $one}}]\n"
        "    do: [{log: {text: taken}}]\n    describe: taken\n"
    )
    place = tmp_path / "mine.variant.yaml"
    place.write_text(
        "kind: variant\nid: mine\nname: Mine\ndescription: Mine.\nextends: chess\npresets: [{id: own}]\n"
    )
    plan = Plan((Contest.of(program_of(place), ("greedy", "greedy")),), longest=40)
    terms = json.loads(json.dumps(plan.terms(0)))
    for path in tmp_path.iterdir():
        path.unlink()
    assert play_game(terms, 0)["firings"]["own/told"] > 0


def test_a_game_that_is_over_at_once_is_a_game() -> None:
    match = Contest.of(program_of("chess"), ("random", "random"), fen="7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    game = play_game(Plan((match,)).terms(0), 0)
    assert (game["moves"], game["opening"]) == ([], 0)
    assert game["result"] == {"outcome": "win", "winner": "white", "reason": "checkmate"}


def test_who_leads_for_long_is_given_the_game() -> None:
    fen = "4k3/pppppppp/8/8/8/8/PPPPPPPP/QQQQKQQQ w - - 0 1"
    contest = Contest.of(program_of("chess"), ("random", "random"), fen=fen)
    game = play_game(Plan((contest,), adjudication=(500, 3)).terms(0), 0)
    assert game["result"] == {"outcome": "win", "winner": "white", "reason": "adjudication"}
    assert len(game["moves"]) == 5  # four random ones are no part of it
    assert play_game(Plan((contest,)).terms(0), 0)["result"] != game["result"]


def test_a_game_that_costs_too_much_is_broken_off() -> None:
    text = Path("descriptors/variants/warlords.variant.yaml").read_text(encoding="utf-8")
    contest = Contest.of(compile_document(load_variant(text)), ("greedy", "greedy"))
    assert "failed" not in play_game(Plan((contest,), longest=30).terms(0), 0)
    with under(Budget.author()._replace(move=3000)):
        plan = Plan((contest,), longest=30)
    game = play_game(json.loads(json.dumps(plan.terms(0))), 0)
    assert "E_BUDGET" in game["failed"]
    assert_fits("BalanceGame", game)


def test_another_version_refuses_to_play() -> None:
    terms = {**small_plan().terms(0), "version": "99"}
    with pytest.raises(ReteChessError, match="version"):
        demand_terms(terms)


def test_the_start_is_that_of_the_match() -> None:
    match = Match("horde")
    terms = small_plan("horde", players=("random", "random")).terms(0)
    assert replayed(terms, play_game(terms, 0)).start == match.start
