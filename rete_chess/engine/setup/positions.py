"""Positions to begin with: what a FEN record may say of castling, and who has lost before the first move."""

from __future__ import annotations

from rete_chess.compiler import Program
from rete_chess.core.board import Board
from rete_chess.core.fen import parse_fen, unusual_rights
from rete_chess.engine.setup.fen_fields import split_fields
from rete_chess.errors import Problem


def read_position(
    program: Program, start: str, is_given: bool, chess960: bool
) -> tuple[Board, tuple[Problem, ...]]:
    """The board of a start position, and the warnings about what was dropped of it.

    K and Q stand for castling from the usual squares, unless the game is one of many start positions: by
    the caller's word, or because the variant's own position castles from other squares.
    """
    board = parse_fen(program.book, start, chess960)
    if not is_given or chess960 or not board.rights.all:
        return board, ()
    fields = start.split()
    dropped = unusual_rights(board, fields[2])
    if not dropped or _castles_elsewhere(program):
        return board, ()
    fields[2] = "".join(letter for letter in fields[2] if letter not in dropped) or "-"
    hint = "name the file of the rook, as in HAha, or say that it is Chess960"
    message = f"castling {dropped} is dropped: king and rook do not stand on their usual squares"
    return parse_fen(program.book, " ".join(fields)), (Problem("W_CASTLING", message, hint=hint),)


def _castles_elsewhere(program: Program) -> bool:
    own = split_fields(program, program.start)[0]
    return parse_fen(program.book, own).is_chess960


def note_losses(program: Program, board: Board) -> None:
    """Note the side that has no royal piece any more: it begins with one, and the other side lacks none."""
    if board.referee is not None or all(board.royals):
        return
    own = parse_fen(program.book, split_fields(program, program.start)[0])
    missing = [color for color in (0, 1) if own.royals[color] and not board.royals[color]]
    if len(missing) == 1:
        board.lost |= 1 << missing[0]
