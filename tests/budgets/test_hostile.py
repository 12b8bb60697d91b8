"""Documents that ask for far more than they may: each ends within its budget, on both networks alike."""

from __future__ import annotations

from functools import cache

import pytest

from rete_chess import Budget, Engine, Match, ReteChessError
from rete_chess.bench._hostile_games import games
from rete_chess.compiler import Program, compile_document, load
from rete_chess.errors import BudgetError
from rete_chess.match.players import Limits, think

SERVER = Budget.server()
GAMES = games()
NETWORKS = ("native", "durable")
#: Codes of refusals beside E_BUDGET: more events than one move may have, more ways than a piece may.
REFUSALS = ("E_BUDGET", "E_EVENT_BUDGET", "E_PIECE_RULES")


@cache
def program(name: str) -> Program | ReteChessError:
    """The program of a hostile document, or why it is refused."""
    try:
        return compile_document(load(GAMES[name], "x.variant.yaml"), budget=SERVER)
    except ReteChessError as error:
        return error


def outcome(name: str, network: str) -> list[str]:
    """What comes of a game of three moves: the steps of each call, and the refusal that ended it."""
    made = program(name)
    if isinstance(made, ReteChessError):
        return [str(made)]
    told: list[str] = []
    try:
        engine = Engine(made, network=network, budget=SERVER)
        told.append(f"start {engine.cost.steps}")
        for _ in range(3):
            moves = engine.legal_moves()
            if moves:
                engine.apply(moves[0])
                told.append(f"move {engine.cost.steps}")
    except ReteChessError as error:
        told.append(str(error))
    return told


@pytest.mark.parametrize("name", GAMES)
def test_both_networks_stop_at_the_same_step(name: str) -> None:
    if isinstance(made := program(name), ReteChessError):
        assert made.code in REFUSALS
    told = outcome(name, "native")
    assert told == outcome(name, "durable")
    assert "[" not in told[-1] or told[-1].rpartition("[")[2][:-1] in REFUSALS


def test_most_of_them_are_stopped_by_the_meter() -> None:
    stopped = [name for name in GAMES if any("[E_BUDGET]" in told for told in outcome(name, "native"))]
    assert len(stopped) >= 20


@pytest.mark.parametrize("name", GAMES)
def test_a_refused_move_has_not_happened(name: str) -> None:
    made = program(name)
    if isinstance(made, ReteChessError):
        return
    try:
        match = Match(made, network="native", budget=SERVER)
    except BudgetError:
        return
    before = (match.engine.fen(), match.engine.state_hash(), list(match.legal_moves()))
    for move in list(match.legal_moves())[:2]:
        try:
            match.play(move)
        except ReteChessError:
            assert (match.engine.fen(), match.engine.state_hash(), list(match.legal_moves())) == before
        else:
            match.undo()


def test_the_rule_that_spent_most_is_named_with_its_line() -> None:
    made = program("a rule of four free pieces that logs")
    assert isinstance(made, Program)
    engine = Engine(made, budget=SERVER)
    with pytest.raises(BudgetError, match=r"greedy/r \(x\.variant\.yaml:7\)") as caught:
        engine.apply("e2e4")
    assert caught.value.budget == SERVER.move
    assert caught.value.cost.most.id == "greedy/r"


def test_movement_names_the_line_of_the_piece() -> None:
    refused = program("chains of four leaps")
    assert isinstance(refused, BudgetError)
    assert "the moves of the rook (x.variant.yaml:10)" in str(refused)


@pytest.mark.parametrize("name", GAMES)
def test_a_player_moves_all_the_same(name: str) -> None:
    made = program(name)
    if isinstance(made, ReteChessError):
        return
    try:
        engine = Engine(made, budget=SERVER)
    except BudgetError:
        return
    think(engine, Limits(nodes=2))  # positions that cost more than they may are not looked at
    assert engine.fen() == Engine(made, budget=SERVER).fen()
