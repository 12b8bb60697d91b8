"""Acts: who may do them and on whom, what comes of them, and that every way of playing knows them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rete_chess import Engine, Match, catalog, load_text
from rete_chess.compiler import Program, compile_document, program_of
from rete_chess.core.lawbook import EFFECTS, PINS
from rete_chess.core.legality import moves_without_results, run, steps_by_tables
from rete_chess.engine import MoveRecord
from rete_chess.errors import MoveError
from rete_chess.io import format_pgn
from rete_chess.match import format_save, parse_save
from rete_chess.match.players import parse_player
from rete_chess.testing.laws.logs import demand_log, facts_of

#: To pass always, in a game whose legality goes by pins; and only where nothing else can be done.
PASSING = """
kind: variant
id: passing
name: Passing
extends: chess
acts: [{id: pass}]
"""
STUCK = """
kind: variant
id: stuck
name: Stuck
extends: chess
acts: [{id: pass, when: [{not: {move: {}}}]}]
"""
#: All kinds of acts: of pieces and sides, on pieces, squares and nobody, free and not; some look like moves.
SPELLS = """
kind: variant
id: spells
name: Spells
extends: chess
attributes:
  Mana: {of: piece, type: int, for: {type: {in: [bishop, knight]}}, start: 2, min: 0, max: 3}
  Gold: {of: side, type: int, start: 2, min: 0, fen: true}
acts:
  - id: burn
    by: {type: bishop, Mana: {ge: 1}}
    on: {piece: {color: $enemy, royal: false, square: {near: $self}}}
    do: [{add: {target: $self, attr: Mana, by: -1}}, {damage: {target: $target, amount: 1, kind: fire}}]
  - id: blink
    by: {type: knight, Mana: {ge: 2}}
    on: {square: {rank: [3, 4, 5, 6]}, empty: true}
    do: [{add: {target: $self, attr: Mana, by: -2}}, {relocate: {target: $self, to: $target}}]
  - id: hire
    on: {square: {ownRank: 3}, empty: true}
    when: [{side: {color: $mover, Gold: {ge: 2}}}]
    do:
      - add: {target: {side: $mover}, attr: Gold, by: -2}
      - spawn: {type: pawn, color: $mover, square: $target}
  - id: rest
    by: {type: bishop, Mana: {lt: 3}}
    turn: free
    do: [{add: {target: $self, attr: Mana, by: 1}}]
  - id: dig
    turn: free
    when: [{side: {color: $mover, Gold: {lt: 4}}}]
    do: [{add: {target: {side: $mover}, attr: Gold, by: 1}}]
  - {id: pass, when: [{not: {move: {kind: capture}}}]}
rules:
  - id: cheer
    at: act
    when: [{event: {tag: burn, piece: $mage, target: $prey}}]
    do: [{log: {text: "well thrown, {mage}"}}]
