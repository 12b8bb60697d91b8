"""A budget may run out at any step: what was refused leaves nothing behind, and can be had later.

Small documents are stopped at every step there is, larger ones at some.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from rete_chess import Budget, Engine, Match, catalog, load_text
from rete_chess.compiler import Program, _face, _named, ahead, compile_document, program_of
from rete_chess.compiler.catalog import _document_registry
from rete_chess.core import lawbook
from rete_chess.costs import KEPT, LOST, TEXT, TRIAL
from rete_chess.errors import BudgetError, ReteChessError
from rete_chess.keeping import Keeper
from rete_chess.match import format_save, parse_save
from rete_chess.metering import under
from rete_chess.network import _cache as networks
from rete_chess.network.durable import RULESETS
from rete_chess.serial import legal_moves_data, trace_data

_HEAD = "kind: variant\nid: tiny\nname: Tiny\ndescription: A small one.\n"
_BOARD = '{width: 3, height: 4}\npieces: {k: king, w: wazir-%s}\nfen: "k1w/3/3/W1K w - - 0 1"\n'
_WAZIR = "kind: piece\nid: wazir-%s\nname: Wazir\nletter: w\nmoves: [{leap: orthogonal}]\n"
_RULES = (
    "attributes: {N: {of: piece, type: number, start: 1}, M: {of: piece, type: number}}\n"
    "rules:\n"
    "  - {id: a, at: move, when: [{piece: {id: $a, N: {lt: 4}}}, {piece: {id: $b, type: king}}],"
    ' do: [{add: {target: $a, attr: N, by: 1}}, {log: {text: "{a} and {b}"}}]}\n'
    "  - {id: d, at: derive, when: [{piece: {id: $p, N: {gt: 1}}}],"
    " do: [{contribute: {target: {around: $p, radius: 1}, attr: M, by: {count: {type: king}}}}]}\n"
    "moves:\n  - {for: {N: {ge: 2}}, add: [{leap: [[1, 1]]}]}\n"
    "result:\n  ends: [{win: white, reason: x, when: [{piece: {id: $q, M: {gt: 9}}}, {piece: {id: $r}}]}]\n"
)
NETWORKS = ("native", "durable")
PLENTY = Budget.author()


def small(mark: str) -> tuple[str, dict[str, str]]:
    """A document of few squares, pieces and rules, with one that it brings along; each mark makes another."""
    return _HEAD + "board: " + _BOARD % mark + _RULES, {f"wazir-{mark}.piece.yaml": _WAZIR % mark}


def made(mark: str, loading: int) -> Program:
    """Its program, compiled within some steps."""
    text, along = small(mark)
    document = load_text(text, "tiny.variant.yaml", along)
    return compile_document(document, budget=PLENTY._replace(loading=loading))


def keepers() -> dict[str, Keeper[Any, Any]]:
    """All that a process keeps of what it has made."""
    return {
        "programs": _face._programs,
        "registered": _named._registered,
        "books": lawbook._books,
        "rows": lawbook._rows,
        "networks": networks,
    }


def kept() -> dict[str, set[Any]]:
    """The keys of all that is kept, with the rulesets of durable."""
    return {
        **{name: set(keeper._latest) for name, keeper in keepers().items()},
        "rulesets": set(RULESETS),
        "registered documents": {id(document) for document in catalog.variants().registered()},
    }


def forget() -> None:
    """Let the process be as if it had made nothing yet, but for rulesets, which stay."""
    for keeper in keepers().values():
        keeper.clear()
    ahead._in_use.clear()
    for each in _document_registry._forget:
        each()


def told(program: Program, network: str, moves: int = 4) -> list[Any]:
    """All that a game of a program tells: what it costs, does and comes to."""
    match = Match(program, network=network)
    found: list[Any] = [program.hash, program.cost, match.engine.cost]
    chance = random.Random(11)
    for _ in range(moves):
        legal = match.legal_moves()
        found.append([str(move) for move in legal])
        if not legal:
            break
        match.play(chance.choice(legal))
        found += [match.engine.cost, match.engine.digest]
    return [*found, json.dumps(trace_data(match), default=str)]


FRESH = """
import sys
from tests.budgets.test_anywhere import made, told
print(*[str(told(made("fresh", 10**9), network)) for network in ("native", "durable")], sep="\\n")
"""


@pytest.fixture(scope="module")
def fresh() -> list[str]:
    """What a process tells that has never been refused anything, for each network."""
    done = subprocess.run([sys.executable, "-c", FRESH], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def stops(call: Callable[[int], object], whole: int, every: int = 1) -> Iterator[BudgetError]:
    """The errors of a call under each budget below the one that it needs."""
    for steps in range(1, whole, every):
        with pytest.raises(BudgetError) as caught:
            call(steps)
        assert caught.value.cost.steps > steps
        assert caught.value.budget == steps
        yield caught.value


def test_a_loading_that_is_refused_anywhere_leaves_nothing(fresh: list[str]) -> None:
    forget()
    whole = made("fresh", 10**9).cost.steps
    forget()
    before, blamed = kept(), set()
    for error in stops(lambda steps: made("fresh", steps), whole):
        blamed.add(error.cost.most.id)
        assert {**kept(), "rows": before["rows"]} == before
    assert all(is_right(key) for key in lawbook._rows._latest)  # tables are kept, and whole
    assert blamed == {"the end 'x'", "the moves of the king"}
    assert [str(told(made("fresh", 10**9), network)) for network in NETWORKS] == fresh


def test_a_reading_that_is_refused_leaves_nothing(fresh: list[str]) -> None:
    text, along = small("fresh")
    before = kept()
    for steps in range(1, 4_000, 37):
        with under(Budget.named(str(steps))), suppress(BudgetError):
            load_text(text, "tiny.variant.yaml", along)
        assert kept() == before
    assert [str(told(made("fresh", 10**9), network)) for network in NETWORKS] == fresh


def is_right(key: lawbook.RowKey) -> bool:
    """Whether a table that is kept is as it would be if it were worked out now."""
    row, again = lawbook._rows._latest[key][0], lawbook._new_row(key)
    return [vars_of(reach) for reach in row] == [vars_of(reach) for reach in again]


def vars_of(reach: Any) -> list[str]:
    return [repr(getattr(reach, name, None)) for name in sorted({*type(reach).__slots__} - {"row"})]


def test_what_is_known_already_stops_at_the_same_step_as_what_is_not() -> None:
    def outcome(steps: int) -> tuple[Any, ...]:
        try:
            return (made("warm", steps).cost,)
        except BudgetError as error:
            return (str(error), error.cost)

    whole = made("warm", 10**9).cost.steps
    for steps in [*range(1, whole + 40, 7), whole - 1, whole, whole + 1]:
        known = outcome(steps)
        forget()
        assert outcome(steps) == known
        made("warm", 10**9)


@pytest.mark.parametrize("name", catalog.variants().list())
def test_a_program_costs_the_same_whatever_is_known(name: str) -> None:
    forget()
    cost = program_of(name).cost
    for known in ((), (lawbook._books,), (lawbook._rows,), (lawbook._books, lawbook._rows)):
        for keeper in (_face._programs, _named._registered, *known):
            keeper.clear()
        assert program_of(name).cost == cost


def test_whoever_begins_a_game_pays_no_tables() -> None:
    """Tables are paid for by whoever compiles, whether or not they are at hand when a game begins."""
    program = replace(program_of("chess"))  # one that has not asked for its tables
    lawbook._books.clear()
    assert Engine(program, budget=Budget.author()._replace(move=30)).cost.steps == 20


def test_a_row_of_moves_is_refused_in_the_middle() -> None:
    """A question about many moves goes beyond its budget after some of them, rules or no rules."""
    moves = ("g1f3", "g8f6", "f3g1", "f6g8") * 5
    engine = Engine("chess", budget=Budget.author()._replace(move=100))
    before = engine.digest
    with pytest.raises(BudgetError) as caught:
        engine.what_if(*moves)
    assert 100 < caught.value.cost.steps < 150
    assert engine.digest == before


@pytest.mark.parametrize("network", NETWORKS)
def test_a_start_that_is_refused_anywhere_leaves_nothing(network: str, fresh: list[str]) -> None:
    program = made("fresh", 10**9)
    whole = Engine(program, network=network).cost.steps
    before = kept()
    for _ in stops(lambda steps: Engine(program, network=network, budget=PLENTY._replace(move=steps)), whole):
        assert kept() == before
    assert str(told(program, network)) == fresh[NETWORKS.index(network)]


@pytest.mark.parametrize("network", NETWORKS)
def test_a_call_that_is_refused_at_any_step_leaves_nothing(network: str, fresh: list[str]) -> None:
    program, chance = made("fresh", 10**9), random.Random(11)
    match = Match(program, network=network)
    for _ in range(4):
        legal = match.legal_moves()
        move, engine = chance.choice(legal), match.engine
        twin = match.clone()
        twin.play(move)
        for call in (engine.what_if, engine.explain, match.play):
            engine.board.meter.budget = PLENTY
            if call != match.play:
                call(move)
            whole = engine.cost.steps if call != match.play else twin.engine.cost.steps
            before, digest, paid = kept(), engine.digest, set(engine._game.paid)
            for steps in range(1, whole):
                engine.board.meter.budget = PLENTY._replace(move=steps)
                with suppress(BudgetError):
                    call(move)
                    if call == match.play:  # the last steps of a move are looked at by whoever asks next
                        match.undo()
                assert (engine.digest, kept(), set(engine._game.paid)) == (digest, before, paid)
        engine.board.meter.budget = PLENTY
        match.play(move)
        assert engine.cost == twin.engine.cost
        assert engine.digest == twin.engine.digest
    assert str(told(program, network)) == fresh[NETWORKS.index(network)]


@pytest.mark.parametrize("name", ["warlords", "atomic", "standard-bearers", "waning-magic", "necropolis"])
def test_shipped_documents_are_refused_at_random_steps(name: str) -> None:
    forget()
    chance = random.Random(name)
    whole = program_of(name).cost.steps
    plain = [str(told(program_of(name), network, 6)) for network in NETWORKS]
    forget()
    for _ in range(25):
        steps = chance.randrange(1, whole)
        with pytest.raises(BudgetError) as caught:
            program_of(name, budget=PLENTY._replace(loading=steps))
        assert caught.value.budget == steps < caught.value.cost.steps
        assert not _named._registered._latest  # programs that were made on the way are kept, and whole
    assert [str(told(program_of(name), network, 6)) for network in NETWORKS] == plain


@pytest.mark.parametrize("wrong", ["rules: [{id: r}]", "extends: nowhere", "moves: [{for: {type: dragon}}]"])
def test_a_document_that_is_refused_leaves_nothing(wrong: str) -> None:
    made("fresh", 10**9)
    before = kept()
    for _ in range(2):
        with pytest.raises(ReteChessError):
            compile_document(load_text(f"{_HEAD}extends: chess\n{wrong}\n", "x.variant.yaml"))
        with pytest.raises(ReteChessError):
            catalog.variants().register(f"{_HEAD}extends: chess\n{wrong}\n", "x.variant.yaml")
        after = kept()
        assert {
            name: after[name] for name in ("programs", "networks", "rulesets", "registered documents")
        } == {name: before[name] for name in ("programs", "networks", "rulesets", "registered documents")}


@pytest.mark.parametrize("network", NETWORKS)
def test_a_save_that_is_refused_anywhere_leaves_nothing(network: str) -> None:
    match = Match(made("fresh", 10**9), network=network)
    for _ in range(3):
        match.play(random.Random(2).choice(match.legal_moves()))
    text = format_save(match)
    parsed = partial(parse_save, text, network=network)
    for steps in (1, 5, 20, 60, 150, 400, 1_000, 2_000, 4_000, 8_000):
        forget()
        with under(Budget.named(str(steps))), suppress(BudgetError):  # and nothing else
            parsed()
    forget()
    assert parsed().engine.digest == match.engine.digest


@pytest.mark.parametrize("network", NETWORKS)
def test_a_look_that_is_known_stops_where_a_fresh_one_does(network: str) -> None:
    """What continuous rules give is kept by the game, and not by its copy."""

    def stop(match: Match, steps: int) -> int:
        match.engine.board.meter.budget = PLENTY._replace(move=steps)
        with pytest.raises(BudgetError) as caught:
            match.what_if("h2h3")
        return int(caught.value.cost.steps)

    match = Match("standard-bearers", network=network)
    match.what_if("h2h3")
    whole = match.engine.cost.steps
    for steps in range(whole - 80, whole, 7):
        assert stop(match, steps) == stop(match.clone(), steps)


def test_all_texts_of_the_moves_of_one_piece_are_one_call() -> None:
    engine = Engine("chess", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1")
    moves = [move for move in engine.legal_moves() if move.from_square == 0]
    texts = [engine.san(move) for move in moves]
    told = legal_moves_data(engine, "a1")
    assert [move["san"] for move in told] == texts
    assert engine.cost.steps > len(moves) * (TEXT + TRIAL)


def test_attributes_are_paid_for_where_pieces_go_and_positions_are_reached() -> None:
    """A document of many attributes pays for them with every move, and with every piece that dies."""
    steps = {}
    for count in (1, 101):
        names = ", ".join(f"A{number}: {{of: piece, type: int, start: 1}}" for number in range(count))
        rule = "rules: [{id: r, at: capture, do: [{log: {text: x}}]}]"
        text = f"kind: variant\nid: many\nname: Many\nextends: chess\nattributes: {{{names}}}\n{rule}\n"
        engine = Engine(compile_document(load_text(text, "many.variant.yaml")))
        costs = []
        for move in ("e2e4", "d7d5", "e4d5"):
            engine.apply(move)
            costs.append(engine.cost.steps)
        steps[count] = costs
    few, many = steps[1], steps[101]
    assert many[0] - few[0] == 100 * KEPT
    assert many[2] - few[2] == 100 * (KEPT + LOST)
