"""Single changes of a position outside of `make`. Each is one journal entry, of the class before it."""

from __future__ import annotations

from typing import Any, NamedTuple

from rete_chess.core.board import Board
from rete_chess.core.castling import Right
from rete_chess.core.journal import ALL, PLACE, new
from rete_chess.core.keys import SIDE_KEY, extra_move_key, half_move_key, wall_key
from rete_chess.core.moves import Exposed
from rete_chess.core.reach import COLOR, EMPTY, WALL, Reach
from rete_chess.costs import LOST


class Put(NamedTuple):
    """A piece put on the board."""

    entity: int
    square: int
    key: int  # and the number of the next entity, as they were
    next_entity: int
    what: str = ALL

    def undo(self, board: Board) -> None:
        board.lift(self.square)
        board.key, board.next_entity = self.key, self.next_entity


def put(board: Board, reach: Reach, entity: int = 0) -> int:
    """Put a piece on its (empty) square and return its entity, a new one unless it is given."""
    key, following = board.key, board.next_entity
    if entity == 0:
        entity = board.next_entity
        board.next_entity += 1
    board.stand(reach, reach.square, entity)
    board.journal.append(Put(entity, reach.square, key, following))
    return entity


class NewEntity(NamedTuple):
    """An identity given away."""

    entity: int = 0
    what: str = ""

    def undo(self, board: Board) -> None:
        board.next_entity -= 1


def new_entity(board: Board) -> int:
    """An identity for something that is no piece."""
    board.journal.append(NewEntity())
    board.next_entity += 1
    return board.next_entity - 1


class Removed(NamedTuple):
    """A piece taken off the board, and the state before."""

    entity: int
    reach: Reach
    square: int
    key: int
    castling: int
    clock: int
    lost: int
    what: str = ALL

    def undo(self, board: Board) -> None:
        board.stand(self.reach, self.square, self.entity)
        board.key, board.castling = self.key, self.castling
        board.clock, board.lost = self.clock, self.lost


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
    board.journal.append(Removed(entity, reach, square, key, castling, clock, lost))
    return reach


class Relocated(NamedTuple):
    """A piece taken elsewhere, or made another type: what it was, and where it stands now."""

    entity: int
    what: str
    before: Reach
    square: int
    key: int
    castling: int

    def undo(self, board: Board) -> None:
        board.lift(self.square)
        board.stand(self.before, self.before.square, self.entity)
        board.key, board.castling = self.key, self.castling


def relocate(board: Board, origin: int, reach: Reach) -> None:
    """Move a piece to the (empty) square of its new reach, which may be of another type."""
    entity, key, castling = board.entities[origin], board.key, board.castling
    before = board.lift(origin)
    board.stand(reach, reach.square, entity)
    kept = board.rights.unmoved.get(origin, 0) if origin == reach.square else 0
    _drop_rights(board, origin, reach.square, kept)
    is_same = (reach.type_index, reach.color) == (before.type_index, before.color)
    what = PLACE if is_same else ALL
    board.journal.append(new(Relocated, (entity, what, before, reach.square, key, castling)))


def recolor(board: Board, square: int, color: int) -> None:
    """Give the piece on a square to a side, or to nobody; what it has promoted from stays."""
    reach = board.pieces[board.cells[square] & COLOR][square]
    row = board.book.row_from(color, reach.type_index, reach.was)
    relocate(board, square, row[square])


class Castled(NamedTuple):
    """A castler and its partner on their new squares; the entity is the castler's."""

    entity: int
    right: Right
    castling: int
    what: str = PLACE

    def undo(self, board: Board) -> None:
        right, now = self.right, board.castling
        board.move_two((right.king_to, right.rook_to), (right.king, right.rook))
        board.castling = self.castling
        board.key ^= board.rights.keys[self.castling] ^ board.rights.keys[now]


class WentAlong(NamedTuple):
    """A piece that has changed its place together with another, and is taken back with it."""

    entity: int
    what: str = PLACE

    def undo(self, board: Board) -> None:
        """Nothing is left to take back."""


def castle(board: Board, right: Right) -> None:
    """Move castler and partner to their squares."""
    board.move_two((right.king, right.rook), (right.king_to, right.rook_to))
    board.journal.append(WentAlong(board.entities[right.rook_to]))
    board.journal.append(Castled(board.entities[right.king_to], right, board.castling))
    _drop_rights(board, right.king, right.rook)


class Swapped(NamedTuple):
    """Two pieces that have changed places; the entity is that of the one which stood on `first`."""

    entity: int
    first: int
    second: int
    key: int
    castling: int
    what: str = PLACE

    def undo(self, board: Board) -> None:
        board.move_two((self.second, self.first), (self.first, self.second))
        board.key, board.castling = self.key, self.castling


def swap(board: Board, first: int, second: int) -> None:
    """Let the pieces on two squares change places; castling rights that needed them there are gone."""
    key, castling = board.key, board.castling
    board.move_two((first, second), (second, first))
    _drop_rights(board, first, second)
    board.journal.append(WentAlong(board.entities[first]))
    board.journal.append(Swapped(board.entities[second], first, second, key, castling))


def _drop_rights(board: Board, origin: int, target: int, kept: int = 0) -> None:
    """Lose the castling rights that needed a piece on one of two squares, but for some bits."""
    castling = board.castling
    left = castling & ~((board.rights.lost[origin] | board.rights.lost[target]) & ~kept)
    board.castling = left
    board.key ^= board.rights.keys[castling] ^ board.rights.keys[left]


class Walled(NamedTuple):
    """A square closed or opened; `before` is what it held."""

    square: int
    before: int
    entity: int = 0
    what: str = ""

    def undo(self, board: Board) -> None:
        _set_cell(board, self.square, self.before)


