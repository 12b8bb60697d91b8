"""Trials of documents and choices of players: bounded as a whole, whatever their parts may cost."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress

import pytest

from rete_chess import Budget, Engine, load_text
from rete_chess.bench._hostile_games import games
from rete_chess.checks import examine_text
from rete_chess.compiler import compile_document
from rete_chess.core import uci
from rete_chess.core.board import Board
from rete_chess.errors import BudgetError, DocumentError
from rete_chess.match.players import GreedyPlayer, Limits, RandomPlayer, think
from rete_chess.metering import under
from rete_chess.testing import Outcome, run_text

SERVER = Budget.server()
_HEAD = "kind: variant\nid: greedy\nname: Greedy\ndescription: Greedy.\nextends: chess\n"
_FREE = "{piece: {id: $a}}, {piece: {id: $b}}"
_RULE = f"rules:\n  - {{id: r, at: move, when: [{_FREE}], do: [{{log: {{text: x}}}}]}}\n"


def test_all_tests_of_a_document_have_one_budget() -> None:
    cases = "".join(f"  - {{name: t{n}, play: e2e4, result: ongoing}}\n" for n in range(200))
    outcomes: list[Outcome] = []
    text = f"{_HEAD}{_RULE}tests:\n{cases}"
    with under(SERVER), pytest.raises(BudgetError, match="the run of all tests") as caught:
        outcomes += run_text(text, ("native",), 100, "x.variant.yaml")
    assert caught.value.budget == SERVER.testing
    assert 0 < len(outcomes) < 200
    assert all(outcome.passed for outcome in outcomes)


def test_a_look_at_a_document_has_one_budget() -> None:
    data = ", ".join(f"k{n}: 1" for n in range(250))
    actions = ", ".join([f"{{effect: {{kind: boom, square: e4, data: {{{data}}}}}}}"] * 50)
    text = f"{_HEAD}rules:\n" + "".join(
        f"  - {{id: r{n}, at: move, when: [{{event: {{piece: $a}}}}], do: [{actions}]}}\n" for n in range(3)
    )
    with under(SERVER):
        [problem] = examine_text(text, "x.variant.yaml").problems
    assert problem.code == "E_BUDGET"
    assert "the look at its form" in problem.message


def test_a_document_beyond_the_budget_is_told_of_at_the_line_that_spends_most() -> None:
    with under(SERVER):
        [problem] = examine_text(games()["chains of four leaps"], "x.variant.yaml").problems
    assert (problem.code, problem.line) == ("E_BUDGET", 10)


def test_a_document_near_the_budget_is_warned_of_with_its_rule() -> None:
    text = _HEAD + _RULE.replace("{piece: {id: $b}}", "{piece: {id: $b}}, {piece: {id: $c, type: pawn}}")
    [problem] = examine_text(text, "x.variant.yaml").problems
    assert (problem.code, problem.line) == ("W_BUDGET", 7)
    assert "greedy/r" in problem.message


def test_many_names_that_nobody_knows_are_all_told() -> None:
    values = ", ".join(f"k{n}: $a.Mana" for n in range(200))
    text = f"{_HEAD}rules:\n" + "".join(
        f"  - {{id: r{n}, at: move, when: [{{event: {{piece: $a}}}}],"
        f" do: [{{effect: {{kind: boom, square: e4, data: {{{values}}}}}}}]}}\n"
        for n in range(20)
    )
    with pytest.raises(DocumentError) as caught:
        compile_document(load_text(text, "x.variant.yaml"))
    assert len(caught.value.problems) >= 100


def test_a_player_has_a_budget_for_each_choice() -> None:
    engine = Engine("warlords", budget=SERVER)
    whole = think(engine, Limits(depth=0))
    assert whole is not None
    assert whole.nodes == len(engine.legal_moves())
    some = think(engine, Limits(depth=0, steps=2_000))
    assert some is not None
    assert 0 < some.nodes < whole.nodes
    assert think(engine, Limits(depth=0, steps=2_000)) == some


@pytest.mark.parametrize("player", [GreedyPlayer(), RandomPlayer()])
def test_players_without_a_clock_end_in_their_budget(player: GreedyPlayer | RandomPlayer) -> None:
    refusal = f"  - {{id: no, at: before-move, when: [{_FREE}], do: [{{refuse: {{because: x}}}}]}}\n"
    program = compile_document(load_text(_HEAD + _RULE + refusal, "x.variant.yaml"))
    engine = Engine(program, budget=SERVER._replace(thinking=50_000))
    before = engine.digest
    with suppress(BudgetError):
        player.choose(engine)
    assert engine.digest == before
    with pytest.raises(BudgetError):
        RandomPlayer().choose(engine)


def test_texts_and_shown_values_are_counted() -> None:
    plain = _HEAD + _RULE
    told = plain.replace("{text: x}", '{text: "{a} {b} {a} {b}"}')
    steps = []
    for text in (plain, told):
        engine = Engine(compile_document(load_text(text, "x.variant.yaml")), network="native")
        engine.apply("e2e4")
        steps.append(engine.cost.steps)
    assert steps[1] - steps[0] == 32 * 32 * 4 * 6


def test_however_many_moves_are_listed_no_text_is_looked_at_more_than_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moves = ", ".join(f"{{leap: [[{n % 7 - 3}, 3]], tag: t{n}}}" for n in range(30))
    engine = Engine(
        compile_document(
            load_text(f"{_HEAD}moves: [{{for: {{type: rook}}, add: [{moves}]}}]\n", "x.variant.yaml")
        )
    )
    asked: list[int] = []
    bare = uci._bare

    def count(board: Board, move: int) -> str:
        asked.append(move)
        return bare(board, move)

    monkeypatch.setattr(uci, "_bare", count)
    texts = list(engine.legal_moves())
    assert len(set(texts)) == len(texts) > 50
    assert {"a1a4@t3", "a1a4@t10", "e2e4"} <= set(texts)
    assert max(Counter(asked).values()) <= 2
