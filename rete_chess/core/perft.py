"""Walks through the tree of moves by the bare core: node counts, and random games to their end."""

from __future__ import annotations

from collections.abc import Callable

from rete_chess.core.board import Board
from rete_chess.core.deeds import play
from rete_chess.core.legality import legal_moves
from rete_chess.core.results import Result, judge, repetition_key


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


def play_out(board: Board, chance: Callable[[], float], longest: int = 10_000) -> tuple[int, Result | None]:
    """Play random moves until the game ends; `chance` gives numbers from 0 up to 1.

    Returns the number of half-moves and the result (None if the limit came first).
    """
    counts: dict[int, int] = {}
    for plies in range(longest):
        moves = legal_moves(board)
        if board.clock == 0:
            counts.clear()
        key = repetition_key(board, moves)
        repetitions = counts.get(key, 0) + 1
        counts[key] = repetitions
        result = judge(board, moves, repetitions)
        if result is not None:
            return plies, result
        board.make(moves[int(chance() * len(moves))])
    return longest, None
