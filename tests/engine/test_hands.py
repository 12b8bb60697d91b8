"""Hands and drops: what they leave in facts, keys, texts and saves, the same by every way of playing."""

from __future__ import annotations

from random import Random
from typing import Any

import chess.variant
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rete_chess import Engine, Match, catalog, load_text
from rete_chess.compiler import ActivePreset, compile_document, program_of
from rete_chess.core.fen import parse_fen
from rete_chess.core.legality import moves_without_results, run, steps_by_tables
from rete_chess.errors import FenError, MoveError
from rete_chess.match import format_save, parse_save
from rete_chess.testing.laws.logs import demand_log, facts_of

HOUSES = ("crazyhouse", "chessgi", "loop", "minishogi", "placement")
#: Presets under which captures go through their stages, and pieces that appear are given something.
RULES = ((), ("piece-hp",), ("piece-shield",), ("queen-splits",))


def face(engine: Engine) -> tuple[Any, ...]:
    return engine.state_hash(), engine.digest, engine.fen(), engine.position_key, list(engine.legal_moves())


def random_game(engine: Engine, random: Random, plies: int) -> list[str]:
    """Play random moves, drops before others now and then, so that hands are used."""
    played = []
    for _ in range(plies):
        moves = list(engine.legal_moves())
        if engine.result is not None or not moves:
            break
        drops = [move for move in moves if move.is_drop]
        captures = [move for move in moves if move.is_capture]
        chosen = random.choice(random.choice([moves, drops or moves, captures or moves]))
        engine.apply(chosen)
        played.append(str(chosen))
    return played


@pytest.mark.parametrize("name", HOUSES)
def test_fast_legality_is_slow_legality(name: str) -> None:
    for seed in range(8):
        random, engine = Random(seed), Engine(name, network="native")
        for _ in range(60):
            board = engine.board
            slow = run(steps_by_tables(board.book), board)  # each move is played, and looked at
            assert sorted(moves_without_results(board)) == sorted(slow), engine.fen()
            if engine.result is not None or not random_game(engine, random, 1):
                break


@settings(max_examples=30)
@given(st.sampled_from(HOUSES), st.sampled_from(RULES), st.integers(0, 1 << 32))
def test_undo_keys_texts_and_logs(name: str, presets: tuple[str, ...], seed: int) -> None:
    assume(not (name == "minishogi" and "queen-splits" in presets))  # its rooks have the letter of others
    random = Random(seed)
    engine = Engine(program_of(name, [ActivePreset(preset) for preset in presets]), network="native")
    faces = []
    for _ in range(50):
        faces.append(face(engine))
        before = facts_of(engine.session)
        if not random_game(engine, random, 1):
            break
        demand_log(before, engine.move_log[-1], facts_of(engine.session))
        if not presets:
            again = Engine(name, engine.fen(), network="native")
            assert again.board.key == engine.board.key, engine.fen()
            assert again.fen() == engine.fen()
        for move, san in zip(engine.legal_moves(), engine.sans()):
            if move.is_drop:
                assert engine.find(san) == move.code == engine.find(str(move))
    if len(faces) > len(engine.move_log):
        assert face(engine) == faces.pop()
    while engine.move_log:
        engine.undo()
        assert face(engine) == faces.pop()


@settings(max_examples=20)
@given(st.sampled_from(HOUSES), st.sampled_from(RULES), st.integers(0, 1 << 32))
def test_networks_copies_saves_and_snapshots_agree(name: str, presets: tuple[str, ...], seed: int) -> None:
    assume(not (name == "minishogi" and "queen-splits" in presets))
    program = program_of(name, [ActivePreset(preset) for preset in presets])
    native, durable = Engine(program, network="native"), Engine(program, network="durable")
    for move in random_game(native, Random(seed), 40):
        durable.apply(move)
    assert face(native) == face(durable)
    match = Match(program, network="native")
    for record in native.move_log:
        match.play(str(record.move))
    for other in (parse_save(format_save(match), network="native"), Match.resume(match.snapshot())):
        assert face(other.engine) == face(native)
        if other.engine.result is None:
            move = str(other.engine.legal_moves()[-1])
            other.play(move)
            other.undo_last_move()
        while other.engine.move_log:
            other.undo_last_move()
        assert other.engine.fen() == native.start_fen


#: The same game with a rule that hears every move, so that all go through their stages.
HEARD = """
kind: variant
id: heard
name: Heard
extends: {}
rules: [{{id: hear, at: before-move, do: [{{log: {{text: a move}}}}]}}]
"""


