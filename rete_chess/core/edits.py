"""Single changes of a position outside of `make`. Each is one journal entry."""

from __future__ import annotations

from typing import Any, Final

from rete_chess.core.board import Board, Exposed
from rete_chess.core.castling import Right, Rights
from rete_chess.core.keys import SIDE_KEY, extra_move_key, half_move_key, wall_key
from rete_chess.core.lawbook import Lawbook
from rete_chess.core.reach import EMPTY, GUARDED, WALL, Reach

#: What of an entity a change concerns, beside the names of attributes: its place, or all of it.
PLACE: Final = "Position"
ALL: Final = "*"


def put(board: Board, reach: Reach, entity: int = 0) -> int:
    """Put a piece on its (empty) square and return its entity, a new one unless it is given."""
    key, following = board.key, board.next_entity
    if entity == 0:
        entity = board.next_entity
        board.next_entity += 1
    board.stand(reach, reach.square, entity)
    board.journal.append((_unput, entity, ALL, reach.square, key, following))
    return entity


def _unput(board: Board, entity: int, _what: str, square: int, key: int, following: int) -> None:
    board.lift(square)
    board.key, board.next_entity = key, following


def new_entity(board: Board) -> int:
    """An identity for something that is no piece."""
    board.journal.append((_unnew, 0, ""))
    board.next_entity += 1
    return board.next_entity - 1


def _unnew(board: Board, _game: int, _what: str) -> None:
    board.next_entity -= 1


def remove(board: Board, square: int, is_death: bool = False) -> Reach:
    """Take a piece off the board; castling rights that needed it are gone, and the clock starts anew.

    The death of a royal piece loses the game for its side; a mere removal does not.
    """
    if board.exposed is not None and board.exposed.victim == square:
        set_exposed(board, None)
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
    if is_death and (reach.is_royal or board.crowned is not None):
        board.lose_royal(reach, entity)
    board.journal.append((_unremove, entity, ALL, reach, square, key, castling, clock, lost))
    return reach


def _unremove(
    board: Board,
    entity: int,
    _what: str,
    reach: Reach,
    square: int,
    key: int,
    castling: int,
    clock: int,
    lost: int,
) -> None:
    board.stand(reach, square, entity)
    board.key, board.castling, board.clock, board.lost = key, castling, clock, lost


def relocate(board: Board, origin: int, reach: Reach) -> None:
    """Move a piece to the (empty) square of its new reach, which may be of another type."""
    entity, key, castling = board.entities[origin], board.key, board.castling
    before = board.lift(origin)
    board.stand(reach, reach.square, entity)
    _drop_rights(board, origin, reach.square)
    what = PLACE if reach.type_index == before.type_index else ALL
    board.journal.append((_unrelocate, entity, what, before, reach.square, key, castling))


def _unrelocate(
    board: Board, entity: int, _what: str, before: Reach, square: int, key: int, castling: int
) -> None:
    board.lift(square)
    board.stand(before, before.square, entity)
    board.key, board.castling = key, castling


def is_relocation(entry: tuple[Any, ...]) -> bool:
    """Whether a journal entry takes a piece elsewhere; items 3 and 4 are its reach before and its square."""
    return entry[0] is _unrelocate


def castle(board: Board, right: Right) -> None:
    """Move castler and partner to their squares."""
    _swap(board, (right.king, right.rook), (right.king_to, right.rook_to))
    board.journal.append((_nothing, board.entities[right.rook_to], PLACE))
    board.journal.append((_uncastle, board.entities[right.king_to], PLACE, right, board.castling))
    _drop_rights(board, right.king, right.rook)


def _swap(board: Board, origins: tuple[int, int], targets: tuple[int, int]) -> None:
    """Lift two pieces before either stands again: their squares may cross."""
    entities = [board.entities[square] for square in origins]
    reaches = [board.lift(square) for square in origins]
    for reach, target, entity in zip(reaches, targets, entities):
        board.stand(reach.row[target], target, entity)


def swap(board: Board, first: int, second: int) -> None:
    """Let the pieces on two squares change places; castling rights that needed them there are gone."""
    key, castling = board.key, board.castling
    _swap(board, (first, second), (second, first))
    _drop_rights(board, first, second)
    board.journal.append((_nothing, board.entities[first], PLACE))
    board.journal.append((_unswap, board.entities[second], PLACE, first, second, key, castling))


def _unswap(board: Board, _entity: int, _what: str, first: int, second: int, key: int, castling: int) -> None:
    _swap(board, (second, first), (first, second))
    board.key, board.castling = key, castling


def _nothing(_board: Board, _entity: int, _what: str) -> None:
    """The entry of a partner, which is taken back with the castler."""


def _uncastle(board: Board, _entity: int, _what: str, right: Right, castling: int) -> None:
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
    board.journal.append((_unwall, 0, "", square, EMPTY))


def tear_down_wall(board: Board, square: int) -> None:
    _set_cell(board, square, EMPTY)
    board.journal.append((_unwall, 0, "", square, WALL))


