"""Walks through the tree of moves by the bare core: node counts, and random games to their end."""

from __future__ import annotations

from collections.abc import Callable

from rete_chess.core.board import Board
from rete_chess.core.deeds import play
from rete_chess.core.legality import legal_moves
from rete_chess.core.results import Result, judge, repetition_key
from rete_chess.errors import GameError


class Tally:
    """The positions that a count has looked at and the nodes it has found, neither of them beyond a bound."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.positions = self.nodes = 0

    def take(self, nodes: int) -> None:
        """Note a position that was looked at, with the nodes found there; an error beyond the bound."""
        self.positions += 1
        self.nodes += nodes
        if self.nodes > self.most or self.positions > self.most:
            what = "nodes" if self.nodes > self.most else "positions to look at"
            raise GameError("E_NODES", f"more than {self.most:,} {what}", hint="count fewer half-moves")


def perft(board: Board, depth: int, tally: Tally | None = None) -> int:
    """The number of move sequences of that length; a tally stops the count at its bound."""
    length = len(board.journal)
    try:
        return _count(board, depth, tally)
    except BaseException:
        board.rollback(length)
        raise


def _count(board: Board, depth: int, tally: Tally | None) -> int:
    if depth == 0:
        return 1
    moves = legal_moves(board)
    if tally is not None:
        tally.take(len(moves) if depth == 1 else 0)
    if depth == 1:
        return len(moves)
    nodes = 0
    if board.book.has_effects:
        length = len(board.journal)
        for move in moves:
            play(board, move)
            nodes += _count(board, depth - 1, tally)
            board.rollback(length)
    else:
        for move in moves:
            board.make(move)
            nodes += _count(board, depth - 1, tally)
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