"""


def program(text: str) -> Program:
    return compile_document(load_text(text))


PROGRAMS = {"passing": PASSING, "stuck": STUCK, "spells": SPELLS}


def played_by(name: str) -> Program:
    return program(PROGRAMS[name]) if name in PROGRAMS else program_of(name)


def face(engine: Engine) -> tuple[Any, ...]:
    return engine.state_hash(), engine.digest, engine.fen(), engine.position_key, list(engine.legal_moves())


def random_game(engine: Engine, random: Random, plies: int) -> list[str]:
    """Play random moves, acts before others now and then."""
    played = []
    for _ in range(plies):
        moves = list(engine.legal_moves())
        if engine.result is not None or not moves:
            break
        acts = [move for move in moves if move.act is not None]
        chosen = random.choice(random.choice([moves, acts or moves]))
        engine.apply(chosen)
        played.append(str(chosen))
    return played


GAMES = (*PROGRAMS, "battle-mages")


@pytest.mark.parametrize("name", GAMES)
def test_fast_legality_is_slow_legality(name: str) -> None:
    for seed in range(4):
        random, engine = Random(seed), Engine(played_by(name), network="native")
        for _ in range(25):
            board = engine.board
            slow = run(steps_by_tables(board.book), board)
            assert sorted(moves_without_results(board)) == sorted(slow), engine.fen()
            if engine.result is not None or not random_game(engine, random, 1):
                break


@settings(max_examples=15)
@given(st.sampled_from(GAMES), st.integers(0, 1 << 32))
def test_undo_keys_texts_and_logs(name: str, seed: int) -> None:
    random, engine = Random(seed), Engine(played_by(name), network="native")
    faces = []
    for _ in range(25):
        faces.append(face(engine))
        before = facts_of(engine.session)
        if not random_game(engine, random, 1):
            break
        demand_log(before, engine.move_log[-1], facts_of(engine.session))
        for move, san in zip(engine.legal_moves(), engine.sans()):
            if move.act is not None:
                assert engine.find(san) == move.code == engine.find(str(move))
                assert engine.explain(move).legal
    if len(faces) > len(engine.move_log):
        assert face(engine) == faces.pop()
    while engine.move_log:
        engine.undo()
        assert face(engine) == faces.pop()


@settings(max_examples=12)
@given(st.sampled_from(GAMES), st.integers(0, 1 << 32))
def test_networks_copies_saves_and_snapshots_agree(name: str, seed: int) -> None:
    rules = played_by(name)
    native, durable = Engine(rules, network="native"), Engine(rules, network="durable")
    for move in random_game(native, Random(seed), 20):
        durable.apply(move)
    assert face(native) == face(durable) == face(native.clone())
    match = Match(rules, network="native")
    for record in native.move_log:
        match.play(str(record.move))
    for other in (parse_save(format_save(match), network="native"), Match.resume(match.snapshot())):
        assert face(other.engine) == face(native)
        assert [told.move.told[2:] for told in other.engine.move_log] == [
            told.move.told[2:] for told in native.move_log
        ]
        if other.engine.result is None:
            other.play(str(other.engine.legal_moves()[-1]))
            other.undo_last_move()
            assert face(other.engine) == face(native)


#: The same game with a rule that hears every move, so that all go through their stages.
HEARD = """
rules: [{id: hear, at: before-move, do: [{log: {text: a move}}]}]
"""


def test_a_pass_of_the_core_is_a_pass_by_stages() -> None:
    for seed in range(6):
        random, fast = Random(seed), Engine(program(PASSING), network="native")
        slow = Engine(program(PASSING + HEARD), network="native")
        for _ in range(30):
            played = random_game(fast, random, 1)
            if not played:
                break
            record = slow.apply(played[0])
            assert fast.fen() == slow.fen()
            assert fast.board.key == slow.board.key
            assert list(fast.legal_moves()) == list(slow.legal_moves())
            ours = [told.text for told in fast.move_log[-1].log if told.event.event != "turn-advance"]
            assert sorted(ours) == sorted(t.text for t in record.log if t.event.event != "turn-advance")


def test_a_pass_flips_the_turn_and_nothing_else() -> None:
    engine = Engine(program(PASSING))
    before = engine.fen()
    record = engine.apply("pass")
    assert (record.san, record.move.act, record.move.squares) == ("pass", "pass", ())
    assert record.move.from_square is record.move.to_square is None
    assert engine.fen() == before.replace(" w ", " b ").replace(" 0 1", " 1 1")
    assert record.log[0].text == "white: pass"
    engine.apply("pass")
    assert engine.position_counts[engine.position_key] == 2
    assert engine.undo().move == "pass"


def test_legality_of_games_with_a_bare_pass_goes_by_pins() -> None:
    assert program(PASSING).book.tier == PINS
    assert program(SPELLS).book.tier == EFFECTS


def test_nobody_passes_out_of_check_and_a_pass_is_no_way_out_of_mate() -> None:
    engine = Engine(program(PASSING), "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")
    assert sorted(engine.legal_moves()) == ["e1d1", "e1e2", "e1f1"]
    assert engine.explain("pass").reason.code == "E_MOVE_SELF_CHECK"
    assert Engine(program(PASSING), "6k1/8/8/8/8/8/8/K6q b - - 0 1").result is None
    mated = Engine(program(PASSING), "k7/8/8/8/8/8/5PPP/r5K1 w - - 0 1")
    assert mated.result is not None
    assert mated.result.reason == "checkmate"


def test_who_may_pass_is_not_stalemated() -> None:
    fen = "7k/5Q2/8/8/8/8/8/K7 b - - 0 1"
    assert Engine("chess", fen).result is not None
    for text in (PASSING, STUCK):
        engine = Engine(program(text), fen)
        assert list(engine.legal_moves()) == ["pass"]
        engine.apply("pass")
        assert engine.turn == "white"


def test_a_pass_that_waits_for_nothing_else_does_not_count_itself() -> None:
    engine = Engine(program(STUCK))
    assert "pass" not in engine.legal_moves()
    reason = engine.explain("pass").reason
    assert reason.code == "E_MOVE_ACT"
    assert reason.rule == "stuck"


def test_limits_and_questions_know_acts_by_kind_and_tag() -> None:
    text = (
        PASSING
        + "moves: [{forbid: {kind: act}, when: [{piece: {type: queen}}], because: queens never rest}]\n"
    )
    engine = Engine(program(text))
    assert engine.explain("pass").reason.message == "queens never rest"
    assert "pass" in Engine(program(text), "4k3/8/8/8/8/8/8/4K3 w - - 0 1").legal_moves()
    asked = "[{move: {kind: act, tag: pass}}, {not: {move: {piece: {type: pawn}}}}]"
    ends = f"result: {{ends: [{{draw: lazy, when: {asked}}}]}}\n"
    assert str(Engine(program(PASSING + ends), "4k3/8/8/8/8/8/8/4K3 w - - 0 1").result) == "draw by lazy"
    assert Engine(program(PASSING + ends), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").result is None


def test_rules_hear_acts_before_and_when_they_are_done() -> None:
    rule = """
rules:
  - id: weary
    at: before-move
    when: [{event: {kind: act, tag: pass, side: white}}]
    do: [{refuse: {because: no rest}}]
