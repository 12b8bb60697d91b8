"""Games on the engine: undo brings everything back, a clone goes its own way, moves know what they do."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rete_chess import Engine
from rete_chess.core.results import repetition_key
from tests.core.games import Game, examples, games
from tests.core.test_make_unmake import is_sayable

STARTS = (
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "8/P6k/8/8/8/8/p6K/8 w - - 96 80",
    "7k/8/5K2/6Q1/8/8/8/8 w - - 140 100",
    "k7/8/8/8/8/8/8/K6R w - - 0 1",
)


def face(engine: Engine) -> dict[str, Any]:
    """Everything that an engine shows."""
    return {
        "fen": engine.fen(),
        "key": engine.position_key,
        "moves": list(engine.legal_moves()),
        "result": engine.result,
        "claims": engine.claims(),
        "check": engine.in_check,
        "turn": engine.turn,
        "log": engine.move_log,
        "pieces": [engine.piece_at(square) for square in range(engine.board.book.geometry.size)],
        "counts": dict(engine._counts),
    }


def check_way_back(engine: Engine, random: Random, plies: int) -> None:
    faces = [face(engine)]
    for _ in range(plies):
        if engine.result is not None:
            break
        engine.apply(random.choice(list(engine.legal_moves())))
        faces.append(face(engine))
    twin = engine.clone()
    for number in range(len(faces) - 1, 0, -1):
        assert face(engine) == faces[number]
        record = engine.undo()
        assert record == faces[number]["log"][-1]
    assert face(engine) == faces[0]
    # What the clone was made from has gone back; the clone has not, and goes back by itself.
    assert face(twin) == faces[-1]
    while twin.move_log:
        twin.undo()
    assert face(twin) == faces[0]


@settings(max_examples=40)
@given(st.sampled_from(STARTS), st.integers(0, 1 << 32), st.integers(1, 60))
def test_undo_brings_everything_back(fen: str, seed: int, plies: int) -> None:
    check_way_back(Engine(fen=fen), Random(seed), plies)


@examples(60)
@given(games(), st.integers(0, 1 << 32))
def test_undo_under_any_laws(game: Game, seed: int) -> None:
    game.board()  # refuses what cannot be compiled
    program = replace(Engine().program, laws=game.laws, start=game.fen)
    check_way_back(Engine(program), Random(seed), 12)


@settings(max_examples=30)
@given(st.sampled_from(STARTS), st.integers(0, 1 << 32))
def test_going_back_and_forth_changes_nothing(fen: str, seed: int) -> None:
    """A game with many moves taken back is the game without them, repetitions included."""
    random = Random(seed)
    straight, wavering = Engine(fen=fen), Engine(fen=fen)
    for _ in range(40):
        if straight.result is not None:
            break
        move = random.choice(list(straight.legal_moves()))
        for _ in range(random.randrange(3)):
            wavering.apply(random.choice(list(wavering.legal_moves())))
            wavering.undo()
        straight.apply(move)
        wavering.apply(str(move))
        assert face(wavering) == face(straight)


@settings(max_examples=30)
@given(st.sampled_from(STARTS), st.integers(0, 1 << 32))
def test_a_clone_goes_its_own_way(fen: str, seed: int) -> None:
    random = Random(seed)
    engine = Engine(fen=fen)
    for _ in range(20):
        if engine.result is not None:
            break
        twin = engine.clone()
        before = face(engine)
        assert face(twin) == before
        for _ in range(3):
            if twin.result is None:
                twin.apply(random.choice(list(twin.legal_moves())))
        assert face(engine) == before
        engine.apply(random.choice(list(engine.legal_moves())))


@settings(max_examples=30)
@given(st.sampled_from(STARTS), st.integers(0, 1 << 32))
def test_equal_positions_have_equal_keys(fen: str, seed: int) -> None:
    random = Random(seed)
    engine = Engine(fen=fen)
    for _ in range(40):
        if engine.result is not None:
            break
        engine.apply(random.choice(list(engine.legal_moves())))
        assert Engine(fen=engine.fen()).position_key == engine.position_key


@settings(max_examples=30)
@given(st.sampled_from(STARTS), st.integers(0, 1 << 32))
def test_moves_know_what_they_do(fen: str, seed: int) -> None:
    random = Random(seed)
    engine = Engine(fen=fen)
    for _ in range(30):
        if engine.result is not None:
            break
        legal = engine.legal_moves()
        assert len(legal) == len(list(legal)) == len(set(legal))
        move = legal[random.randrange(len(legal))]
        assert move.from_square is not None
        assert move.to_square is not None
        mover, victim = engine.piece_at(move.from_square), engine.piece_at(move.to_square)
        assert mover is not None
        assert (mover.id, mover.type) == (move.piece_id, move.piece_type)
        if victim is not None and not move.is_castle:
            assert (victim.id, victim.type) == (move.captured_id, move.captured_type)
        assert move.is_capture == ((victim is not None and not move.is_castle) or move.is_en_passant)
        count = sum(piece is not None for piece in face(engine)["pieces"])
        record = engine.apply(move)
        assert record.move == move
        assert record.mover == mover.color
        assert record.turn_flipped
        arrived = engine.piece_at(move.to_square)
        assert arrived is not None
        assert (arrived.id, arrived.type) == (mover.id, move.promotion or mover.type)
        assert sum(piece is not None for piece in face(engine)["pieces"]) == count - move.is_capture


def test_a_list_of_moves_stays_true_when_the_game_goes_on() -> None:
    engine = Engine()
    before = engine.legal_moves()
    texts = [str(move) for move in Engine().legal_moves()]
    engine.apply("e2e4")
    assert before == texts
    assert before[0].piece_type == "knight"
    assert engine.legal_moves() != before
    assert before[-3:] == texts[-3:]


@pytest.mark.parametrize("text", ["e1g1", "e1h1", "O-O", "0-0"])
def test_castling_has_many_texts(text: str) -> None:
    engine = Engine(fen="4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    record = engine.apply(text)
    assert record.move == "e1g1"
    assert record.move.is_castle
    assert engine.fen() == "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"


@pytest.mark.parametrize("text", ["e7e8q", "e8=Q", "e8Q", "e8=Q+", "e8q"])
def test_promotion_has_many_texts(text: str) -> None:
    engine = Engine(fen="8/4P2k/8/8/8/8/8/K7 w - - 0 1")
    assert engine.apply(text).move.promotion == "queen"
    assert engine.fen() == "4Q3/7k/8/8/8/8/8/K7 b - - 0 1"


def test_the_repetition_key_ignores_what_cannot_be_taken() -> None:
    """A pinned pawn cannot take in passing, so the position is the one without the passed square."""
    with_square = Engine(fen="8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1")
    without = Engine(fen="8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1")
    assert with_square.fen() != without.fen()
    assert with_square.position_key == without.position_key
    board = with_square.board
    assert repetition_key(board, []) != board.key
    assert is_sayable(board)


@pytest.mark.parametrize(
    ("fen", "moves", "winner"),
    [
        # The side that is not to move stands in check: its king can be taken, and that ends the game.
        ("4k3/8/8/8/8/8/8/K3R3 w - - 0 1", "e1e8", "white"),
        # Also where the capture leaves the own king in check.
        ("4k3/4R3/8/8/8/8/4r3/4K3 w - - 0 1", "e7e8", "white"),
    ],
)
def test_a_king_in_check_out_of_turn_can_be_taken(fen: str, moves: str, winner: str) -> None:
    engine = Engine(fen=fen)
    assert moves in engine.legal_moves()
    record = engine.apply(moves)
    assert record.result is not None
    assert record.result.winner == winner
    assert list(engine.legal_moves()) == []
    engine.undo()
    assert engine.result is None
    assert engine.fen() == fen
    assert moves in engine.legal_moves()
