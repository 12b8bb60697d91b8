"""Single changes of a position outside of `make`. Each is one journal entry."""

from __future__ import annotations

from typing import Any, Final

from rete_chess.core.board import Board, Exposed
from rete_chess.core.castling import Right
from rete_chess.core.keys import SIDE_KEY, half_move_key, wall_key
from rete_chess.core.lawbook import Lawbook
from rete_chess.core.moves import MANNER_SHIFT, SPECIAL
from rete_chess.core.reach import EMPTY, GUARDED, WALL, Reach

#: What a change concerns: an entity and one of its attributes, its place, or all of it.
PLACE: Final = "Position"
ALL: Final = "*"


def concerns(board: Board, entry: tuple[Any, ...]) -> list[tuple[int, str]]:
    """The entities that a journal entry speaks of, each with what of it changed."""
    if isinstance(entry[0], int):
        return _concerns_move(board, entry)
    if entry[0] is _unwrite:
        return [(entry[1], entry[2])]
    if entry[0] is _unrelocate:
        now = board.entities[entry[3]] == entry[1] and board.pieces[entry[2].color][entry[3]]
        same = now and now.type_index == entry[2].type_index
        return [(entry[1], PLACE if same else ALL)]
    if entry[0] is _uncastle:
        return [(board.entities[square], PLACE) for square in (entry[2].king_to, entry[2].rook_to)]
    return [(entry[1], ALL)] if entry[1] else []


def _concerns_move(board: Board, step: tuple[Any, ...]) -> list[tuple[int, str]]:
    move = step[0]
    found = [] if step[2] is None else [(step[4], ALL)]
    mover = board.entities[move & 255]
    if move < SPECIAL:
        found.append((mover, PLACE))
    elif board.book.manners[move >> MANNER_SHIFT].castles:
        right = board.rights.by_move[move]
        found += [(board.entities[square], PLACE) for square in (right.king_to, right.rook_to)]
    else:
        found.append((mover, ALL))
    return found


def put(board: Board, reach: Reach, entity: int = 0) -> int:
    """Put a piece on its (empty) square and return its entity, a new one unless it is given."""
    key, following = board.key, board.next_entity
    if entity == 0:
        entity = board.next_entity
        board.next_entity += 1
    board.stand(reach, reach.square, entity)
    board.journal.append((_unput, entity, reach.square, key, following))
    return entity


def _unput(board: Board, entity: int, square: int, key: int, following: int) -> None:
    board.lift(square)
    board.key, board.next_entity = key, following


def remove(board: Board, square: int, is_death: bool = False) -> Reach:
    """Take a piece off the board; castling rights that needed it are gone, and the clock starts anew.

    The death of a royal piece loses the game for its side; a mere removal does not.
    """
    entity, key, castling, clock, lost = (
        board.entities[square],
        board.key,
        board.castling,
        board.clock,
        board.lost,
    )
    reach = board.lift(square)
    _drop_rights(board, square, square)
    board.clock = 0
    if is_death and reach.is_royal:
        board.lose_royal(reach)
    board.journal.append((_unremove, entity, reach, square, key, castling, clock, lost))
    return reach


def _unremove(
    board: Board, entity: int, reach: Reach, square: int, key: int, castling: int, clock: int, lost: int
) -> None:
    board.stand(reach, square, entity)
    board.key, board.castling, board.clock, board.lost = key, castling, clock, lost


def relocate(board: Board, origin: int, reach: Reach) -> None:
    """Move a piece to the (empty) square of its new reach, which may be of another type."""
    entity, key, castling = board.entities[origin], board.key, board.castling
    before = board.lift(origin)
    board.stand(reach, reach.square, entity)
    _drop_rights(board, origin, reach.square)
    board.journal.append((_unrelocate, entity, before, reach.square, key, castling))


def _unrelocate(board: Board, entity: int, before: Reach, square: int, key: int, castling: int) -> None:
    board.lift(square)
    board.stand(before, before.square, entity)
    board.key, board.castling = key, castling


def castle(board: Board, right: Right) -> None:
    """Move castler and partner to their squares."""
    _swap(board, (right.king, right.rook), (right.king_to, right.rook_to))
    board.journal.append((_uncastle, 0, right, board.castling))
    _drop_rights(board, right.king, right.rook)


def _swap(board: Board, origins: tuple[int, int], targets: tuple[int, int]) -> None:
    """Lift two pieces before either stands again: their squares may cross."""
    entities = [board.entities[square] for square in origins]
    reaches = [board.lift(square) for square in origins]
    for reach, target, entity in zip(reaches, targets, entities):
        board.stand(reach.row[target], target, entity)


