"""Lists of legal moves: read off the board while it stands, true when the game has gone on."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, program_of
from rete_chess.engine import LegalMove, _moves
from rete_chess.engine.rewind import bring_back, take_back

Look = tuple[str, int, str, int | None, str | None]


def looks(moves: object) -> list[Look]:
    assert isinstance(moves, list)
    return [(str(m), m.piece_id, m.piece_type, m.captured_id, m.captured_type) for m in moves]


def test_a_move_that_is_played_at_once_copies_no_board(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_moves, "_standing", lambda board: pytest.fail("a board was copied"))
    engine, choose = Engine("chess"), Random(3).choice
    for _ in range(40):
        record = engine.apply(choose(engine.legal_moves()))
        assert record.move.piece_type
    assert [str(move) for move in engine.legal_moves()]  # texts alone need no copy either


CHANGES: dict[str, Callable[[Engine], object]] = {
    "a move": lambda engine: engine.apply("d4e5"),
    "two moves": lambda engine: (engine.apply("d4e5"), engine.apply("d7d6")),
    "an undo": lambda engine: engine.undo(),
    "a move taken back and brought back": lambda engine: bring_back(engine, take_back(engine)),
    "a new piece": lambda engine: engine.spawn_piece("queen", "black", "d3"),
    "another type": lambda engine: engine.set_fact(engine.board.entities[27], "PieceType", "rook"),
    "an explanation": lambda engine: engine.explain("d4d3"),
    "a question": lambda engine: engine.what_if("d4e5"),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("variant", ["chess", "atomic", "piece-hp"])
def test_a_list_stays_true_when_the_game_goes_on(variant: str, change: str) -> None:
    program = program_of("chess", [ActivePreset(variant)]) if variant == "piece-hp" else program_of(variant)
    engine, twin = Engine(program, network="native"), Engine(program, network="native")
    for game in (engine, twin):
        for move in ("d2d4", "e7e5"):
            game.apply(move)
    expected = looks(list(twin.legal_moves()))
    moves, single = engine.legal_moves(), engine.legal_moves()[0]
    CHANGES[change](engine)
    assert looks(list(moves)) == expected
    assert looks([single]) == expected[:1]


def test_a_list_that_is_asked_for_twice_is_the_same_and_dies_with_its_position() -> None:
    engine = Engine("chess")
    first = engine.legal_moves()
    assert engine.legal_moves() is first
    engine.apply("e2e4")
    assert engine.legal_moves() is not first
    assert engine.legal_moves() == list(engine.legal_moves())


def test_a_move_of_another_position_with_the_same_text_is_taken_by_its_text() -> None:
    engine = Engine("chess")
    old = next(move for move in engine.legal_moves() if move == "g1f3")
    for move in ("g1f3", "g8f6", "f3g1", "f6g8"):
        engine.apply(move)
    record = engine.apply(old)
    assert isinstance(record.move, LegalMove)
    assert record.move.piece_id == engine.piece_at("f3").id  # type: ignore[union-attr]
