"""Followers of the journal: which entities of a board have changed since the last look."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from rete_chess.core.board import Board
from rete_chess.core.journal import ALL, PLACE, Step
from rete_chess.core.moves import SPECIAL, promotion_of


class Follower:
    """A list of the entities of a board that have changed, kept for something that is derived from them.

    It may be told to note certain attributes alone; `ALL` stands for changes of a whole piece.
    """

    def __init__(self, board: Board, names: Collection[str] | None = None, since: int | None = None) -> None:
        self.board = board
        self.names = names
        self.dirty: dict[int, set[str]] = {}  # entity -> attributes, place or all
        self.seen = len(board.journal) if since is None else since

    def changed(self) -> dict[int, set[str]]:
        """The changes that have not been dealt with, by entity."""
        self.catch_up()
        return self.dirty

    def catch_up(self) -> bool:
        """Whether changes are waiting, with those since the last look added to the list."""
        journal: list[Any] = self.board.journal
        length = len(journal)
        if length - self.seen == 1 and journal[-1].__class__ is not tuple:
            entry = journal[-1]  # one change, as most often
            if entry.what and (self.names is None or entry.what in self.names):
                self._mark(entry.entity, entry.what)
            self.seen = length
        elif length != self.seen:
            self._note(self.seen)
            self.seen = length
        return bool(self.dirty)

    def expect_rollback(self, length: int) -> None:
        """Note the entities that will change when the journal is taken back to a length."""
        if len(self.board.journal) > length:
            self._note(length)
            self.seen = min(self.seen, length)

    def begin_anew(self) -> None:
        """Follow a journal that is about to be emptied: what stands in it now has happened for good."""
        self.catch_up()
        self.seen = 0

    def _note(self, start: int) -> None:
        names, dirty = self.names, self.dirty
        entries: list[Any] = self.board.journal[start:]
        for entry in entries:
            if entry.__class__ is tuple:
                self._note_move(entry)
                continue
            what = entry.what
            if what and (names is None or what in names):
                marks = dirty.get(entry.entity)
                if marks is None:
                    dirty[entry.entity] = {what}
                else:
                    marks.add(what)

    def _mark(self, entity: int, what: str) -> None:
        marks = self.dirty.get(entity)
        if marks is None:
            self.dirty[entity] = {what}
        else:
            marks.add(what)

    def _note_move(self, made: Step) -> None:
        """A move of the bare core: the victim is gone, who moved may have changed."""
        code, _, victim, _, entity, _, _, _, _, _, _, mover, _ = made
        if victim is not None:
            self._mark(entity, ALL)
        what = ALL if code >= SPECIAL and promotion_of(code) >= 0 else PLACE
        if what == ALL or self.names is None or PLACE in self.names:
            self._mark(mover, what)
            if entity and victim is None:  # the partner in castling
                self._mark(entity, PLACE)
