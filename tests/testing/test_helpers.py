"""The helpers for tests in Python."""

from __future__ import annotations

import pytest

from rete_chess.compiler import ActivePreset, program_of
from rete_chess.engine import Engine
from rete_chess.errors import BoardError, FactError
from rete_chess.testing import (
    assert_fired,
    clear_board,
    exists,
    hp_of,
    piece_at,
    place_piece,
    type_of,
)


@pytest.fixture
def engine() -> Engine:
    return Engine(program_of("chess", [ActivePreset("piece-hp")]), network="native")


def at(engine: Engine, square: str) -> int:
    piece = piece_at(engine, square)
    assert piece is not None
    return piece


def test_questions_about_pieces(engine: Engine) -> None:
    pawn = at(engine, "e2")
    assert (type_of(engine, pawn), hp_of(engine, pawn), exists(engine, pawn)) == ("pawn", 2, True)
    assert piece_at(engine, "e4") is None


def test_a_dead_piece_has_nothing(engine: Engine) -> None:
    clear_board(engine)
    place_piece(engine, "rook", "white", "a1", Hp=1)
    victim = place_piece(engine, "knight", "black", "a5", Hp=1)
    record = engine.apply("a1a5")
    assert_fired(record, "lose-hp on a5")
    assert (type_of(engine, victim), hp_of(engine, victim), exists(engine, victim)) == (None, None, False)
    engine.undo()
    assert (type_of(engine, victim), hp_of(engine, victim), exists(engine, victim)) == ("knight", 1, True)


def test_a_cleared_board_keeps_the_kings(engine: Engine) -> None:
    clear_board(engine)
    assert engine.fen() == "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    clear_board(engine, preserve_kings=False)
    assert engine.fen() == "8/8/8/8/8/8/8/8 w - - 0 1"
    assert [fact for fact in engine.session.all_facts() if fact.id > 0] == []


def test_a_cleared_board_has_its_own_legal_moves(engine: Engine) -> None:
    clear_board(engine)
    assert set(engine.legal_moves()) == {"e1d1", "e1f1", "e1d2", "e1e2", "e1f2"}


def test_a_placed_piece_has_what_it_is_given(engine: Engine) -> None:
    clear_board(engine)
    bare = place_piece(engine, "rook", "white", "a1")
    given = place_piece(engine, "rook", "white", "b1", Hp=7)
    seeded = place_piece(engine, "rook", "white", "c1", seed=True)
    assert [hp_of(engine, piece) for piece in (bare, given, seeded)] == [None, 7, 2]
    assert "a1a8" in engine.legal_moves()


def test_a_placed_piece_may_give_check() -> None:
    engine = Engine(network="native")
    clear_board(engine)
    place_piece(engine, "rook", "black", "a1")
    assert engine.in_check
    assert "e1d1" not in engine.legal_moves()


def test_a_placed_piece_may_attack_who_is_not_to_move() -> None:
    engine = Engine(network="native")
    clear_board(engine)
    place_piece(engine, "rook", "white", "a8")
    assert "a8e8" in engine.legal_moves()


def test_what_cannot_be_placed(engine: Engine) -> None:
    with pytest.raises(BoardError, match="the square is not free"):
        place_piece(engine, "rook", "white", "e2")
    with pytest.raises(FactError, match="undeclared attribute"):
        place_piece(engine, "rook", "white", "e4", Rage=1)


def test_assert_fired_shows_the_difference(engine: Engine) -> None:
    for move in ("e2e4", "d7d5"):
        assert_fired(engine.apply(move))
    record = engine.apply("e4d5")
    assert_fired(record, "lose-hp")
    assert_fired(record, "piece-hp/lose-hp at damage in damage on d5")
    with pytest.raises(AssertionError) as caught:
        assert_fired(record, "lose-hp on e4")
    assert str(caught.value) == (
        "the firings of e4d5 differ:\n"
        "    expected -, fired +\n"
        "    - lose-hp on e4\n"
        "    + piece-hp/lose-hp at damage on d5 (Hp 2 → 1)"
    )
