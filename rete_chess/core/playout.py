"""Random games on the bare core, with every automatic ending: the speed figure of the core."""

from __future__ import annotations

from collections.abc import Callable

from rete_chess.core.board import Board
from rete_chess.core.legality import legal_moves
from rete_chess.core.results import Result, judge, repetition_key


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
