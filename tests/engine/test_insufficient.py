"""Too little material, as documents say it: on random positions of few pieces python-chess judges alike."""

from __future__ import annotations

from random import Random

import chess
import chess.variant
import pytest

from rete_chess import Engine
from rete_chess.compiler import compile_document, program_of
from rete_chess.core.fen import parse_fen
from rete_chess.core.results import is_material_insufficient
from rete_chess.documents import load_document

#: variant, the board of python-chess, whether kings always stand there, the pieces that may stand beside them
BOARDS: dict[str, tuple[type[chess.Board], bool, str]] = {
    "antichess": (chess.variant.AntichessBoard, False, "BBBBbbbbNnk"),
    "atomic": (chess.variant.AtomicBoard, True, "BBbbNNnnRrQqPp"),
    "chess": (chess.Board, True, "BBbbNnRrPp"),
    "giveaway": (chess.variant.GiveawayBoard, False, "BBBBbbbbNnk"),
    "three-check": (chess.variant.ThreeCheckBoard, True, "BbNnPp"),
}


@pytest.mark.parametrize("name", BOARDS)
def test_as_lichess_judges(name: str) -> None:
    kind, has_kings, letters = BOARDS[name]
    chance, book, seen = Random(name), program_of(name).book, {True: 0, False: 0}
    for _ in range(800):
        few = chance.randrange(0 if has_kings else 2, 5)
        men = ("Kk" if has_kings else "") + "".join(chance.choice(letters) for _ in range(few))
        squares = chance.sample(range(8, 56), len(men))
        board = kind(None)
        for square, letter in zip(squares, men):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        expected = board.is_insufficient_material()
        if name == "atomic" and _is_closed(board):
            continue  # lichess calls most of these drawn, python-chess does not
        found = is_material_insufficient(parse_fen(book, board.board_fen()))
        assert found == expected, board.fen()
        seen[expected] += 1
    assert min(seen.values()) > 10, seen


def _is_closed(board: chess.Board) -> bool:
    """Whether all pawns stand before another one, and nobody but kings and one side's bishops moves."""
    pawns = board.pieces(chess.PAWN, True), board.pieces(chess.PAWN, False)
    ahead = {square + 8 for square in pawns[0]} | {square - 8 for square in pawns[1]}
    others = [
        piece for piece in board.piece_map().values() if piece.piece_type not in (chess.PAWN, chess.KING)
    ]
    bishops = (
        {piece.color for piece in others} if {piece.symbol().lower() for piece in others} <= {"b"} else {0, 1}
    )
    return ahead <= set(pawns[0] | pawns[1]) and len(bishops) < 2


@pytest.mark.parametrize("network", ["native", "durable"])
def test_a_game_ends_with_the_last_capture(network: str) -> None:
    engine = Engine("atomic", "k7/8/8/8/8/1q6/2B5/K3R3 w - - 0 1", network)
    engine.apply("c2b3")
    assert str(engine.result) == "draw by insufficient material"
    engine.undo()
    assert engine.result is None


TEXT = """
kind: variant
id: own
name: Own
extends: chess
result: {insufficient: %s}
"""


def test_a_document_may_say_that_nothing_is_too_little() -> None:
    fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    assert Engine(compile_document(load_document(TEXT % "[]")), fen).result is None
    assert str(Engine("chess", fen).result) == "draw by insufficient material"
    rooks = "[[{count: {type: {not: king}}, le: 1}]]"
    assert Engine(compile_document(load_document(TEXT % rooks)), "4k3/8/8/8/8/8/8/R3K3 w - - 0 1").result
