"""The law of judging: whoever asks how a game stands leaves no trace, whatever is tried for the answer."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, Program, program_of
from rete_chess.core.board import Board
from rete_chess.core.deeds import play

DOCUMENTS = "tests/scenarios/documents"
GAMES = {
    "kings may be taken": program_of(f"{DOCUMENTS}/regicide.variant.yaml"),
    "kings may explode": program_of(f"{DOCUMENTS}/regicide-atomic.variant.yaml"),
    "hit points": program_of(f"{DOCUMENTS}/regicide.variant.yaml", [ActivePreset("piece-hp", "white")]),
    "two moves": program_of(f"{DOCUMENTS}/regicide.variant.yaml", [ActivePreset("double-move")]),
    **{
        name: program_of(name) for name in ("antichess", "racing-kings", "three-check", "horde", "extinction")
    },
}


def traces(board: Board) -> tuple[Any, ...]:
    """All that a question could change: the position, its way back, and what is noted beside it."""
    pieces = [{square: id(reach) for square, reach in side.items()} for side in board.pieces]
    royals = [sorted(squares) for squares in board.royals]
    state = (board.lost, board.key, board.turn, board.half_moves, board.extra, board.clock, board.fullmove)
    notes = (board.castling, board.exposed, board.irregular_at, board.crowned, board.next_entity)
    lists = (list(board.cells), list(board.entities), dict(board.squares), len(board.journal))
    columns = [
        {name: dict(column) for name, column in columns.items() if column}
        for columns in (board.columns, board.bonuses)
    ]
    return pieces, royals, state, notes, lists, columns


def judge_all(engine: Engine) -> None:
    """Ask for every end, and look for traces after each."""
    before, digest = traces(engine.board), engine.state_hash()
    for end in engine.program.ends:
        end.judge(engine.board)
        assert traces(engine.board) == before, (end, engine.fen())
    assert engine.state_hash() == digest


@pytest.mark.parametrize("name", GAMES)
def test_no_end_leaves_a_trace(name: str) -> None:
    """In positions of games, and in those that a capture leads to and nobody has judged yet."""
    program: Program = GAMES[name]
    assert program.ends
    for seed in range(3):
        random, engine = Random(seed), Engine(program, network="native")
        for _ in range(60):
            judge_all(engine)
            if engine.result is not None:
                break
            captures = [move for move in engine.legal_moves() if move.is_capture]
            for move in captures:
                length = len(engine.board.journal)
                play(engine.board, move.code)
                judge_all(engine)
                engine.board.rollback(length)
            engine.apply(random.choice(captures or engine.legal_moves()))
