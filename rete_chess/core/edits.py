"""Single changes of a position outside of moves: put, remove, wall. Each is one journal entry."""

from __future__ import annotations

from rete_chess.core.board import Board
from rete_chess.core.keys import wall_key
from rete_chess.core.reach import EMPTY, WALL, Reach


def put(board: Board, reach: Reach, entity: int = 0) -> int:
    """Put a piece on its (empty) square and return its entity, a new one unless it is given."""
    before = board.key, board.castling, board.next_entity
    if entity == 0:
        entity = board.next_entity
        board.next_entity += 1
    board.stand(reach, reach.square, entity)
    board.journal.append((_unput, reach.square, *before))
    return entity


def _unput(board: Board, square: int, key: int, castling: int, next_entity: int) -> None:
    board.lift(square)
    board.key, board.castling, board.next_entity = key, castling, next_entity


def remove(board: Board, square: int) -> Reach:
    """Take a piece off the board; castling rights that needed it are gone."""
    entity, key, castling = board.entities[square], board.key, board.castling
    reach = board.lift(square)
    left = castling & ~board.rights.lost[square]
    board.castling = left
    board.key ^= board.rights.keys[castling] ^ board.rights.keys[left]
    board.journal.append((_unremove, reach, square, entity, key, castling))
    return reach


def _unremove(board: Board, reach: Reach, square: int, entity: int, key: int, castling: int) -> None:
    board.stand(reach, square, entity)
    board.key, board.castling = key, castling


def build_wall(board: Board, square: int) -> None:
    """Close an empty square for everybody."""
    board.cells[square] = WALL
    board.key ^= wall_key(square)
    board.journal.append((_toggle_wall, square, EMPTY))


def tear_down_wall(board: Board, square: int) -> None:
    board.cells[square] = EMPTY
    board.key ^= wall_key(square)
    board.journal.append((_toggle_wall, square, WALL))


def _toggle_wall(board: Board, square: int, cell: int) -> None:
    board.cells[square] = cell
    board.key ^= wall_key(square)
