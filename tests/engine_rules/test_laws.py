"""Laws of games under rules: undo, both networks, every tier of legality, another process."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from rete_chess import Engine
from rete_chess.bench._rule_programs import active_rules
from rete_chess.compiler import ActivePreset, Program, compile_document, program_of
from rete_chess.core import uci
from rete_chess.core.legality import legal_by_looking, legal_moves
from rete_chess.documents import load_document
from rete_chess.engine import MoveRecord
from rete_chess.engine._game import Game
from rete_chess.engine.lookahead.perft import game_of
from rete_chess.engine.matching.foresight import EVERYWHERE, IN_TURN, Foresight, foresee
from rete_chess.errors import RulesError

PRESETS = ("piece-hp", "piece-shield", "queen-splits", "suicide-chess", "double-move", "berolina-pawns")
VARIANTS = (
    "benedict",
    "duck",
    "marseillais",
    "seirawan",
    "chessgi",
    "crazyhouse",
    "chess",
    "antichess",
    "atomic",
    "battle-mages",
    "horde",
    "king-of-the-hill",
    "los-alamos",
    "petrified",
    "racing-kings",
    "three-check",
)


@st.composite
def programs(draw: st.DrawFn) -> Program:
    """A shipped variant with up to four presets, some for one side, some for a few moves."""
    presets = [
        ActivePreset(
            name, draw(st.sampled_from(("both", "white", "black"))), draw(st.none() | st.integers(1, 12))
        )
        for name in draw(st.lists(st.sampled_from(PRESETS), max_size=4, unique=True))
    ]
    try:
        return program_of(draw(st.sampled_from(VARIANTS)), presets)
    except RulesError:  # presets that do not go together
        reject()


def told(record: MoveRecord) -> list[tuple[Any, ...]]:
    """What a record says of its firings."""
    return [(f.stage, f.point, f.event, f.rule, f.entity, f.square, f.changes) for f in record.trace.firings]


def face(engine: Engine) -> tuple[Any, ...]:
    return engine.state_hash(), engine.fen(), engine.position_key, list(engine.legal_moves()), engine.result


@settings(max_examples=40)
@given(programs(), st.integers(0, 1 << 32))
def test_undo_brings_every_fact_back(program: Program, seed: int) -> None:
    random, engine = Random(seed), Engine(program, network="native")
    faces = [face(engine)]
    for _ in range(40):
        if engine.result is not None:
            break
        engine.apply(random.choice(engine.legal_moves()))
        faces.append(face(engine))
    while engine.move_log:
        assert face(engine) == faces.pop()
        engine.undo()
    assert face(engine) == faces.pop()


@settings(max_examples=40)
@given(programs(), st.integers(0, 1 << 32))
def test_both_networks_fire_the_same_rules(program: Program, seed: int) -> None:
    random = Random(seed)
    native, durable = Engine(program, network="native"), Engine(program, network="durable")
    for _ in range(40):
        if native.result is not None:
            break
        move = str(random.choice(native.legal_moves()))
        assert told(native.apply(move)) == told(durable.apply(move))
        assert native.state_hash() == durable.state_hash()
        if random.random() < 0.2:
            native.undo()
            durable.undo()


@settings(max_examples=25)
@given(st.sampled_from(("atomic", "petrified")), st.integers(0, 1 << 32))
def test_effects_by_table_are_effects_by_stages(variant: str, seed: int) -> None:
    """Legality foresees the same whether a table says the effects or the stages of the move are run."""
    table = program_of(variant)
    assert table.laws.effects
    staged = replace(table, laws=replace(table.laws, effects=(), is_simulated=True))
    random, fast, slow = Random(seed), Engine(table, network="native"), Engine(staged, network="native")
    for _ in range(30):
        assert list(fast.legal_moves()) == list(slow.legal_moves())
        if fast.result is not None:
            break
        move = str(random.choice(fast.legal_moves()))
        fast.apply(move)
        slow.apply(move)
        assert fast.fen() == slow.fen()


@settings(max_examples=25)
@given(st.sampled_from(("piece-shield", "queen-splits")), st.integers(0, 1 << 32))
def test_quiet_moves_by_pins_are_quiet_moves_by_looking(preset: str, seed: int) -> None:
    random, engine = Random(seed), Engine(program_of("chess", [ActivePreset(preset)]), network="native")
    assert engine.board.book.has_pins_for_quiet
    for _ in range(30):
        assert sorted(legal_moves(engine.board)) == sorted(legal_by_looking(engine.board))
        if engine.result is not None:
            break
        engine.apply(random.choice(engine.legal_moves()))


LISTENING = """
kind: variant
id: listening
name: Listening
description: Plain chess in which a rule that changes nothing hears every move.
extends: chess
rules:
  - {id: ear, at: before-move, when: [{event: {piece: $piece}}], do: [{log: {text: "{piece} moves"}}]}
