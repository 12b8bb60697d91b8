"""Forced mates by trying everything: slow, plain and independent of the search it judges."""

from __future__ import annotations

from rete_chess.core.attacks import is_in_check
from rete_chess.core.board import Board
from rete_chess.core.legality import legal_moves


def solutions(board: Board, moves: int) -> list[int]:
    """The first moves with which the side to move mates in at most so many moves, whatever comes."""
    return [move for move in sorted(legal_moves(board)) if _is_lost_after(board, move, moves)]


def has_mate(board: Board, moves: int) -> bool:
    """Whether the side to move can force mate in at most so many moves."""
    return any(_is_lost_after(board, move, moves) for move in _checks_first(board))


def _is_lost_after(board: Board, move: int, moves: int) -> bool:
    board.make(move)
    replies = legal_moves(board)
    if not replies:
        is_lost = is_in_check(board, board.turn)
    else:
        is_lost = moves > 1 and all(_loses(board, reply, moves - 1) for reply in replies)
    board.unmake()
    return is_lost


def _loses(board: Board, reply: int, moves: int) -> bool:
    board.make(reply)
    is_lost = has_mate(board, moves)
    board.unmake()
    return is_lost


def _checks_first(board: Board) -> list[int]:
    return sorted(legal_moves(board), key=lambda move: not _gives_check(board, move))


def _gives_check(board: Board, move: int) -> bool:
    board.make(move)
    gives = is_in_check(board, board.turn)
    board.unmake()
    return gives
