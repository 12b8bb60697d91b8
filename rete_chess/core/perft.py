"""Counting the leaves of the move tree: the proof of a move generator."""

from __future__ import annotations

from rete_chess.core.board import Board
from rete_chess.core.effects import play
from rete_chess.core.legality import legal_moves


def perft(board: Board, depth: int) -> int:
    """The number of move sequences of that length."""
    if depth == 0:
        return 1
    moves = legal_moves(board)
    if depth == 1:
        return len(moves)
    nodes = 0
    if board.book.has_effects:
        length = len(board.journal)
        for move in moves:
            play(board, move)
            nodes += perft(board, depth - 1)
            board.rollback(length)
    else:
        for move in moves:
            board.make(move)
            nodes += perft(board, depth - 1)
            board.unmake()
    return nodes


def divide(board: Board, depth: int) -> dict[int, int]:
    """The node count behind each legal move, sorted by move; empty at depth 0."""
    if depth == 0:
        return {}
    counts: dict[int, int] = {}
    length = len(board.journal)
    for move in sorted(legal_moves(board)):
        play(board, move)
        counts[move] = perft(board, depth - 1)
        board.rollback(length)
    return counts