def _unwall(board: Board, _game: int, _what: str, square: int, cell: int) -> None:
    _set_cell(board, square, cell)


def is_wall_change(entry: tuple[Any, ...]) -> bool:
    """Whether a journal entry is a square closed or opened."""
    return entry[0] is _unwall


def _set_cell(board: Board, square: int, cell: int) -> None:
    board.cells[square] = cell
    board.key ^= wall_key(square)


def set_exposed(board: Board, exposed: Exposed | None) -> None:
    """Say which piece may be taken in passing."""
    before, key = board.exposed, board.key
    board.exposed = exposed
    board.key ^= (before.key if before else 0) ^ (exposed.key if exposed else 0)
    board.journal.append((_unexpose, 0, "", before, key))


def _unexpose(board: Board, _game: int, _what: str, exposed: Exposed | None, key: int) -> None:
    board.exposed, board.key = exposed, key


def set_clock(board: Board, clock: int) -> None:
    board.journal.append((_unclock, 0, "", board.clock))
    board.clock = clock


def _unclock(board: Board, _game: int, _what: str, clock: int) -> None:
    board.clock = clock


def count_half_move(board: Board) -> None:
    """Count a half-move of the turn without ending it."""
    board.journal.append((_unturn, 0, "", board.turn, board.half_moves, board.fullmove, board.key))
    board.key ^= half_move_key(board.half_moves) ^ half_move_key(board.half_moves + 1)
    board.half_moves += 1


def add_extra_move(board: Board) -> None:
    """Make the turn longer by one half-move."""
    count = board.extra_moves
    board.journal.append((_unextra, 0, "", board.extra, board.key))
    board.extra = (board.turn_number, count + 1)
    board.key ^= extra_move_key(count) ^ extra_move_key(count + 1)


def _unextra(board: Board, _game: int, _what: str, extra: tuple[int, int], key: int) -> None:
    board.extra, board.key = extra, key


def end_turn(board: Board) -> None:
    """Pass the move to the other side."""
    board.journal.append((_unturn, 0, "", board.turn, board.half_moves, board.fullmove, board.key))
    board.key ^= half_move_key(board.half_moves) ^ extra_move_key(board.extra_moves) ^ SIDE_KEY
    board.half_moves = 0
    board.fullmove += board.turn
    board.turn ^= 1


def _unturn(
    board: Board, _game: int, _what: str, turn: int, half_moves: int, fullmove: int, key: int
) -> None:
    board.turn, board.half_moves, board.fullmove, board.key = turn, half_moves, fullmove, key


def make_within_turn(board: Board, move: int) -> None:
    """Make a move without counting its half-move, which is for `count_half_move` and `end_turn` to do."""
    turn, half_moves, fullmove = board.turn, board.half_moves, board.fullmove
    board.make(move)
    board.journal.append((_unturn, 0, "", board.turn, board.half_moves, board.fullmove, board.key))
    board.key ^= half_move_key(board.half_moves) ^ half_move_key(half_moves)
    has_passed = board.turn != turn
    board.turn, board.half_moves, board.fullmove = turn, half_moves, fullmove
    if has_passed:
        board.key ^= SIDE_KEY ^ extra_move_key(board.extra_moves)


def write(board: Board, attribute: str, entity: int, value: Any) -> None:
    """Set an attribute of an entity; None takes it away."""
    column = board.columns.setdefault(attribute, {})
    board.journal.append((_unwrite, entity, attribute, column.get(entity)))
    if value is None:
        column.pop(entity, None)
    else:
        column[entity] = value


def is_write(entry: tuple[Any, ...]) -> bool:
    """Whether a journal entry is a change of an attribute: (…, entity, attribute, value before)."""
    return entry[0] is _unwrite


def _unwrite(board: Board, entity: int, attribute: str, value: Any) -> None:
    column = board.columns[attribute]
    if value is None:
        column.pop(entity, None)
    else:
        column[entity] = value


def change_book(board: Board, book: Lawbook) -> None:
    """Go on by another lawbook with the same piece types: every piece takes up its new moves."""
    board.journal.append(
        (_unchange_book, 0, "", board.book, board.rights, board.pieces, board.cells.copy(), board.royals)
    )
    _take_book(board, book)
    board.rights = board.rights.in_manners(book.manners)
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
    _what: str,
    book: Lawbook,
    rights: Rights,
    pieces: list[dict[int, Reach]],
    cells: list[int],
    royals: list[list[int]],
) -> None:
    """The entry keeps what it holds, to be taken back again after it was brought back."""
    _take_book(board, book)
    board.rights, board.pieces, board.cells = rights, [side.copy() for side in pieces], cells.copy()
    board.royals = [squares.copy() for squares in royals]


def is_book_change(entry: tuple[Any, ...]) -> bool:
    """Whether a journal entry is a change of the lawbook."""
    return entry[0] is _unchange_book
