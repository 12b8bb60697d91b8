"""Following the journal: who has changed since the last look, in moves that were made or taken back."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from rete_chess.core.board import Board
from rete_chess.core.edits import ALL, PLACE
from rete_chess.core.moves import promotion_of


class Follower:
    """Notes what changed on a board, entity by entity, for whoever keeps something derived from it.

    It may be told to note certain attributes alone; `ALL` stands for changes of a whole piece.
    """

    def __init__(self, board: Board, names: Collection[str] | None = None, since: int | None = None) -> None:
        self.board = board
        self.names = names
        self.dirty: dict[int, set[str]] = {}  # entity -> attributes, place or all
        self.seen = len(board.journal) if since is None else since

    def changed(self) -> dict[int, set[str]]:
        """All changes that have not been dealt with, by entity."""
        self.catch_up()
        return self.dirty

    def catch_up(self) -> bool:
        """Note the changes since the last look; whether there are any to deal with."""
        length = len(self.board.journal)
        if length != self.seen:
            self._note(self.seen)
            self.seen = length
        return bool(self.dirty)

    def expect_rollback(self, length: int) -> None:
        """Note whom it will concern that the journal is taken back to a length."""
        if len(self.board.journal) > length:
            self._note(length)
            self.seen = min(self.seen, length)

    def _note(self, start: int) -> None:
        names = self.names
        for entry in self.board.journal[start:]:
            what = entry[2]
            if what.__class__ is not str:
                self._note_move(entry)
            elif what and (names is None or what in names):
                self._mark(entry[1], what)

    def _mark(self, entity: int, what: str) -> None:
        marks = self.dirty.get(entity)
        if marks is None:
            self.dirty[entity] = {what}
        else:
            marks.add(what)

    def _note_move(self, step: tuple[Any, ...]) -> None:
        """A move of the bare core: the victim is gone, who moved may have changed."""
        move, victim, entity, mover = step[0], step[2], step[4], step[-1]
        if victim is not None:
            self._mark(entity, ALL)
        what = ALL if promotion_of(move) >= 0 else PLACE
        if what == ALL or self.names is None or PLACE in self.names:
            self._mark(mover, what)
            if entity and victim is None:  # the partner in castling
                self._mark(entity, PLACE)
