"""However a move is carried out, it does what its deed says, and leads to the same position.

Four ways are compared: the bare core's, the core's within a turn, the twelve stages with rules at every
point that change nothing, and an imagined move through the same stages.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from rete_chess import Engine
from rete_chess.compiler import compile_document
from rete_chess.core import edits
from rete_chess.core.board import Board
from rete_chess.core.deeds import deed_of
from rete_chess.documents import load_document
from rete_chess.engine._game import Game
from tests.core.games import state
from tests.core.test_deeds import as_seen, as_told, assert_exposed_as_told
from tests.engine_rules.test_stage_order import EARS

#: A knight that shoots: it captures without moving.
ARCHER = """
moves:
  - for: {type: knight}
    add: [{slide: all, range: [1, 3], mode: capture, stay: true, tag: shot}]
"""

#: Variant, position, and more for the document; only special moves need a position of their own.
ROWS = {
    "chess": ("chess", None, ""),
    "castling": ("chess", "r3k2r/pp1p1ppp/8/8/8/8/PP1P1PPP/R3K2R w KQkq - 0 1", ""),
    "promotions": ("chess", "1n2k1n1/P1P3P1/8/8/8/8/p1p3p1/1N2K1N1 w - - 0 1", ""),
    "en passant": ("chess", "4k3/2p1p1p1/8/1P1P1P2/2p1p1p1/8/1P1P1P2/4K3 w - - 0 1", ""),
    "chess960": ("chess960", "rk2r3/pppppppp/8/8/8/8/PPPPPPPP/RK2R3 w EAea - 0 1", ""),
    "stay": ("chess", "n1n1k1n1/8/1p1p1p2/8/8/1P1P1P2/8/N1N1K1N1 w - - 0 1", ARCHER),
    "berolina": ("berolina", None, ""),
    "cylinder": ("cylinder", None, ""),
    "knightmate": ("knightmate", None, ""),
    "los-alamos": ("los-alamos", None, ""),
    "coregal": ("coregal", None, ""),
    "extinction": ("extinction", None, ""),
    "monster": ("monster", None, ""),
}

Way = Callable[[Game, int], object]


def within_turn(game: Game, code: int) -> None:
    board = game.board
    edits.make_within_turn(board, code)
    edits.count_half_move(board)
    if board.half_moves >= board.turn_length:
        edits.end_turn(board)


WAYS: dict[str, Way] = {
    "core": lambda game, code: game.board.make(code),
    "turn": within_turn,
    "stages": lambda game, code: game.play(code),
    "imagined": lambda game, code: game.imagine(code),
}


def outcome(board: Board) -> dict[str, Any]:
    return {**state(board), "lost": board.lost, "journal": None}


@pytest.mark.parametrize("name", ROWS)
def test_all_ways_of_making_a_move_agree(name: str) -> None:
    variant, fen, more = ROWS[name]
    text = EARS.replace("extends: chess", f"extends: {variant}") + more
    engine = Engine(compile_document(load_document(text)), fen, "native")
    game, board = engine._game, engine.board
    chance = Random(name)
    for _ in range(40):
        if engine.result is not None:
            break
        codes = sorted(engine._legal)
        for code in chance.sample(codes, min(6, len(codes))):
            deed = deed_of(board, code)
            told, found = as_told(board, deed), {}
            length = len(board.journal)
            for way, make in WAYS.items():
                make(game, code)
                assert as_seen(board) == told, (way, engine.fen())
                assert_exposed_as_told(board, deed)
                found[way] = outcome(board)
                game.rollback(length)
            for way in WAYS:
                assert found[way] == found["core"], (way, engine.fen())
        engine._play(chance.choice(codes))
