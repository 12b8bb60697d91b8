"""Budgets: values that everything carries, counted alike everywhere."""

from __future__ import annotations

import linecache
import random
import sys
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

import pytest

from rete_chess import Budget, Engine, Match, load
from rete_chess.compiler import Program, compile_document, program_of
from rete_chess.core.geometry import COLORS
from rete_chess.engine.lookahead.perft import game_of
from rete_chess.engine.matching.feed import Feed
from rete_chess.errors import BudgetError, ReteChessError, RulesError
from rete_chess.facts.events import Event
from rete_chess.metering import charge, current_budget, current_meter, under
from rete_chess.network import make_network
from rete_chess.serial import trace_data
from rete_chess.stages import DERIVE

TINY = Budget.named("10")


def test_the_author_has_more_than_the_server() -> None:
    author, server = Budget.author(), Budget.server()
    assert all(more >= less for more, less in zip(author, server))
    assert author.move >= 10 * server.move


@pytest.mark.parametrize("text", ["", "0", "-5", "servr", "1e9", "٣", "9" * 20])
def test_a_budget_that_is_none(text: str) -> None:
    with pytest.raises(RulesError) as caught:
        Budget.named(text)
    assert caught.value.code == "E_USAGE"
    assert ("did you mean 'server'?" in str(caught.value)) == (text == "servr")


def test_a_number_is_a_budget_for_every_call() -> None:
    assert Budget.named("700")[:3] == (700, 700, 700)


@pytest.mark.parametrize("number", [-1, 1.5, float("nan"), True, "10", None])
def test_a_budget_is_made_of_whole_numbers(number: Any) -> None:
    with pytest.raises(RulesError, match="E_USAGE"):
        Budget(number, 10, 10, 10)


@pytest.mark.parametrize("line", ["self.stop = BOUNDLESS", "now.meter = self"])
def test_games_do_not_pay_for_a_call_that_was_interrupted(line: str) -> None:
    def interrupt(frame: FrameType, event: str, _: Any) -> Any:
        path, number = frame.f_code.co_filename, frame.f_lineno
        if path.endswith("metering.py") and event == "line" and line in linecache.getline(path, number):
            sys.settrace(None)
            raise KeyboardInterrupt
        return interrupt

    first = Engine("atomic")
    first.apply("e2e4")
    usual = sys.gettrace()
    sys.settrace(interrupt)
    try:
        with pytest.raises(KeyboardInterrupt):
            first.sans()
    finally:
        sys.settrace(usual)
    other = Engine("atomic")
    other.sans()
    assert current_meter() is None
    spent = other.cost.steps
    first.sans()
    other.sans()
    assert other.cost.steps == spent


def test_everything_carries_its_budget() -> None:
    server = Budget.server()
    assert Engine("chess", budget=server).budget == server
    assert Match("atomic", budget=server).engine.clone().budget == server
    assert Engine("chess").budget == Budget.author()
    with under(server):
        assert current_budget() == server
        assert Engine("chess").budget == server
        assert Match("chess").engine.budget == server
    assert current_budget() == Budget.author()


def test_a_program_costs_the_same_when_it_is_known_already() -> None:
    text = "kind: variant\nid: once\nname: Once\ndescription: Once.\nextends: cylinder\n"
    first = compile_document(load(text, "once.variant.yaml"))
    few = Budget(loading=first.cost.steps - 1, move=10**6, testing=10**6, thinking=10**6)
    with pytest.raises(BudgetError, match="the moves of the"):
        compile_document(load(text, "once.variant.yaml"), budget=few)
    assert compile_document(load(text, "once.variant.yaml")).cost == first.cost


def test_without_a_call_nobody_counts() -> None:
    charge(10**15)


def games(seed: int) -> Iterator[tuple[Match, random.Random]]:
    """Games of some rich variants, a few moves on."""
    chance = random.Random(seed)
    for name in ("warlords", "atomic", "standard-bearers", "powder-keg", "frozen-lake", "extinction"):
        for network in ("native", "durable"):
            match = Match(name, network=network)
            for _ in range(chance.randrange(24)):
                if match.engine.result is None:
                    match.play(chance.choice(match.legal_moves()))
            yield match, chance