"""


@settings(max_examples=20)
@given(st.sampled_from((5, 10, 50)), st.integers(0, 1 << 32))
def test_a_move_that_is_foreseen_is_a_move_by_stages(rules: int, seed: int) -> None:
    """What the network says beforehand decides how a move is played, never what it does."""
    program, chance = active_rules(rules), Random(seed)
    fast, slow = Engine(program, network="native"), Engine(program, network="native")
    for _ in range(60):
        if not fast.legal_moves():
            break
        move = chance.choice(fast.legal_moves())
        quick = fast.apply(move)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("rete_chess.engine._game.foresee", lambda game, code: EVERYWHERE)
            full = slow.apply(str(move))
        kept = [(f.stage, f.rule, f.entity, f.square, f.changes) for f in quick.trace.firings]
        assert kept == [(f.stage, f.rule, f.entity, f.square, f.changes) for f in full.trace.firings]
        assert face(fast) == face(slow)
    while fast.move_log:
        fast.undo()
        slow.undo()
        assert face(fast) == face(slow)


def by_stages(game: Game, code: int) -> Foresight:
    """Where rules may match, whatever the places of their pieces."""
    found = foresee(game, code)
    if not found.events:
        return found
    return EVERYWHERE if any(event.event == "move" for event in found.events) else IN_TURN


SIX = ("piece-shield", "piece-hp", "berolina-pawns", "knight-immunity", "queen-splits", "poisoned-squares")
HOMES = """
kind: variant
id: homes
name: Homes
description: Kings count the moves that begin, and those that end, while they are at home.
extends: chess
attributes: {Count: {of: piece, type: int, start: 0, max: 1000000}}
rules:
  - id: leaves
    at: before-move
    when: [{event: {side: $side}}, {piece: {id: $k, type: king, color: $side, square: {ownRank: 1}}}]
    do: [{add: {target: $k, attr: Count, by: 1}}]
  - id: arrives
    at: move
    when: [{event: {side: $side, to: {file: [d, e]}}}, {piece: {id: $k, type: king, square: {ownRank: 2}}}]
    do: [{add: {target: $k, attr: Count, by: 1}}]
  - id: marches
    at: move
    when: [{event: {piece: $p}}, {piece: {id: $p, type: pawn, square: {zone: enemy-half}}}]
    do: [{add: {target: $p, attr: Count, by: 1}}]
  - id: departs
    at: before-move
    when: [{event: {piece: $p}}, {piece: {id: $p, type: knight, square: {file: [b, g, c]}}}]
    do: [{add: {target: $p, attr: Count, by: 1}}]
  - id: rests
    at: turn-start
    when: [{event: {side: $side}}, {piece: {id: $k, type: king, color: $side, square: [e2, e7]}}]
    do: [{add: {target: $k, attr: Count, by: 1}}]
"""
TURNED_DOWN = {
    "homes": lambda: compile_document(load_document(HOMES)),
    "5 rules": lambda: active_rules(5),
    "10 rules": lambda: active_rules(10),
    "50 rules": lambda: active_rules(50),
    "6 presets": lambda: program_of("chess", [ActivePreset(name) for name in SIX]),
}


@settings(max_examples=20)
@given(st.sampled_from(tuple(TURNED_DOWN)), st.integers(0, 1 << 32))
def test_what_places_rule_out_would_not_have_fired(name: str, seed: int) -> None:
    """Events that all activated rules turn down by a place stand in the trace as if they had been heard."""
    program, chance = TURNED_DOWN[name](), Random(seed)
    fast, slow = Engine(program, network="native"), Engine(program, network="native")
    for _ in range(40):
        if not fast.legal_moves():
            break
        move = chance.choice(fast.legal_moves())
        quick = fast.apply(move)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("rete_chess.engine._game.foresee", by_stages)
            patch.setattr("rete_chess.engine.move.run.is_elsewhere", lambda *_: False)
            full = slow.apply(str(move))
        assert quick.trace.events == full.trace.events
        assert quick.trace.firings == full.trace.firings
        assert face(fast) == face(slow)


def test_places_do_rule_moves_out() -> None:
    """Otherwise the law above would hold for want of cases."""
    engine = Engine(active_rules(10), "4k3/p7/8/8/4K3/8/P7/8 w - - 0 1", "native")
    king, pawn = (uci.parse_uci(engine.board, text, engine._legal) for text in ("e4e5", "a2a3"))
    for code in (king, pawn):
        assert [event.event for event in foresee(game_of(engine), code).events] == ["turn-end"]
    home = Engine(active_rules(10), "4k3/p7/8/8/8/8/P3K3/8 w - - 0 1", "native")
    back = uci.parse_uci(home.board, "e2e1", home._legal)
    assert foresee(game_of(home), back) == IN_TURN


@settings(max_examples=30)
@given(st.integers(0, 1 << 32))
def test_a_move_by_stages_is_a_plain_move(seed: int) -> None:
    """A game whose every move runs through the twelve stages is the game of the bare core."""
    listening = compile_document(load_document(LISTENING))
    random, plain, staged = Random(seed), Engine(), Engine(listening, network="native")
    for _ in range(60):
        if plain.result is not None:
            break
        move = str(random.choice(plain.legal_moves()))
        plain.apply(move)
        record = staged.apply(move)
        assert [firing.rule for firing in record.trace.firings] == ["listening/ear"]
        assert (staged.fen(), staged.board.key) == (plain.fen(), plain.board.key)
        assert list(staged.legal_moves()) == list(plain.legal_moves())


REPLAY = """
import random
from rete_chess import Engine
from rete_chess.compiler import ActivePreset, program_of
presets = [ActivePreset("piece-shield"), ActivePreset("piece-hp")]
engine = Engine(program_of("chess", presets), network={network!r})
chance = random.Random(7)
for _ in range(60):
    record = engine.apply(chance.choice(engine.legal_moves()))
    print(record.move, [(f.rule, f.entity, f.changes) for f in record.trace.firings])
print(engine.state_hash(), engine.position_key)
"""


@pytest.mark.parametrize("network", ["native", "durable"])
def test_the_same_seed_gives_the_same_trace_in_another_process(network: str) -> None:
    command = [sys.executable, "-c", REPLAY.format(network=network)]
    answers = {
        subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1
    assert "piece-shield/shield" in answers.pop()
