"""Walks through the tree of moves by the bare core: node counts, and random games to their end.

Where the flat core runs compiled and can say the position, it does the work; the answers are the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rete_chess.core.board import Board
from rete_chess.core.deeds import play
from rete_chess.core.flat import walks
from rete_chess.core.flat.claims import IS_FAST, flat_position
from rete_chess.core.flat.position import Position
from rete_chess.core.legality import legal_moves
from rete_chess.core.results import Result, draw, judge, repetition_key, royal_loss, win
from rete_chess.costs import MOVE
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
    at = flat_position(board) if IS_FAST else None
    if at is not None:
        return walks.perft(at, depth, board.meter, tally)
    return perft_by_board(board, depth, tally)


def perft_by_board(board: Board, depth: int, tally: Tally | None = None) -> int:
    """The same, counted on the board itself."""
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
    board.meter.charge(MOVE)  # and look whether the moves were too many
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
    """Play random moves until the game ends; `chance` gives numbers from 0 up to 1. The board stays as it is.

    Returns the number of half-moves and the result (None if the limit came first).
    """
    at = flat_position(board) if IS_FAST else None
    if at is not None and at.policies.knows_material:
        plies, why = walks.play_out(at, chance, longest, board.meter)
        return plies, result_of(at, why)
    return play_out_by_board(board, chance, longest)


def play_out_by_board(
    board: Board, chance: Callable[[], float], longest: int = 10_000
) -> tuple[int, Result | None]:
    """The same, played on a copy of the board."""
    board = board.copy()
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
        moves.sort()
        play(board, moves[int(chance() * len(moves))])
    return longest, None


#: The results of random games that need no look at the position.
_DRAWS: Final = {
    int(walks.NO_MOVE): draw("stalemate"),
    int(walks.CLOCK): draw("seventy-five moves"),
    int(walks.REPETITION): draw("fivefold repetition"),
    int(walks.MATERIAL): draw("insufficient material"),
}


def result_of(at: Position, why: int) -> Result | None:
    """The result of a random game that has ended in a flat position."""
    if why == walks.ROYAL_LOSS:
        return royal_loss(int(at.lost))
    if why == walks.CHECKMATE:
        return win(int(at.turn) ^ 1, "checkmate")
    return _DRAWS.get(why)
