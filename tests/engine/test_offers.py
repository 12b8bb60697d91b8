"""Offers, the fact that a piece has moved, and parts of turns: the laws of games, and single positions."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rete_chess import Engine, Match, load, load_text
from rete_chess.compiler import Program, compile_document, program_of
from rete_chess.core.lawbook import EFFECTS, LOOK
from rete_chess.core.legality import moves_without_results, run, steps_by_tables
from rete_chess.errors import FactError, MoveError
from rete_chess.match import format_save, parse_save
from rete_chess.testing.laws.logs import demand_log, facts_of

#: Offers that change nothing on the board: of two entries, of castling, of steps that are special already.
FLAGS = """
kind: variant
id: flags
name: Flags
extends: chess
attributes: {Flags: {of: side, type: int, start: 0}}
moves:
  - {for: {Moved: false}, offer: {flag: []}}
  - for: {id: $p, type: queen}
    offer: {flag: [{piece: {id: $p, square: {rank: [4, 5]}}}], bow: []}
  - {forbid: {tag: flag, kind: capture}, because: who captures has no hand free}
rules:
  - {id: wave, at: after-move, when: [{event: {side: $s, piece: $p}}, {piece: {id: $p, Moved: true}}],
     do: [{add: {target: {side: $s}, attr: Flags, by: 1}}]}
"""
#: What reads `Moved` wherever it can be read, with pieces that are taken elsewhere by rules.
ROOTS = """
kind: variant
id: roots
name: Roots
extends: chess
attributes:
  Might: {of: piece, type: int, min: 0}
  Seen: {of: piece, type: int, start: 0}
moves:
  - {for: {type: knight, Moved: false}, add: [{leap: [[1, 3], [-1, 3]], tag: start}]}
  - {forbid: {kind: capture, piece: {type: bishop, Moved: false}}, because: bishops come out first}
rules:
  - {id: rest, at: derive, when: [{piece: {id: $p, type: rook, Moved: false}}],
     do: [{contribute: {target: $p, attr: Might, by: 3}}]}
  - {id: out, at: move, when: [{event: {piece: $p}}, {piece: {id: $p, type: {not: pawn}, Moved: true}}],
     do: [{add: {target: $p, attr: Seen, by: 1}}]}
  - {id: home, at: before-move, when: [{event: {piece: $p}}, {piece: {id: $p, type: knight, Moved: false}}],
     do: [{add: {target: $p, attr: Seen, by: 10}}]}
  - {id: crowd, at: capture,
     when: [{event: {to: $to}}, {piece: {id: $rook, type: rook, square: {ring: 2, of: $to}}}],
     do: [{transform: {target: $rook, type: queen}}]}