@settings(max_examples=20)
@given(st.sampled_from(HOUSES), st.integers(0, 1 << 32))
def test_moves_of_the_core_are_moves_by_stages(name: str, seed: int) -> None:
    random, fast = Random(seed), Engine(name, network="native")
    slow = Engine(compile_document(load_text(HEARD.format(name))), network="native")
    for _ in range(40):
        played = random_game(fast, random, 1)
        if not played:
            break
        record = slow.apply(played[0])
        assert record.trace.firings
        assert fast.fen() == slow.fen()
        assert fast.board.key == slow.board.key
        assert list(fast.legal_moves()) == list(slow.legal_moves())
        assert fast.move_log[-1].san == record.san
        ours = [told.text for told in fast.move_log[-1].log if told.event.event != "turn-advance"]
        assert sorted(ours) == sorted(t.text for t in record.log if t.event.event != "turn-advance")


def test_repetition_counts_the_hands() -> None:
    """The same squares with another hand are another position."""
    fens = ["4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1"]
    fens += ["4k3/8/8/8/8/8/8/4K3[n] w - - 0 1", "4k3/8/8/8/8/8/8/4K3[NN] w - - 0 1"]
    fens += ["4k3/8/8/8/8/8/8/Q3K3[] w - - 0 1", "4k3/8/8/8/8/8/8/Q~3K3[] w - - 0 1"]
    assert len({Engine("crazyhouse", fen).position_key for fen in fens}) == len(fens)


@pytest.mark.parametrize("seed", range(4))
def test_notation_is_that_of_python_chess(seed: int) -> None:
    board, engine, random = chess.variant.CrazyhouseBoard(), Engine("crazyhouse"), Random(seed)
    for _ in range(80):
        if engine.result is not None:
            break
        theirs = {move.uci(): board.san(move) for move in board.legal_moves}
        assert dict(zip(map(str, engine.legal_moves()), engine.sans())) == theirs
        [text] = random_game(engine, random, 1)
        board.push_uci(text)
        placement, *_, clock, number = engine.fen().split()
        assert [placement, clock, number] == [board.fen().split()[index] for index in (0, 4, 5)]


def test_what_if_explain_and_the_record() -> None:
    engine = Engine("crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1")
    assert engine.what_if("N@f6").fen.startswith("4k3/8/5N2/8/8/8/8/4K3[] b")
    assert engine.explain("N@f6").legal
    assert "no rook in hand" in engine.explain("R@f6").reason.message
    assert engine.explain("@f6").reason.code == "E_MOVE_PIECE"
    record = engine.apply("N@f6+")
    assert [told.text for told in record.log][:2] == [
        "white drops a knight on f6",
        "white has 0 knight in hand and had 1",
    ]
    assert record.move.is_drop
    assert record.move.from_square is None
    assert record.san == "N@f6+"


@pytest.mark.parametrize(
    ("fen", "code"),
    [
        ("4k3/8/8/8/8/8/8/4K3[K] w - - 0 1", "E_FEN"),
        ("4k3/8/8/8/8/8/8/4K3[x] w - - 0 1", "E_FEN_LETTER"),
        ("4k3/8/8/8/8/8/8/4K3[N w - - 0 1", "E_FEN"),
        ("4k3/8/8/8/8/8/8/4K~3[] w - - 0 1", "E_FEN"),
        ("4k3/8/8/8/8/8/8/4P~3[] w - - 0 1", "E_FEN"),
    ],
)
def test_hands_that_cannot_be(fen: str, code: str) -> None:
    with pytest.raises(FenError) as caught:
        parse_fen(program_of("crazyhouse").book, fen)
    assert caught.value.code == code


