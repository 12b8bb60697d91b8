"""Turns of several half-moves: when they cannot go on."""

from __future__ import annotations

from rete_chess.core.attacks import is_in_check
from rete_chess.core.board import Board
from rete_chess.core.legality import legal_moves


def note_irregular(board: Board) -> None:
    """Note a side that waits in check: rules, extra half-moves or presets that end can leave it so."""
    waits_in_check = is_in_check(board, board.turn ^ 1)
    board.irregular_at = len(board.journal) if waits_in_check else -1


def is_stuck(board: Board) -> bool:
    """Whether a turn has begun and no further half-move of it exists, while the game goes on."""
    if not board.half_moves or has_ended(board):
        return False
    note_irregular(board)
    return not legal_moves(board)


def has_ended(board: Board) -> bool:
    """Whether the position itself says that the game is over."""
    ended = board.book.laws.ended
    return bool(board.lost) or (ended is not None and ended(board))