"""


#: Documents of the scenarios, whose words are tried in random games, too.
DOCUMENTS = Path(__file__).parents[1] / "scenarios" / "documents"
WORDS = ("clocks", "lines", "points", "sides", "zones")


@cache
def program(name: str) -> Program:
    """A shipped program, one of the documents above, or one of the scenarios."""
    texts = {"flags": FLAGS, "roots": ROOTS}
    if name in WORDS:
        return compile_document(load(DOCUMENTS / f"{name}.variant.yaml"))
    return compile_document(load_text(texts[name])) if name in texts else program_of(name)


TURNS = ("duck", "progressive", "marseillais", "benedict")
PROGRAMS = ("seirawan", "flags", "roots", *TURNS, "circe", *WORDS)


def face(engine: Engine) -> tuple[Any, ...]:
    board = engine.board
    key, texts = engine.position_key, list(map(str, engine.legal_moves()))
    return engine.state_hash(), engine.fen(), key, board.key, texts, engine.result, engine.digest


def step(engine: Engine, random: Random) -> str | None:
    """Play a random move, one with a tag or a capture before others now and then."""
    moves = list(engine.legal_moves())
    if engine.result is not None or not moves:
        return None
    tagged, captures = [m for m in moves if m.tag], [m for m in moves if m.is_capture]
    chosen = str(random.choice(random.choice([moves, tagged or moves, captures or moves])))
    engine.apply(chosen)
    return chosen


@settings(max_examples=50)
@given(st.sampled_from(PROGRAMS), st.integers(0, 1 << 32))
def test_undo_keys_texts_and_logs(name: str, seed: int) -> None:
    random, engine = Random(seed), Engine(program(name), network="native")
    faces = []
    for _ in range(40):
        faces.append(face(engine))
        before = facts_of(engine.session)
        if step(engine, random) is None:
            break
        demand_log(before, engine.move_log[-1], facts_of(engine.session))
        if name == "seirawan":
            again = Engine(name, engine.fen(), network="native")
            assert again.board.key == engine.board.key, engine.fen()
            assert again.fen() == engine.fen()
            assert list(map(str, again.legal_moves())) == list(map(str, engine.legal_moves()))
        texts = [str(move) for move in engine.legal_moves()]
        assert len({*texts}) == len(texts) == len({*engine.sans()})
        for move, san in zip(engine.legal_moves(), engine.sans()):
            assert engine.find(san) == move.code == engine.find(str(move))
    if len(faces) > len(engine.move_log):
        assert face(engine) == faces.pop()
    while engine.move_log:
        engine.undo()
        assert face(engine) == faces.pop()


@settings(max_examples=40)
@given(st.sampled_from(PROGRAMS), st.integers(0, 1 << 32))
def test_networks_saves_and_snapshots_agree(name: str, seed: int) -> None:
    random, made = Random(seed), program(name)
    native, durable = Engine(made, network="native"), Engine(made, network="durable")
    for _ in range(30):
        move = step(native, random)
        if move is None:
            break
        durable.apply(move)
        told = [
            [(f.rule, f.point, f.square, f.changes) for f in e.move_log[-1].trace.firings]
            for e in (native, durable)
        ]
        assert told[0] == told[1]
    assert face(native) == face(durable)
    match = Match(made, network="native")
    for record in native.move_log:
        match.play(str(record.move))
    for other in (parse_save(format_save(match), network="native"), Match.resume(match.snapshot())):
        assert face(other.engine) == face(native)
        while other.engine.move_log:
            other.undo_last_move()
        assert other.engine.fen() == native.start_fen


@pytest.mark.parametrize("name", PROGRAMS)
def test_fast_legality_is_slow_legality(name: str) -> None:
    for seed in range(6):
        random, engine = Random(seed), Engine(program(name), network="native")
        for _ in range(50):
            board = engine.board
            slow = run(steps_by_tables(board.book), board)
            assert sorted(moves_without_results(board)) == sorted(slow), engine.fen()
            if step(engine, random) is None:
                break


def test_tiers() -> None:
    """What an offer does is foreseen where rules change the board by it, and only there."""
    assert program("flags").book.tier == LOOK  # a forbid on captures decides who attacks
    assert program("seirawan").book.tier == EFFECTS


@pytest.mark.parametrize("network", ["native", "durable"])
def test_each_move_once_more(network: str) -> None:
    """Double steps stay double steps, promotions promotions, and castling is there for both pieces."""
    engine = Engine(program("flags"), "4k3/P7/8/3Q4/1p6/8/P7/R3K2R w KQ - 0 1", network)
    texts = {str(move) for move in engine.legal_moves()}
    assert {
        "a2a4",
        "a2a4@flag",
        "e1g1@flag",
        "h1e1@flag",
        "e1c1@flag",
        "a1e1@flag",
        "d5d6@flag",
        "d5d6@bow",
    } <= texts
    assert {"a7a8q", "d5a8@bow"} <= texts
    assert "a7a8q@flag" not in texts  # it has moved
    assert not {"a2b3@flag", "d5d9@bow"} & texts
    assert engine.apply("a2a4@flag").move.tag == "flag"
    assert "a3" in engine.fen()
    assert engine.apply("b4a3").move.is_en_passant
    engine.undo()
    engine.undo()
    assert engine.apply("O-O@flag:h1").san == "O-O@flag:h1+" or engine.move_log[-1].san.startswith(
        "O-O@flag:h1"
    )
    assert engine.fen().startswith("4k3/P7/8/3Q4/1p6/8/P7/R4RK1 b")


def test_a_forbid_speaks_of_offers_too() -> None:
    engine = Engine(program("flags"), "4k3/8/8/8/8/8/r7/R3K3 w Q - 0 1")
    assert engine.explain("a1a2").legal
    reason = engine.explain("a1a2@flag").reason
    assert reason.code == "E_MOVE_FORBIDDEN"
    assert "no hand free" in reason.message
    with pytest.raises(MoveError):
        engine.apply("a1a2@flag")


def test_what_moves_is_noted_once() -> None:
    engine = Engine(program("roots"), network="native")
    [rook] = [e for e, s in engine.board.squares.items() if engine.board.book.geometry.names[s] == "a1"]
    assert engine.session.get(rook, "Moved") is False
    assert engine.session.effective(rook, "Might") == 3
    for move in ["a2a4", "h7h5", "a1a3", "h5h4", "a3a1"]:
        engine.apply(move)
    assert engine.session.get(rook, "Moved") is True
    assert not engine.session.effective(rook, "Might")
    assert engine.session.get(rook, "Seen") == 2
    with pytest.raises(FactError, match="cannot be set"):
        engine.session.insert(rook, "Moved", False)
    for _ in range(3):
        engine.undo()
    assert engine.session.effective(rook, "Might") == 3


def test_a_piece_that_becomes_another_has_not_moved() -> None:
    fen = "4k3/8/8/8/8/2p5/1P6/R3K2R w KQ - 0 1"
    engine = Engine(program("roots"), fen, network="native")
    engine.apply("b2c3")  # the rook on a1 stands two steps away
    places = {engine.board.book.geometry.names[s]: e for e, s in engine.board.squares.items()}
    assert engine.session.get(places["a1"], "PieceType") == "queen"
    assert engine.session.get(places["a1"], "Moved") is False
    assert engine.session.get(places["c3"], "Moved") is True
    assert engine.fen().split()[2] == "KA"


def test_nobody_asks_nothing_is_kept() -> None:
    board = Engine("chess").board
    assert not board.rights.unmoved
    assert "Moved" not in Engine("chess").program.vocabulary.attributes


# -- parts of turns, and turns that grow ------------------------------------------------------------


def test_each_part_is_a_half_move() -> None:
    engine = Engine("duck", network="native")
    assert not engine.apply("e2e4").turn_flipped
    assert {move.act for move in engine.legal_moves()} == {"duck"}
    assert engine.explain("d2d4").reason.code == "E_MOVE_REQUIRED"
    assert engine.apply("duck:e3").turn_flipped
    assert engine.explain("duck:e5").reason.code == "E_MOVE_ACT"
    assert engine.fen() == "rnbqkbnr/pppppppp/8/8/4P3/4*3/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    engine.undo()
    key = engine.position_key
    engine.undo()
    assert engine.position_key != key


def test_the_duck_leaves_captures_in_passing_alone() -> None:
    engine = Engine("duck", "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", network="native")
    engine.apply("d7d5")
    engine.apply("duck:a1")
    assert engine.fen().split()[3] == "d6"
    assert engine.apply("e5d6").move.is_en_passant


@pytest.mark.parametrize("network", ["native", "durable"])
def test_parts_within_an_extra_move(network: str) -> None:
    """A rule that lets the mover play again begins the parts anew."""
    text = """
kind: variant
id: ducks
name: Ducks
extends: duck
rules: [{id: again, at: capture, do: [extra-move]}]
"""
    engine = Engine(compile_document(load_text(text)), "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", network)
    engine.apply("e4d5")
    engine.apply("duck:a1")
    assert engine.turn == "white"
    engine.apply("d5d6")
    assert engine.turn == "black"


def test_turns_grow() -> None:
    engine = Engine("progressive", network="native")
    lengths = []
    for _ in range(4):
        count, side = 0, engine.turn
        while engine.turn == side:
            moves = [move for move in engine.legal_moves() if not move.is_capture]
            engine.apply(moves[0])
            count += 1
        lengths.append(count)
    assert lengths == [1, 2, 3, 4]
    snapshot = Match.resume(Match(program("progressive")).snapshot())
    assert snapshot.engine.board.turn_length == 1
