"""The chronicle of a move: every event that happened, in order, each with a sentence for people.

It is read off the journal, which holds what has changed and nothing that was cancelled or dropped, and off
what the run of the move has told; so it is complete for moves that the core played alone, too. It is made
when somebody reads it, or at the latest when the move is taken back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from rete_chess.core.board import Board
from rete_chess.core.journal import JournalEntry
from rete_chess.facts.events import Event

if TYPE_CHECKING:
    from rete_chess.engine._engine import Engine
    from rete_chess.engine.records import MoveRecord


class Told(NamedTuple):
    """An event that happened, and the sentence that tells it: `white pawn e4 captures black pawn d5`."""

    event: Event
    text: str


@dataclass(eq=False, slots=True, repr=False)
class Chronicle:
    """The events of one move of a game, from one length of its journal to another."""

    engine: Engine
    start: int
    end: int
    kept: tuple[Board, list[JournalEntry]] | None = None  # the position after the move, and its entries
    log: tuple[Told, ...] | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Chronicle)  # records are equal if their moves are

    __hash__ = object.__hash__

    def read(self, record: MoveRecord) -> tuple[Told, ...]:
        """The events in order."""
        if self.log is None:
            from rete_chess.engine._journal_reader import JournalReader  # late: few games are read

            board, entries = self.kept or self._position()
            self.log = JournalReader(board, record).read(entries, self.start)
            self.kept = None
        return self.log

    def keep(self, record: MoveRecord, position: Board | None = None) -> None:
        """Keep what is needed to read it when the move is taken back: the position after it, a copy of its
        own if none is given."""
        if self.log is None and self.engine.board.referee is not None:
            self.read(record)  # who is royal, the hooks know now
        elif self.log is None and self.kept is None:
            board, entries = self._position()
            self.kept = position or board.copy(), entries

    def _position(self) -> tuple[Board, list[JournalEntry]]:
        """The board as the move left it, and the entries of the move."""
        engine = self.engine
        if len(engine.board.journal) != self.end:
            engine = engine.clone()
            engine._game.rollback(self.end)
        return engine.board, engine.board.journal[self.start : self.end]
