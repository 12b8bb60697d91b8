"""Changes of what follows from facts and laws: contributions to attributes, and the rows of pieces.

Each is one journal entry, as in `edits`; a mark among them says that all of it agrees with the facts.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from rete_chess.core.board import Board
from rete_chess.core.castling import Rights, note_unmoved
from rete_chess.core.fen import start_board
from rete_chess.core.hands import Counts
from rete_chess.core.journal import new
from rete_chess.core.lawbook import Lawbook
from rete_chess.core.reach import GUARDED, Reach


class Contributed(NamedTuple):
    """Another bonus to an attribute of an entity; None: it had none."""

    entity: int
    what: str
    before: Any

    def undo(self, board: Board) -> None:
        board.bonuses.setdefault(self.what, {})
        _set_bonus(board, self.what, self.entity, self.before)


def contribute(board: Board, attribute: str, entity: int, bonus: Any) -> None:
    """Say what is contributed to an attribute of an entity; None takes it away."""
    column = board.bonuses.setdefault(attribute, {})
    board.journal.append(new(Contributed, (entity, attribute, column.get(entity))))
    _set_bonus(board, attribute, entity, bonus)


def _set_bonus(board: Board, attribute: str, entity: int, bonus: Any) -> None:
    """Where nothing is contributed there is no column, so that nobody looks for one."""
    column = board.bonuses[attribute]
    if bonus is not None:
        column[entity] = bonus
    else:
        column.pop(entity, None)
        if not column:
            del board.bonuses[attribute]


class Reprofiled(NamedTuple):
    """A piece that moves and counts by another row of its type than before."""

    entity: int
    square: int
    before: Reach
    what: str = ""

    def undo(self, board: Board) -> None:
        _take_row(board, self.square, self.before)


def reprofile(board: Board, square: int, row: list[Reach]) -> None:
    """Let a piece move and count by another row of its own type; rights and the key stay as they are."""
    entity = board.entities[square]
    before = _take_row(board, square, row[square])
    board.journal.append(Reprofiled(entity, square, before))


def _take_row(board: Board, square: int, reach: Reach) -> Reach:
    color = reach.color
    before = board.pieces[color][square]
    board.pieces[color][square] = reach
    board.cells[square] = color + GUARDED if reach.is_guarded else color
    if before.is_royal != reach.is_royal:
        if reach.is_royal:
            board.royals[color].append(square)
        else:
            board.royals[color].remove(square)
    return before


class Paid(NamedTuple):
    """A table of single pieces that the game has paid for, and need not pay for again."""

    key: Any
    entity: int = 0
    what: str = ""

    def undo(self, board: Board) -> None:
        board.game.paid -= {self.key}


def pay(board: Board, key: Any, cost: int) -> None:
    """Pay for a table once in a game, whoever has worked it out."""
    if board.game is not None and key not in board.game.paid:
        board.meter.charge(cost)
        board.game.paid |= {key}
        board.journal.append(Paid(key))


class DerivedMark(NamedTuple):
    """The mark that all that is derived agrees with the facts; it changes nothing."""

    entity: int = 0
    what: str = ""

    def undo(self, board: Board) -> None:
        """The mark goes with its entry."""


MARK: Final = DerivedMark()


def mark_derived(board: Board) -> None:
    """Note in the journal that all that is derived from facts agrees with them now."""
    board.journal.append(MARK)


def derived_at(board: Board) -> int:
    """The length of the journal when what is derived last agreed with the facts; 0 for the start."""
    journal = board.journal
    for length in range(len(journal), 0, -1):
        if journal[length - 1] is MARK:
            return length
    return 0


# -- another lawbook -------------------------------------------------------------------------------


class BookChange(NamedTuple):
    """Another lawbook in force, and what pieces could do by the one before.

    The entry keeps what it holds, to be taken back again after it was brought back.
    """

    book: Lawbook
    rights: Rights
    pieces: list[dict[int, Reach]]
    cells: list[int]
    royals: list[list[int]]
    hands: Counts | None
    castling: int
    key: int
    entity: int = 0
    what: str = ""

    def undo(self, board: Board) -> None:
        _take_book(board, self.book)
        board.rights, board.cells = self.rights, self.cells.copy()
        board.castling = self.castling
        board.pieces = [side.copy() for side in self.pieces]
        board.royals = [squares.copy() for squares in self.royals]
        board.hands = None if self.hands is None else [counts.copy() for counts in self.hands]
        board.key = self.key


def change_book(board: Board, book: Lawbook) -> None:
    """Go on by another lawbook that knows all pieces on the board: each takes up its new moves."""
    types, is_asked = board.book.types, bool(board.book.laws.start)
    board.journal.append(
        BookChange(
            *(board.book, board.rights, board.pieces, board.cells.copy(), board.royals, board.hands),
            *(board.castling, board.key),
        )
    )
    _take_hands(board, book)
    _take_book(board, book)
    board.rights = board.rights.in_manners(book.manners)
    known = {name: index for index, name in enumerate(book.types)}
    numbers = [known.get(name, -1) for name in types]
    sides: list[dict[int, Reach]] = [{}, {}, {}]
    for color, side in enumerate(board.pieces):
        for square, reach in side.items():
            was = -1 if reach.was < 0 else numbers[reach.was]
            taken = book.row_from(color, numbers[reach.type_index], was)[square]
            sides[color][square] = taken
            board.key ^= reach.key ^ taken.key
    board.pieces = sides
    board.royals = [[s for s, reach in side.items() if reach.is_royal] for side in board.pieces]
    for color, side in enumerate(board.pieces):
        for square, reach in side.items():
            board.cells[square] = color + GUARDED if reach.is_guarded else color
    if book.laws.start and not is_asked:
        note_unmoved(board, start_board(book)[0])


def _take_hands(board: Board, book: Lawbook) -> None:
    """Keep what is in hand as far as another lawbook knows hands; who had none begins with what it says."""
    old, before = board.book, board.hands
    if before is not None and old.hands is not None:
        board.key ^= old.hands.key(before)
    if book.hands is None:
        board.hands = None
        return
    board.hands = book.hands.begin() if before is None else book.hands.nothing()
    for color, counts in enumerate(before or ()):
        for index, count in enumerate(counts):
            name = old.types[index]
            if count and name in book.types and book.hands.holds[color][book.index_of(name)]:
                board.hands[color][book.index_of(name)] = count
    board.key ^= book.hands.key(board.hands)


def _take_book(board: Board, book: Lawbook) -> None:
    board.book = book
    board.is_single_move = book.is_single_move
    board.is_simple = book.is_simple and not board.is_overheard