def state(match: Match) -> tuple[object, ...]:
    """All that a call that was stopped must leave as it was."""
    engine = match.engine
    moves = [str(move) for move in match.legal_moves()]
    return engine.fen(), engine.state_hash(), engine.position_counts, moves, len(match.history), engine.result


def answers(feed: Feed, program: Program, is_derived: bool) -> dict[str, list[object]]:
    """What the memory behind a feed answers at each point, for events of some pieces of either side."""
    board = feed.board
    feed.caught_up()
    pieces = sorted(entity for entity in board.entities if entity)
    told = [
        Event(1, "move", side, piece, other)
        for piece, other in zip(pieces[::5], pieces[::-5])
        for side in COLORS
    ]
    points = [point for point in program.rules_at if (point == DERIVE) == is_derived]
    return {point: [sorted(feed.memory.activations(point, event)) for event in told] for point in points}


def assert_memories_are_right(match: Match) -> None:
    """Every memory that the game has answers as one that is told of the position for the first time."""
    game = game_of(match.engine)
    for (_, is_derived), feed in game._feeds.items():
        for kind in ("native", "durable"):
            network = make_network(kind, game.program.network_rules, game.program.network_hash)
            fresh = Feed(game.board, game.program, network.open(), is_derived)
            assert answers(feed, game.program, is_derived) == answers(fresh, game.program, is_derived)
            fresh.memory.close()


@pytest.mark.parametrize("seed", range(4))
def test_a_call_that_is_stopped_anywhere_has_not_happened(seed: int) -> None:
    for match, chance in games(seed):
        engine = match.engine
        before, program = state(match), engine.program
        moves = match.legal_moves()
        if not moves:
            continue
        captures = [move for move in moves if move.is_capture]  # which most rules hear of
        move = chance.choice(captures or moves)
        twin = match.clone()
        twin.play(move)
        whole = twin.engine.cost.steps
        for _ in range(12):
            engine.board.meter.budget = Budget.author()._replace(move=chance.randrange(whole))
            for call in (match.play, engine.what_if, engine.explain):
                try:
                    call(move)
                except BudgetError:
                    assert state(match) == before
                    assert engine.program is program
                    assert_memories_are_right(match)
                else:
                    assert call is not match.play
        engine.board.meter.budget = Budget.author()
        match.play(move)
        assert engine.cost.steps == whole
        assert trace_data(match) == trace_data(twin)
        assert_memories_are_right(match)
        assert state(match) == state(twin)


@pytest.mark.parametrize("seed", range(3))
def test_a_change_that_is_stopped_anywhere_has_not_happened(seed: int) -> None:
    for match, chance in games(seed + 10):
        before = state(match)
        engine = match.engine
        acts: tuple[Callable[[Match], object], ...] = (
            lambda match: match.set_active_presets([{"id": "piece-hp"}, {"id": "king-heals"}]),
            lambda match: match.spawn_piece("rook", "white", "e4"),
            lambda match: match.queue_profiles(["iron-knights"]),
        )
        for act in acts:
            for _ in range(8):
                engine.board.meter.budget = Budget.author()._replace(move=chance.randrange(3000))
                try:
                    act(match)
                except ReteChessError:
                    assert state(match) == before
                else:
                    match.undo_intervention()
                    assert state(match) == before


def test_networks_and_copies_count_alike() -> None:
    for name in ("warlords", "standard-bearers", "atomic", "necropolis"):
        steps = []
        for network in ("native", "durable"):
            engine = Engine(program_of(name), network=network)
            chance = random.Random(3)
            told = [engine.cost.steps]
            for _ in range(25):
                moves = engine.legal_moves()
                if not moves:
                    break
                engine.apply(moves[chance.randrange(len(moves))])
                told.append(engine.cost.steps)
            steps.append(told)
        assert steps[0] == steps[1]
