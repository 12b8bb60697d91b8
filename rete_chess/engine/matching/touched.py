"""Where a board has changed, kept for what is derived from the surroundings of pieces."""

from __future__ import annotations

from typing import Any

from rete_chess.core.board import Board
from rete_chess.core.derived import BookChange
from rete_chess.core.edits import Relocated, Removed, Walled, Written
from rete_chess.core.journal import ALL, PLACE, Step
from rete_chess.core.moves import SPECIAL, origin_of, promotion_of, target_of
from rete_chess.facts.tiles import TILE_TYPE
from rete_chess.facts.words.word import Needs


class Touched:
    """The squares on which something has changed that is read, and the steps from square to square.

    Where that cannot be told by squares, everything may have changed.
    """

    def __init__(self, board: Board, needs: Needs) -> None:
        self._board = board
        self._needs = needs
        self._seen = len(board.journal)
        self.is_all = True  # nothing is known yet
        self.squares: set[int] = set()
        self.steps: list[tuple[int, int]] = []

    def catch_up(self) -> None:
        """Note the changes since the last look."""
        if len(self._board.journal) != self._seen:
            self._note(self._seen)
            self._seen = len(self._board.journal)

    def expect_rollback(self, length: int) -> None:
        """Note what will change when the journal is taken back to a length."""
        if len(self._board.journal) > length:
            self._note(length)
            self._seen = min(self._seen, length)

    def begin_anew(self) -> None:
        """Follow a journal that is about to be emptied."""
        self.catch_up()
        self._seen = 0

    def clear(self) -> None:
        """Begin anew: what was noted is dealt with."""
        self.is_all = False
        self.squares.clear()
        self.steps.clear()

    def _note(self, start: int) -> None:
        entries: list[Any] = self._board.journal[start:]
        for entry in entries:
            if self.is_all:
                return
            if entry.__class__ is tuple:
                self._note_move(entry)
            else:
                self._note_change(entry)

    def _note_move(self, made: Step) -> None:
        """A move of the bare core."""
        code, victim, place = made[0], made[2], made[3]
        is_plain = code < SPECIAL or promotion_of(code) < 0
        if not is_plain or self._board.book.manner_of(code).castles:
            self.is_all = True
            return
        self.steps.append((origin_of(code), target_of(code)))
        if victim is not None:
            self.squares.add(place)

    def _note_change(self, entry: Any) -> None:
        kind, what = entry.__class__, entry.what
        if kind is Relocated and what == PLACE:
            self.steps.append((entry.before.square, entry.square))
        elif kind is Removed:
            self.squares.add(entry.square)
        elif kind is Written and what not in (PLACE, TILE_TYPE):
            if what in self._needs.attributes:
                square = self._board.squares.get(entry.entity)
                if square is None:
                    self.is_all = True
                else:
                    self.squares.add(square)
        elif what:
            self.is_all = self.is_all or what in self._needs.attributes or what in (ALL, PLACE, TILE_TYPE)
        else:
            self.is_all = self.is_all or kind is Walled or kind is BookChange
