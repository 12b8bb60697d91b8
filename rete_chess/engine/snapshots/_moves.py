"""The moves of a snapshot: told in rows, and as records that know all but their traces and events.

Who asks for these lets the past of the game be played again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from rete_chess.core.board import Board
from rete_chess.core.geometry import COLORS
from rete_chess.core.results import Result
from rete_chess.engine._moves import LegalMove, foreign_move
from rete_chess.engine.chronicle import Chronicle, Notes, Told
from rete_chess.engine.move.trace import Trace
from rete_chess.engine.records import MoveRecord
from rete_chess.engine.snapshots.form import MoreForm, MoveRow

if TYPE_CHECKING:
    from rete_chess.engine.snapshots.past import Past

# -- told ------------------------------------------------------------------------------------------


def move_data(record: MoveRecord) -> list[Any]:
    """The row of a move."""
    move = record.move
    row = [str(move), record.san, COLORS.index(record.mover), move.piece_id, move.piece_type or ""]
    further = {
        "captured": None if move.captured_id is None else [move.captured_id, move.captured_type],
        "promotion": move.promotion,
        "tag": move.tag,
        "castle": move.is_castle,
        "enPassant": move.is_en_passant,
        "doubleStep": move.is_double_step,
        "drop": move.is_drop,
        "act": _act_data(move),
        "goesOn": not record.turn_flipped,
        "result": record.result and list(record.result),
    }
    more = {name: value for name, value in further.items() if value}
    squares = move.squares or (0,)
    return [*row, squares[0], squares[-1], *([more] if more else [])]


def _act_data(move: LegalMove) -> dict[str, Any] | None:
    """What an act is; None for any other move."""
    if move.act is None:
        return None
    told = {
        "actor": move.from_square is not None,
        "target": move.to_square is not None,
        "piece": move.target_id,
    }
    return {"id": move.act, **{name: value for name, value in told.items() if value}}


# -- read ------------------------------------------------------------------------------------------


def records_of(rows: Sequence[MoveRow], past: Past) -> list[MoveRecord]:
    """The records of all moves of a past."""
    return [_record(number, row, past) for number, row in enumerate(rows)]


def _record(number: int, row: MoveRow, past: Past) -> MoveRecord:
    text, notation, color = row[:3]
    more = row[7] if len(row) == 8 else _NOTHING_MORE
    result = more.result and Result(*more.result)
    return MoveRecord(
        number,
        _move(text, row, more),
        COLORS[color],
        not more.goes_on,
        result,
        EarlierTrace(lambda: past.record(number).trace),
        EarlierChronicle(past, notation),
    )


def _move(text: str, row: MoveRow, more: MoreForm) -> LegalMove:
    """A move that knows what it does, but is of no lawbook any more."""
    captured = (None, None) if more.captured is None else more.captured
    further = (more.promotion, more.tag, more.castle, more.en_passant, more.double_step, more.drop)
    piece, kind, origin, target = row[3:7]
    if more.act is not None:
        act = more.act
        squares = (origin if act.actor else None, target if act.target else None)
        told = (-1, -1, piece, kind or None, *squares, *captured, *further, act.id, act.piece)
        return foreign_move(text, told)
    return foreign_move(
        text, (-1, -1, piece, kind, None if more.drop else origin, target, *captured, *further)
    )


_NOTHING_MORE: Final = MoreForm()


class EarlierTrace(Trace):
    """The trace of something that happened before the game was resumed."""

    __slots__ = ("_find",)

    def __init__(self, find: Callable[[], Trace]) -> None:
        self._find = find  # and nothing else: what is not there is found

    def __getattr__(self, name: str) -> Any:
        if name not in Trace.__slots__:
            raise AttributeError(name)
        _fill(self, _fields(self._find()))
        return getattr(self, name)

    def __reduce__(self) -> tuple[Any, ...]:
        return _trace, (_fields(self),)


def _fields(trace: Trace) -> dict[str, Any]:
    return {name: getattr(trace, name) for name in Trace.__slots__}


def _fill(trace: Trace, fields: dict[str, Any]) -> None:
    for name, value in fields.items():
        setattr(trace, name, value)


def _trace(fields: dict[str, Any]) -> Trace:
    trace = Trace()
    _fill(trace, fields)
    return trace


class EarlierChronicle(Chronicle):
    """The chronicle of a move that was played before the game was resumed."""

    __slots__ = ("past",)

    def __init__(self, past: Past, notation: str) -> None:
        super().__init__(None, -1, -1, None, Notes(san=notation))
        self.past = past

    def read(self, record: MoveRecord) -> tuple[Told, ...]:
        if self.notes.log is None:
            self.notes.log = self.past.record(record.number).log
        return self.notes.log

    def digest(self, record: MoveRecord) -> str:
        if not self.notes.digest:
            self.notes.digest = self.past.record(record.number).digest
        return self.notes.digest

    def keep(self, record: MoveRecord, position: Board | None = None) -> None:
        """Nothing: the past knows."""
