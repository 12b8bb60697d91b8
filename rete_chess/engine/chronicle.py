"""The chronicle of a move: every event that happened, in order, each with a sentence for people.

It is read off the journal, which holds what has changed and nothing that was cancelled or dropped, and off
what the run of the move has told; so it is complete for moves that the core played alone, too. It is made
when somebody reads it; so are the digest of the game after the move and its algebraic notation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from rete_chess.core.board import Board
from rete_chess.core.journal import JournalEntry, new
from rete_chess.engine._states import Regime
from rete_chess.engine.move.trace import Change, Trace
from rete_chess.errors import BudgetError, ReteChessError
from rete_chess.facts.events import Event

if TYPE_CHECKING:
    from rete_chess.engine._engine import Engine
    from rete_chess.engine.records import MoveRecord


class Told(NamedTuple):
    """An event that happened, and the sentence that tells it: `white pawn e4 captures black pawn d5`.

    An `attribute` has its `change`, too: the fact with its value before and after. All others say in their
    fields what they change, so that the facts before a move and its log give the facts after it.
    """

    event: Event
    text: str
    change: Change | None = None


class After(NamedTuple):
    """The state right after a move, before anything that followed it; kept when the move is taken back.

    Where moves of the core alone led there from the beginning of the game, they are kept in place of the
    board: the way can be gone again, and nothing had to be copied.
    """

    board: Board | None
    entries: list[JournalEntry]  # of the move
    regime: Regime
    starts: tuple[int, ...]
    tally: int  # of the positions up to that one
    legal: list[int]  # the moves of the position before it
    way: list[Any] | None = None


@dataclass(eq=False, slots=True, repr=False)
class Notes:
    """What has been read about a move."""

    log: tuple[Told, ...] | None = None
    digest: str = ""
    san: str = ""
    failure: ReteChessError | None = None  # of a hook that was asked for the log when the move was taken back

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left to be read."""
        return self.log is not None and bool(self.digest and self.san)