def _uncastle(board: Board, _game: int, right: Right, castling: int) -> None:
    _swap(board, (right.king_to, right.rook_to), (right.king, right.rook))
    now = board.castling
    board.castling = castling
    board.key ^= board.rights.keys[castling] ^ board.rights.keys[now]


def _drop_rights(board: Board, origin: int, target: int) -> None:
    """Lose the castling rights that needed a piece on one of two squares."""
    castling = board.castling
    left = castling & ~(board.rights.lost[origin] | board.rights.lost[target])
    board.castling = left
    board.key ^= board.rights.keys[castling] ^ board.rights.keys[left]


def build_wall(board: Board, square: int) -> None:
    """Close an empty square for everybody."""
    _set_cell(board, square, WALL)
    board.journal.append((_unwall, 0, square, EMPTY))


def tear_down_wall(board: Board, square: int) -> None:
    _set_cell(board, square, EMPTY)
    board.journal.append((_unwall, 0, square, WALL))


def _unwall(board: Board, _game: int, square: int, cell: int) -> None:
    _set_cell(board, square, cell)


def _set_cell(board: Board, square: int, cell: int) -> None:
    board.cells[square] = cell
    board.key ^= wall_key(square)


def set_exposed(board: Board, exposed: Exposed | None) -> None:
    """Say which piece may be taken in passing."""
    before, key = board.exposed, board.key
    board.exposed = exposed
    board.key ^= (before.key if before else 0) ^ (exposed.key if exposed else 0)
    board.journal.append((_unexpose, 0, before, key))


def _unexpose(board: Board, _game: int, exposed: Exposed | None, key: int) -> None:
    board.exposed, board.key = exposed, key


def set_clock(board: Board, clock: int) -> None:
    board.journal.append((_unclock, 0, board.clock))
    board.clock = clock


def _unclock(board: Board, _game: int, clock: int) -> None:
    board.clock = clock


def count_half_move(board: Board) -> None:
    """Count a half-move of the turn without ending it."""
    board.journal.append((_unturn, 0, board.turn, board.half_moves, board.fullmove, board.key))
    board.key ^= half_move_key(board.half_moves) ^ half_move_key(board.half_moves + 1)
    board.half_moves += 1


def end_turn(board: Board) -> None:
    """Pass the move to the other side."""
    board.journal.append((_unturn, 0, board.turn, board.half_moves, board.fullmove, board.key))
    board.key ^= half_move_key(board.half_moves) ^ SIDE_KEY
    board.half_moves = 0
    board.fullmove += board.turn
    board.turn ^= 1


def _unturn(board: Board, _game: int, turn: int, half_moves: int, fullmove: int, key: int) -> None:
    board.turn, board.half_moves, board.fullmove, board.key = turn, half_moves, fullmove, key


def write(board: Board, attribute: str, entity: int, value: Any) -> None:
    """Set an attribute of an entity; None takes it away."""
    column = board.columns.setdefault(attribute, {})
    board.journal.append((_unwrite, entity, attribute, column.get(entity)))
    if value is None:
        column.pop(entity, None)
    else:
        column[entity] = value


def _unwrite(board: Board, entity: int, attribute: str, value: Any) -> None:
    column = board.columns[attribute]
    if value is None:
        column.pop(entity, None)
    else:
        column[entity] = value


def change_book(board: Board, book: Lawbook) -> None:
    """Go on by another lawbook with the same piece types: every piece takes up its new moves."""
    board.journal.append((_unchange_book, 0, board.book, board.pieces, board.cells.copy(), board.royals))
    _take_book(board, book)
    board.pieces = [
        {square: book.rows[color][reach.type_index][square] for square, reach in side.items()}
        for color, side in enumerate(board.pieces)
    ]
    board.royals = [[s for s, reach in side.items() if reach.is_royal] for side in board.pieces]
    for color, side in enumerate(board.pieces):
        for square, reach in side.items():
            board.cells[square] = color + GUARDED if reach.is_guarded else color


def _take_book(board: Board, book: Lawbook) -> None:
    board.book = book
    board.is_single_move = book.is_single_move
    board.is_simple = book.is_simple


def _unchange_book(
    board: Board,
    _game: int,
    book: Lawbook,
    pieces: list[dict[int, Reach]],
    cells: list[int],
    royals: list[list[int]],
) -> None:
    _take_book(board, book)
    board.pieces, board.cells, board.royals = pieces, cells, royals