def test_nobody_holds_anything_in_chess() -> None:
    with pytest.raises(FenError, match="nobody has pieces in hand"):
        Engine("chess", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1")
    with pytest.raises(MoveError, match="nobody has pieces in hand"):
        Engine("chess").apply("N@f3")


HOUSE = """
kind: preset
id: house-rules
name: House rules
description: Captured pieces go into the hand, and each side begins with a rook there.
hands: {captured: captor, start: {both: {rook: 1}}}
drops: [{for: {type: pawn}, to: {rank: [2, 3, 4, 5, 6, 7]}}]
"""


def test_other_presets_leave_hands_and_marks_alone() -> None:
    fen = "1n2k3/P7/8/8/8/8/8/4K3[Nn] w - - 0 1"
    engine = Engine("crazyhouse", fen, network="native")
    engine.apply("a7b8q")
    before = face(engine)
    engine.set_active_presets([{"id": "piece-hp"}])
    assert engine.fen() == before[2] == "1Q~2k3/8/8/8/8/8/8/4K3[NNn] b - - 0 1"
    assert engine.board.key == Engine("crazyhouse", engine.fen()).board.key
    engine.apply("N@c6")
    engine.undo()
    engine.undo()
    assert engine.fen() == fen
    assert engine.board.key == Engine("crazyhouse", fen).board.key


def test_hands_come_and_go_with_their_preset() -> None:
    with catalog.registered(load_text(HOUSE, "house-rules.preset.yaml")):
        _come_and_go(Engine("chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", network="native"))


def _come_and_go(engine: Engine) -> None:
    plain = face(engine)
    engine.set_active_presets([{"id": "house-rules", "scope": "white"}])
    assert engine.fen() == "4k3/8/8/3p4/4P3/8/8/4K3[R] w - - 0 1"
    engine.apply("e4d5")
    assert engine.fen() == "4k3/8/8/3P4/8/8/8/4K3[RP] b - - 0 1"
    assert not any(move.is_drop for move in engine.legal_moves())
    engine.apply("e8e7")
    assert {"P@a2", "R@a1"} <= set(engine.legal_moves())
    engine.set_active_presets([])
    assert engine.fen() == "8/4k3/8/3P4/8/8/8/4K3 w - - 1 2"
    assert not any(move.is_drop for move in engine.legal_moves())
    engine.undo()
    engine.undo()
    assert engine.fen() == "4k3/8/8/3p4/4P3/8/8/4K3[R] w - - 0 1"
    assert engine.board.key != plain[3]


LIMITED = """
kind: variant
id: limited
name: Limited
extends: crazyhouse
moves: [{}]
"""


@pytest.mark.parametrize(
    ("limit", "drops", "others"),
    [
        ("{forbid: {kind: drop}}", 0, 5),
        ("{forbid: {kind: promotion}}", 62, 5),
        ("{forbid: {kind: move}}", 62, 0),
        ("{forbid: {kind: capture}}", 62, 5),
        ("{require: {kind: drop}}", 62, 0),
        ("{forbid: {piece: {type: knight}}}", 0, 5),
        ("{forbid: {piece: {type: knight, color: black}}}", 62, 5),
        ("{forbid: {to: {rank: 1}}}", 55, 3),
        ("{forbid: {from: {rank: 1}}}", 62, 0),
        ("{forbid: {kind: drop, after: [{side: {color: black, inCheck: true}}]}}", 58, 5),
    ],
)
def test_limits_on_moves_know_drops(limit: str, drops: int, others: int) -> None:
    program = compile_document(load_text(LIMITED.format(limit)))
    moves = Engine(program, "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", network="native").legal_moves()
    assert [sum(move.is_drop for move in moves), sum(not move.is_drop for move in moves)] == [drops, others]


def test_rules_ask_what_is_in_hand_and_tell_drops_from_summons() -> None:
    rules = """
kind: variant
id: greeted
name: Greeted
extends: crazyhouse
attributes: {Welcome: {of: piece, type: int, start: 1}}
rules:
  - {id: greet, at: spawn, when: [{event: {kind: drop, target: $p, becomes: knight}}],
     do: [{add: {target: $p, attr: Welcome, by: 2}}]}
  - {id: rich, at: turn-end, when: [{event: {side: $s}}, {side: {color: $s, hand: {knight: {ge: 1}}}}],
     do: [{log: {text: rich}}]}
  - {id: stand, at: square-entry, when: [{event: {piece: $p, to: $here, kind: drop}}],
     do: [{effect: {kind: dust, square: $here}}]}
"""
    for network in ("native", "durable"):
        engine = Engine(compile_document(load_text(rules)), "4k3/8/8/8/8/8/8/4K3[NNr] w - - 0 1", network)
        record = engine.apply("N@f3")
        piece = engine.piece_at("f3")
        assert piece is not None
        assert engine.session.get(piece.id, "Welcome") == 3
        assert [firing.rule.partition("/")[2] for firing in record.trace.firings] == [
            "greet",
            "stand",
            "rich",
        ]
        record = engine.apply("R@a1")
        assert [firing.rule.partition("/")[2] for firing in record.trace.firings] == ["stand"]
        engine.undo()
        engine.undo()
        assert engine.fen() == "4k3/8/8/8/8/8/8/4K3[NNr] w - - 0 1"
