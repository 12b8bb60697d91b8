"""Acts, drops, offers, chance, sight and zones pay for what they ask, and leave nothing where they cannot."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from functools import cache

import pytest

from rete_chess import Budget, Engine, Match, ReteChessError, load_text
from rete_chess.compiler import Program, compile_document, program_of
from rete_chess.errors import BudgetError
from tests.budgets.newest import newest
from tests.budgets.test_anywhere import kept

SERVER = Budget.server()
PLENTY = Budget.author()
NETWORKS = ("native", "durable")
NEWEST = newest()

ALL_AT_ONCE = """
kind: variant
id: bazaar
name: Bazaar
description: Hands, drops, acts, offers, dice, fog and zones in one game.
board: {width: 5, height: 5}
pieces: {k: king, n: knight, p: pawn, r: rook}
fen: "1r1nk/4p/5/P4/KN1R1[n] w - - 0 1"
zones: {middle: {white: {rank: 3}, black: {rank: 3}}, rest: {not: {zone: middle}}}
hands: {holds: [knight, pawn, rook], start: {white: {pawn: 1}}, captured: captor}
attributes:
  Luck: {of: piece, type: int, start: {roll: [1, 6]}}
  Zeal: {of: piece, type: int, start: 0}
drops:
  - {to: {zone: middle}}
  - {for: {type: knight}, forbid: {after: [{side: {color: $enemy, inCheck: true}}]}}
acts:
  - {id: pass, when: [{not: {move: {}}}]}
  - id: hex
    by: {type: rook}
    on: {piece: {color: $enemy, royal: false, square: {any: [{ring: 2, of: $self}, {rank: $self.rank}]}}}
    do: [{recolor: {target: $target, color: $mover}}, {add: {target: $self, attr: Zeal, by: {roll: [1, 3]}}}]
  - {id: toss, on: {square: {zone: middle}, empty: true}, turn: free, when: [{piece: {type: rook, Luck: {gt: 1}}}], do: [{spawn: {type: {pick: [pawn, knight]}, color: $mover, square: $target}}]}
moves:
  - {for: {id: $p, type: knight}, offer: {zeal: [{piece: {id: $p, Zeal: {lt: 3}}}]}}
rules:
  - {id: grow, at: move, when: [{event: {tag: zeal, piece: $p}}], do: [{set: {target: $p, attr: Zeal, to: {roll: [2, 4]}}}]}
sight:
  - {see: reach}
  - {hide: {piece: {type: knight, square: {any: [{zone: middle}, {tile: fog}]}}}}
