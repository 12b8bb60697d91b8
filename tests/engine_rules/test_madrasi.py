"""Madrasi against a second generator, on python-chess: who is paralysed neither moves nor attacks."""

from __future__ import annotations

from random import Random

import chess

from rete_chess import Engine


def is_paralysed(board: chess.Board, square: int) -> bool:
    piece = board.piece_at(square)
    assert piece is not None
    if piece.piece_type == chess.KING:
        return False
    others = board.attackers(not piece.color, square)
    return any(board.piece_type_at(other) == piece.piece_type for other in others)


def is_attacked(board: chess.Board, color: chess.Color, square: int) -> bool:
    return any(not is_paralysed(board, other) for other in board.attackers(not color, square))


def moves(board: chess.Board) -> list[str]:
    """The legal moves of a position without castling rights."""
    found = []
    for move in board.pseudo_legal_moves:
        if is_paralysed(board, move.from_square):
            continue
        turn = board.turn
        board.push(move)
        king = board.king(turn)
        if king is not None and not is_attacked(board, turn, king):
            found.append(move.uci())
        board.pop()
    return sorted(found)


def perft(board: chess.Board, depth: int) -> int:
    if depth == 0:
        return 1
    nodes = 0
    for text in moves(board):
        board.push(chess.Move.from_uci(text))
        nodes += perft(board, depth - 1)
        board.pop()
    return nodes


START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"


def test_the_count_of_the_document() -> None:
    assert perft(chess.Board(START), 3) == 8874


def test_random_games() -> None:
    chance = Random(1979)
    for _ in range(4):
        board, engine = chess.Board(START), Engine("madrasi", START, network="native")
        for _ in range(70):
            expected = moves(board)
            if engine.result is not None:
                break
            assert sorted(engine.legal_moves()) == expected, board.fen()
            text = chance.choice(expected)
            engine.apply(text)
            board.push(chess.Move.from_uci(text))
