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
    entries: tuple[JournalEntry, ...]  # of the journal
    board: Board
    regime: Regime
    position: Position


def take_back(engine: Engine) -> TakenBack:
    """Take back the last move, and everything that happened after it."""
    if not engine._records:
        raise GameError("E_NOTHING_TO_UNDO", "no move has been played")
    board = engine.board
    before, start = engine._earlier[-1]
    kept = TakenBack(
        engine._records[-1],
        tuple(incident for incident in engine._incidents if incident.after == len(engine._records)),
        before.key,
        tuple(board.journal[start:]),
        board.copy(),
        engine._game.regime(),
        engine._position,
    )
    engine.undo()
    return kept


def bring_back(engine: Engine, kept: TakenBack) -> MoveRecord:
    """Bring back a move where it was taken back."""
    if kept.record.number != len(engine._records) or kept.before != engine.position_key:
        raise GameError("E_NOTHING_TO_REDO", "the move was taken back in another position")
    board = engine.board
    engine._earlier.append(Departure(engine._position, len(board.journal)))
    engine._game.resume(kept.regime)
    board.take_over(kept.board)
    board.journal.extend(kept.entries)
    if kept.board.irregular_at == 0:
        board.irregular_at = len(board.journal)
    engine._position = kept.position
    engine._count()
    engine._records.append(kept.record)
    engine._incidents.extend(kept.incidents)
    return kept.record
