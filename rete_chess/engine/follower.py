"""Following the journal: who has changed since the last look, in moves that were made or taken back."""

from __future__ import annotations

from typing import Any

from rete_chess.core.board import Board
from rete_chess.core.edits import ALL, PLACE
from rete_chess.core.moves import MANNER_SHIFT, SPECIAL, promotion_of


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
        dirty = self.dirty
        for entry in self.board.journal[start:]:
            if isinstance(entry[0], int):
                self._note_move(entry)
            elif entry[2]:
                entity = entry[1]
                if entity in dirty:
                    dirty[entity].add(entry[2])
                else:
                    dirty[entity] = {entry[2]}

    def _note_move(self, step: tuple[Any, ...]) -> None:
        """A move of the bare core: the victim is gone, who arrived has moved and may have changed."""
        board, move = self.board, step[0]
        if step[2] is not None:
            self.dirty.setdefault(step[4], set()).add(ALL)
        arrived = [move & 255]
        if move >= SPECIAL and board.book.manners[move >> MANNER_SHIFT].castles:
            right = board.rights.by_move[move]
            arrived = [right.king_to, right.rook_to]
        what = ALL if promotion_of(move) >= 0 else PLACE
        for square in arrived:
            if board.entities[square]:
                self.dirty.setdefault(board.entities[square], set()).add(what)