def build_wall(board: Board, square: int) -> None:
    """Close an empty square for everybody."""
    _set_cell(board, square, WALL)
    board.journal.append(Walled(square, EMPTY))


def tear_down_wall(board: Board, square: int) -> None:
    """Open a square that is closed."""
    _set_cell(board, square, EMPTY)
    board.journal.append(Walled(square, WALL))


def _set_cell(board: Board, square: int, cell: int) -> None:
    board.cells[square] = cell
    board.key ^= wall_key(square)


class Exposure(NamedTuple):
    """Another piece, or none, that may be taken in passing."""

    before: Exposed | None
    key: int
    entity: int = 0
    what: str = ""

    def undo(self, board: Board) -> None:
        board.exposed, board.key = self.before, self.key


def set_exposed(board: Board, exposed: Exposed | None) -> None:
    """Say which piece may be taken in passing."""
    before, key = board.exposed, board.key
    board.exposed = exposed
    board.key ^= (before.key if before else 0) ^ (exposed.key if exposed else 0)
    board.journal.append(Exposure(before, key))


class ClockSet(NamedTuple):
    """Another count of quiet half-moves."""

    before: int
    entity: int = 0
    what: str = ""

    def undo(self, board: Board) -> None:
        board.clock = self.before


def set_clock(board: Board, clock: int) -> None:
    """Say how many half-moves have been quiet."""
    board.journal.append(new(ClockSet, (board.clock, 0, "")))
    board.clock = clock


class TurnChange(NamedTuple):
    """Another half-move or another turn; the fields tell the state before."""

    turn: int
    half_moves: int
    fullmove: int
    key: int
    entity: int = 0
    what: str = ""

    def undo(self, board: Board) -> None:
        board.turn, board.half_moves = self.turn, self.half_moves
        board.fullmove, board.key = self.fullmove, self.key


class TurnReopened(NamedTuple):
    """A turn that the core has ended with its move, and that is not over yet; the fields tell the state
    before."""

    turn: int
    half_moves: int
    fullmove: int
    key: int
    entity: int = 0
    what: str = ""

    def undo(self, board: Board) -> None:
        board.turn, board.half_moves = self.turn, self.half_moves
        board.fullmove, board.key = self.fullmove, self.key


def _turn_before(board: Board) -> TurnChange:
    """The entry of a change of the turn, made before it."""
    return new(TurnChange, (board.turn, board.half_moves, board.fullmove, board.key, 0, ""))


def count_half_move(board: Board) -> None:
    """Count a half-move of the turn without ending it."""
    board.journal.append(_turn_before(board))
    board.key ^= half_move_key(board.half_moves) ^ half_move_key(board.half_moves + 1)
    board.half_moves += 1


class ExtraMove(NamedTuple):
    """A turn made longer; the fields tell the state before."""

    before: tuple[int, int, int]
    key: int
    entity: int = 0
    what: str = ""

    def undo(self, board: Board) -> None:
        board.extra, board.key = self.before, self.key


def add_extra_move(board: Board, *, is_free_act: bool = False) -> None:
    """Make the turn longer by one half-move, in place of a free act if there was one."""
    count = board.extra_moves
    acts = board.free_acts + is_free_act
    board.journal.append(ExtraMove(board.extra, board.key))
    board.extra = (board.turn_number, count + 1, acts)
    board.key ^= extra_move_key(count) ^ extra_move_key(count + 1)


def end_turn(board: Board) -> None:
    """Pass the move to the other side."""
    board.journal.append(_turn_before(board))
    board.key ^= half_move_key(board.half_moves) ^ extra_move_key(board.extra_moves) ^ SIDE_KEY
    board.half_moves = 0
    board.fullmove += board.turn
    board.turn ^= 1


def make_within_turn(board: Board, move: int) -> None:
    """Make a move without counting its half-move, which is for `count_half_move` and `end_turn` to do."""
    turn, half_moves, fullmove = board.turn, board.half_moves, board.fullmove
    board.make(move)
    board.journal.append(new(TurnReopened, _turn_before(board)))
    board.key ^= half_move_key(board.half_moves) ^ half_move_key(half_moves)
    has_passed = board.turn != turn
    board.turn, board.half_moves, board.fullmove = turn, half_moves, fullmove
    if has_passed:
        board.key ^= SIDE_KEY ^ extra_move_key(board.extra_moves)


class Written(NamedTuple):
    """An attribute of an entity with another value; None: it had none."""

    entity: int
    what: str
    before: Any

    def undo(self, board: Board) -> None:
        _hold(board, self.what, self.entity, self.before)


def write(board: Board, attribute: str, entity: int, value: Any) -> None:
    """Set an attribute of an entity; None takes it away."""
    column = board.columns.get(attribute)
    before = None if column is None else column.get(entity)
    board.journal.append(new(Written, (entity, attribute, before)))
    if column is not None and value is not None:
        column[entity] = value
    else:
        _hold(board, attribute, entity, value)


def _hold(board: Board, attribute: str, entity: int, value: Any) -> None:
    """Let an attribute have a value, or none: then a column goes with the last that it held."""
    column = board.columns.get(attribute)
    if value is not None:
        if column is None:
            board.columns[attribute] = {entity: value}
        else:
            column[entity] = value
    elif column is not None:
        column.pop(entity, None)
        if not column:
            del board.columns[attribute]


def forget(board: Board, entity: int) -> None:
    """Take all attributes of an entity away."""
    board.meter.charge(LOST * len(board.columns))
    for attribute in sorted(board.columns):
        if entity in board.columns[attribute]:
            write(board, attribute, entity, None)