@dataclass(eq=False, slots=True, repr=False)
class Chronicle:
    """What there is to read about one move of a game, from one length of its journal to another."""

    engine: Engine | None  # None: all there is has been read
    start: int
    end: int
    kept: After | None = None  # what can be read once the move is taken back
    _notes: Notes | None = None  # made when somebody asks

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Chronicle)  # records are equal if their moves are

    __hash__ = object.__hash__

    @property
    def _played(self) -> Engine:
        """The game that the move is of."""
        assert self.engine is not None
        return self.engine

    @property
    def notes(self) -> Notes:
        """What has been read so far."""
        if self._notes is None:
            self._notes = Notes()
        return self._notes

    def read(self, record: MoveRecord) -> tuple[Told, ...]:
        """The events in order."""
        notes = self.notes
        if notes.failure is not None:
            raise notes.failure
        if notes.log is None:
            from rete_chess.engine._journal_reader import JournalReader  # late: few games are read

            if self.kept is not None:
                board, entries = self._board_after(self.kept), self.kept.entries
            else:
                _, board, entries = self._position(record)
            reader = JournalReader(board, record, lambda: self._board_before(record))
            notes.log = reader.read(entries, self.start)
            self._tidy()
        return notes.log

    def digest(self, record: MoveRecord) -> str:
        """The digest of the game as the move left it, before anything that followed."""
        notes = self.notes
        if not notes.digest:
            from rete_chess.engine.digest import State  # late: most games are played without a question
            from rete_chess.engine.hindsight import fill_digests

            if (kept := self.kept) is not None:
                state = State(self._board_after(kept), kept.regime, kept.starts, record.result, kept.tally)
                notes.digest = state.digest()
            else:
                fill_digests(self._played)
            self._tidy()
        return notes.digest

    def san(self, record: MoveRecord) -> str:
        """The move in algebraic notation."""
        notes = self.notes
        if not notes.san:
            from rete_chess.engine.hindsight import fill_notations, format_move  # late, as above

            if self.kept is not None:
                notes.san = format_move(self._taken_back(self.kept, record), record.move, self.kept.legal)
            else:
                fill_notations(self._played)
            self._tidy()
        return notes.san

    def keep(self, record: MoveRecord, position: Board | None = None) -> None:
        """Keep what is needed to read the rest when the move, the last one, is taken back: the position
        after it, a copy of its own if none is given."""
        if self.kept is not None or (self._notes is not None and self._notes.is_whole):
            return
        played = self._played
        board, journal = played.board, played.board.journal
        if board.referee is not None:
            self._read_now(record)
        game, tally, way = played._game, played._tally, None
        if len(journal) != self.end:
            engine, board, entries = self._position(record)
            game, tally = engine._game, self._tally()
        else:
            entries = journal[self.start :]
            if position is None and played.is_bare:
                way = journal.copy()
        if position is None and way is None:
            position = board.copy()
        legal = played._earlier[-1].position.legal
        self.kept = new(After, (position, entries, game.regime(), game.starts, tally, legal, way))

    def _read_now(self, record: MoveRecord) -> None:
        """Read the log while the hooks know who is royal; if they fail, whoever reads it hears of that, and
        the move can be taken back all the same."""
        try:
            self.read(record)
        except BudgetError:
            raise
        except ReteChessError as error:
            self.notes.failure = error

    def forget(self) -> None:
        """Let go of what was read of a move that is played; whoever asks again has it read again."""
        if self.kept is None and self.engine is not None:
            self._notes = None

    def finished(self, record: MoveRecord) -> Chronicle:
        """The same, told to the end, without the game."""
        notes = Notes(self.read(record), self.digest(record), self.san(record))
        return Chronicle(None, self.start, self.end, None, notes)

    def shift(self, by: int, trace: Trace) -> None:
        """Go by a journal that has become longer at its beginning, together with the trace of the move."""
        self.start += by
        self.end += by
        trace.happened[:] = [(length + by, event) for length, event in trace.happened]
        if trace.step >= 0:
            trace.step += by

    def _tally(self) -> int:
        """The tally of the positions up to the one right after the move, the last one."""
        from rete_chess.engine.hindsight import plies_back

        return next(plies_back(self._played)).tally

    def _tidy(self) -> None:
        """Let go of what nobody needs any more."""
        if self.notes.is_whole:
            self.kept = None

    def _position(self, record: MoveRecord) -> tuple[Engine, Board, list[JournalEntry]]:
        """A game whose board is as the move left it, that board, and the entries of the move."""
        engine = self._played
        if len(engine.board.journal) != self.end:
            engine = self._went_back(self.end, record.number + 1)
        return engine, engine.board, engine.board.journal[self.start : self.end]

    def _board_after(self, kept: After) -> Board:
        """The board after a move that was taken back."""
        if kept.board is not None:
            return kept.board
        engine, way = self._played.clone(), kept.way or []
        journal = engine.board.journal
        common = next((n for n, (one, other) in enumerate(zip(journal, way)) if one is not other), len(way))
        engine._game.rollback(min(common, len(journal)))
        for entry in way[len(journal) :]:
            engine.board.make(entry[0])
        board = engine.board.copy()
        if self.kept is not None:
            self.kept = kept._replace(board=board, way=None)
        return board

    def _board_before(self, record: MoveRecord) -> Board:
        """A board as it was before the move."""
        if self.kept is not None:
            return self._taken_back(self.kept, record)
        return self._went_back(self.start, record.number).board

    def _went_back(self, length: int, moves: int) -> Engine:
        """A copy of the game at a length of its journal, when so many moves were on record."""
        engine = self._played.clone()
        engine._game.rollback(length)
        del engine._records[moves:]
        return engine

    def _taken_back(self, kept: After, record: MoveRecord) -> Board:
        """The board before a move that was taken back."""
        board = self._board_after(kept).copy()
        game = self._played._game.copy(board)
        game.records += self._played._records[: record.number]
        game.resume(kept.regime)
        board.journal = kept.entries.copy()
        game.rollback(0)
        return board
