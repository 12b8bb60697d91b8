"""Changes of what follows from facts: contributions to attributes, and the rows of single pieces.

Each is one journal entry, as in `edits`; a mark among them says that all of it agrees with the facts.
"""

from __future__ import annotations

from typing import Any

from rete_chess.core.board import Board
from rete_chess.core.reach import GUARDED, Reach


def contribute(board: Board, attribute: str, entity: int, bonus: Any) -> None:
    """Say what is contributed to an attribute of an entity; None takes it away."""
    column = board.bonuses.setdefault(attribute, {})
    board.journal.append((_uncontribute, entity, attribute, column.get(entity)))
    _set_bonus(board, attribute, entity, bonus)


def _uncontribute(board: Board, entity: int, attribute: str, bonus: Any) -> None:
    board.bonuses.setdefault(attribute, {})
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


def reprofile(board: Board, square: int, row: list[Reach]) -> None:
    """Let a piece move and count by another row of its own type; rights and the key stay as they are."""
    entity = board.entities[square]
    before = _take_row(board, square, row[square])
    board.journal.append((_unreprofile, entity, "", square, before))


def _unreprofile(board: Board, _entity: int, _what: str, square: int, before: Reach) -> None:
    _take_row(board, square, before)


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


def mark_derived(board: Board) -> None:
    """Note in the journal that all that is derived from facts agrees with them now."""
    board.journal.append((_unmark, 0, ""))


def _unmark(_board: Board, _game: int, _what: str) -> None:
    """Nothing to take back: the mark goes with its entry."""


def derived_at(board: Board) -> int:
    """The length of the journal when what is derived last agreed with the facts; 0 for the start."""
    journal = board.journal
    for length in range(len(journal), 0, -1):
        if journal[length - 1][0] is _unmark:
            return length
    return 0