"""
    engine = Engine(program(PASSING + rule))
    with pytest.raises(Exception, match="no rest"):
        engine.apply("pass")
    engine.apply("e2e4")
    engine.apply("pass")
    engine = Engine(program(SPELLS), "4k3/8/8/3p4/4B3/8/8/4K3 w - - 2+2 0 1")
    record = engine.apply("burn:e4xd5")
    assert [(firing.point, firing.rule) for firing in record.trace.firings] == [
        ("act", "spells/burn"),
        ("act", "spells/cheer"),
    ]
    assert "well thrown, the white bishop on e4" in record.trace.logs


def test_free_acts_are_bounded_and_do_not_pass_the_turn() -> None:
    text = PASSING.replace("acts: [{id: pass}]", "acts: [{id: idle, turn: free}]")
    engine = Engine(program(text), "4k3/8/8/8/8/8/4P3/4K3 w - - 5 1")
    for _ in range(32):
        engine.apply("idle")
    assert (engine.turn, engine.board.clock, engine.board.free_acts) == ("white", 5, 32)
    assert "idle" not in engine.legal_moves()
    assert "idle" in str(engine.explain("idle"))
    assert engine.explain("idle").reason.code == "E_MOVE_ACT"
    engine.apply("e1d1")
    assert (engine.turn, engine.board.free_acts) == ("black", 0)
    assert "idle" in engine.legal_moves()


def test_a_side_that_could_only_act_for_free_is_stalemated() -> None:
    text = STUCK.replace("{id: pass, when: [{not: {move: {}}}]}", "{id: idle, turn: free}")
    engine = Engine(program(text), "7k/5Q2/8/8/8/8/8/K7 b - - 0 1")
    assert engine.result is not None
    assert engine.result.reason == "stalemate"


def test_texts_that_name_no_act_are_refused_with_the_reason() -> None:
    engine = Engine(program(SPELLS))
    for text, code in (
        ("burn:c1xe3", "E_MOVE_ILLEGAL"),
        ("burn:c1", "E_MOVE_ILLEGAL"),
        ("pass:e4", "E_MOVE_ILLEGAL"),
        ("frown", "E_MOVE_TEXT"),
        ("burn:c1xz9", "E_MOVE_TEXT"),
    ):
        with pytest.raises(MoveError) as caught:
            engine.apply(text)
        assert caught.value.code == code, text
    assert engine.explain("burn:e4xd5").reason.message == "white has no piece on e4"
    assert engine.explain("burn:e1xd5").reason.message == "who stands there cannot do this now"
    assert engine.explain("burn:c1xd5").reason.message == "this act needs another target"


def test_acts_of_an_ability_are_those_of_its_carriers() -> None:
    ability = """
kind: ability
id: howling
name: Howling
description: It howls.
acts:
  - {id: howl, on: {piece: {color: $enemy, square: {near: $self}}}, do: [{destroy: {target: $target}}]}
"""
    with catalog.registered(load_text(ability)):
        text = PASSING.replace("acts: [{id: pass}]", "abilities: [{id: howling, for: {type: knight}}]")
        engine = Engine(program(text), "4k3/8/8/3p4/2N1B3/8/8/4K3 w - - 0 1")
        assert [move for move in engine.legal_moves() if move.act] == ["howl:c4xd5"]
        engine.apply("howl:c4xd5")
        assert engine.piece_at("d5") is None


def test_pgn_and_players_know_acts() -> None:
    match = Match(program(SPELLS), network="native")
    for move in ("dig", "e2e4", "pass", "hire:h3", "e7e5"):
        match.play(move)
    text = format_pgn(match)
    assert "1. dig 1. e4 pass 2. hire:h3 e5" in " ".join(text.split())
    for name in ("search:100n", "random"):
        engine = Engine("battle-mages", network="native")
        assert parse_player(name).choose(engine) in engine.legal_moves()


def notation(match: Match) -> list[str]:
    return [step.san for step in match.history if isinstance(step, MoveRecord)]


@pytest.mark.parametrize("parts", ["{act: a}, move", "move, {act: a}, {act: b}", "move, {act: a}, move"])
@pytest.mark.parametrize("network", ["native", "durable"])
def test_acts_that_are_parts_of_a_turn_come_back_in_the_middle_of_it(parts: str, network: str) -> None:
    text = f"""
kind: variant
id: parted
name: Parted
extends: chess
acts: [{{id: a, do: [{{log: {{text: one}}}}]}}, {{id: b, do: [{{log: {{text: two}}}}]}}]
turn: {{parts: [{parts}]}}
"""
    match = Match(program(text), network=network)
    digests = [match.digest]
    for number in range(5):
        moves = match.legal_moves()
        match.play(moves[number % len(moves)])
        digests.append(match.digest)
    notes = notation(match)
    for index in (4, 2, 5, 0, 3, 1, 5):
        match.jump_to(index)
        assert match.digest == digests[index], index
    while match.current_index:
        match.undo()
        match.redo()
        assert match.digest == digests[match.current_index]
        match.undo()
    match.jump_to(5)
    assert notation(match) == notes
    assert notes[0] in format_pgn(match)
