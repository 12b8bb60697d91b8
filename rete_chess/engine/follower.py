"""Following the journal: who has changed since the last look, in moves that were made or taken back."""

from __future__ import annotations

from rete_chess.core.board import Board
from rete_chess.core.edits import concerns


class Follower:
    """Notes what changed on a board, entity by entity, for whoever keeps something derived from it."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.dirty: dict[int, set[str]] = {}  # entity -> attributes, place or all
        self._seen = len(board.journal)

    def catch_up(self) -> bool:
        """Note the changes since the last look; whether there are any to deal with."""
        length = len(self.board.journal)
        if length > self._seen:
            self._note(self._seen)
            self._seen = length
        return bool(self.dirty)

    def expect_rollback(self, length: int) -> None:
        """Note whom it will concern that the journal is taken back to a length."""
        if len(self.board.journal) > length:
            self._note(length)
            self._seen = min(self._seen, length)

    def _note(self, start: int) -> None:
        board, dirty = self.board, self.dirty
        for entry in board.journal[start:]:
            for entity, what in concerns(board, entry):
                if entity in dirty:
                    dirty[entity].add(what)
                else:
                    dirty[entity] = {what}
