"""Moves taken back that can be brought back: the recorded changes, and no rule is asked again."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rete_chess.core.board import Board
from rete_chess.core.journal import JournalEntry
from rete_chess.engine._states import Departure, Position, Regime
from rete_chess.engine.records import Incident, MoveRecord
from rete_chess.errors import GameError

if TYPE_CHECKING:
    from rete_chess.engine._engine import Engine


class TakenBack(NamedTuple):
    """A move that was taken back: what it led to, and its part of the journal."""

    record: MoveRecord
    incidents: tuple[Incident, ...]  # between the move and the next one
    before: int  # the key of the position it was played in
    length: int  # of the journal then
    entries: tuple[JournalEntry, ...]  # of the journal
    board: Board | None  # None: a move of the core, which makes it again
    is_irregular: bool  # whether the side that waits stood in check, see `Board`
    regime: Regime
    position: Position


def take_back(engine: Engine) -> TakenBack:
    """Take back the last move, and everything that happened after it."""
    if not engine._records:
        raise GameError("E_NOTHING_TO_UNDO", "no move has been played")
    if not engine._earlier:
        engine._recall()
    board = engine.board
    position = None if engine.is_bare else board.copy()
    record, before = engine._records[-1], engine._earlier[-1]
    kept = TakenBack(
        record,
        tuple(incident for incident in engine._incidents if incident.after == len(engine._records)),
        before.position.key,
        before.length,
        tuple(board.journal[before.length :]),
        position,
        board.irregular_at == len(board.journal),
        engine._game.regime(),
        engine._position,
    )
    chronicle = record.chronicle
    if chronicle is not None and chronicle.engine is engine and chronicle.end == len(board.journal):
        chronicle.keep(record, position)
    engine.undo()
    return kept


def bring_back(engine: Engine, kept: TakenBack) -> MoveRecord:
    """Bring back a move where it was taken back."""
    if kept.record.number != len(engine._records) or kept.before != engine.position_key:
        raise GameError("E_NOTHING_TO_REDO", "the move was taken back in another position")
    board = engine.board
    shift = len(board.journal) - kept.length
    engine._earlier.append(Departure(engine._position, len(board.journal), board.irregular_at))
    engine._keep_shown()
    engine._game.resume(kept.regime)
    _bring_board(board, kept)
    if kept.is_irregular:
        board.irregular_at = len(board.journal)
    engine._position = kept.position
    engine._count()
    engine._records.append(kept.record)
    engine._incidents.extend(incident.shifted(shift) for incident in kept.incidents)
    return kept.record


def _bring_board(board: Board, kept: TakenBack) -> None:
    """Let a board, and its journal, be as the move left them."""
    if kept.board is not None:
        board.take_over(kept.board)
        board.journal.extend(kept.entries)
        return
    *before, made = kept.entries
    board.journal.extend(before)
    board.make(made[0])  # type: ignore[index]


def cut_back(engine: Engine, count: int) -> None:
    """Take a game back to where it was before the move that followed so many others. No rule runs, and what
    is taken back is gone for good."""
    if len(engine._records) - count > len(engine._earlier):
        engine._recall()
    while len(engine._records) > count + 1:
        engine._uncount()
        engine._position = engine._earlier.pop().position
        engine._records.pop()
    if len(engine._records) > count:
        engine._unplay()
        engine._records.pop()
        engine._incidents[:] = [incident for incident in engine._incidents if incident.after <= count]