"""  # noqa: E501


@cache
def bazaar() -> Program:
    return compile_document(load_text(ALL_AT_ONCE, "bazaar.variant.yaml"))


def state(match: Match) -> tuple[object, ...]:
    """All that a refused call has to leave as it was."""
    engine, dice = match.engine, match.engine._game.dice
    return engine.digest, engine.fen(), dice.drawn, dice.furthest, len(engine.board.journal), kept()


def questions(engine: Engine, text: str) -> list[Callable[[], object]]:
    """What may be asked about a move, each a call of its own."""
    return [
        lambda: engine.what_if(text),
        lambda: engine.explain(text),
        lambda: engine.explain("a1c5"),
        lambda: engine.sans(),
        lambda: engine.view("white").records,
        lambda: (engine.view("black").fen, engine.view("black").explain(text)),
    ]


@pytest.mark.parametrize("network", NETWORKS)
@pytest.mark.parametrize("name", ["bazaar", "battle-mages", "dice-chess", "night-watch", "seirawan", "duck"])
def test_what_is_refused_at_random_steps_leaves_nothing(name: str, network: str) -> None:
    program = bazaar() if name == "bazaar" else program_of(name)
    match, chance = Match(program, network=network), random.Random(f"{name} of {network}")
    meter = match.engine.board.meter
    refused = 0
    for _ in range(3):
        legal = match.legal_moves()
        special = [move for move in legal if not str(move)[:4].isalnum()]
        if not legal:
            break
        move = chance.choice(special or legal)
        for ask in questions(match.engine, str(move)):
            meter.budget = PLENTY
            ask()
            whole, before = match.engine.cost.steps, state(match)
            for steps in [chance.randrange(1, whole) for _ in range(2)] if whole > 1 else ():
                meter.budget = PLENTY._replace(move=steps)
                with suppress(BudgetError):
                    ask()
                    refused -= 1
                refused += 1
                meter.budget = PLENTY
                assert state(match) == before
        twin = match.clone()
        twin.play(move)
        before = state(match)
        for steps in [chance.randrange(1, max(2, twin.engine.cost.steps)) for _ in range(4)]:
            meter.budget = PLENTY._replace(move=steps)
            with suppress(BudgetError):
                match.play(move)
                match.undo()
                refused -= 1
            refused += 1
            meter.budget = PLENTY
            assert state(match)[:2] == before[:2]
            assert match.engine._game.dice.drawn == before[2]
        match.play(move)
        assert match.engine.digest == twin.engine.digest
        assert match.engine.cost == twin.engine.cost
    assert refused > 10


def outcome(name: str, network: str) -> list[str]:
    """What comes of a game of two moves with a hostile text: the steps of each call, and the refusals."""
    told: list[str] = []
    try:
        program = compile_document(load_text(NEWEST[name], "x.variant.yaml"), budget=SERVER)
        match = Match(program, network=network, budget=SERVER)
    except ReteChessError as error:
        return [str(error)]
    for _ in range(2):
        for call in (match.legal_moves, lambda: match.engine.view("black").records):
            try:
                call()
                told.append(str(match.engine.cost))
            except ReteChessError as error:
                told.append(str(error))
        moves = match.legal_moves() if "[E_" not in told[-2] else ()
        if not moves:
            break
        try:
            match.play(moves[-1])
            told.append(str(match.engine.cost))
        except ReteChessError as error:
            told.append(str(error))
    return told


@pytest.mark.parametrize("name", NEWEST)
def test_both_networks_stop_at_the_same_step(name: str) -> None:
    assert outcome(name, "native") == outcome(name, "durable")


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("zones of sixteen zones", "E_BUDGET"),
        ("zones of what others leave", "E_BUDGET"),
        ("a long chain of zones", "E_DOC_CONFLICT"),
        ("an end that asks for sets of sets", "E_BUDGET"),
        ("squares of which there are none", "E_BUDGET"),
        ("moves to sets of sets", "E_BUDGET"),
        ("bans with many ways before", "E_BUDGET"),
        ("drops on sets of sets", "E_BUDGET"),
    ],
)
def test_what_asks_for_too_much_is_refused(name: str, code: str) -> None:
    assert any(f"[{code}]" in told for told in outcome(name, "native"))


def test_zones_that_cost_too_much_are_named_with_their_line() -> None:
    with pytest.raises(BudgetError, match=r"the zones of greedy \(x\.variant\.yaml:\d+\)"):
        compile_document(load_text(NEWEST["zones of sixteen zones"], "x.variant.yaml"), budget=SERVER)


def test_offers_are_as_many_manners_as_they_make_and_no_more() -> None:
    """Tables of offers grow with the tags, and not with their square."""
    book = compile_document(load_text(NEWEST["ten thousand offers"], "x.variant.yaml")).book
    own = [manner for manner in book.manners if not manner.is_offered]
    assert len(book.offers) == 10_000
    assert {len(twins) for _, twins in book.offers} == {len(own)}


def test_sets_inside_sets_pay_for_each_that_is_looked_at() -> None:
    def steps(squares: str) -> int:
        text = (
            "kind: variant\nid: sets\nname: Sets\nextends: chess\n"
            f"result: {{ends: [{{draw: x, when: [{{piece: {{id: $p, square: {squares}}}}}]}}]}}\n"
        )
        engine = Engine(compile_document(load_text(text, "sets.variant.yaml")))
        engine.apply("e2e4")
        return engine.cost.steps

    one = steps("{any: [{tile: fog}]}")
    sixteen = steps("{any: [" + ", ".join(["{tile: fog}"] * 16) + "]}")
    assert sixteen - one >= 15 * 32
