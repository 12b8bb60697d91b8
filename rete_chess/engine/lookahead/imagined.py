"""What moves would come to: played with all their stages on the native network, and taken back."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from rete_chess.compiler import Program
from rete_chess.core.board import Board
from rete_chess.core.fen import format_fen
from rete_chess.core.results import Result
from rete_chess.engine._moves import MoveList
from rete_chess.engine.move.trace import Trace
from rete_chess.engine.records import MoveRecord
from rete_chess.engine.rewind import cut_back
from rete_chess.engine.setup.fen_fields import join_fields
from rete_chess.facts.session import Session

if TYPE_CHECKING:
    from rete_chess.engine._engine import Engine


class WhatIf:
    """The answer: the records that the moves would have, and the position they would lead to."""

    def __init__(self, records: tuple[MoveRecord, ...], engine: Engine) -> None:
        self.records = records
        self.position_key = engine.position_key
        self.turn = engine.turn
        self.program: Program = engine.program
        self._board: Board = engine.board.copy()
        if (chronicle := self.record.chronicle) is not None:
            chronicle.keep(self.record, self._board)
        self._codes = engine._legal if engine.result is None else []

    @property
    def record(self) -> MoveRecord:
        """The record of the last move."""
        return self.records[-1]

    @property
    def result(self) -> Result | None:
        """How the game would end, or None if it would go on."""
        return self.record.result

    @property
    def trace(self) -> Trace:
        """What the last move would do, stage by stage."""
        return self.record.trace

    @property
    def preset_effects(self) -> tuple[str, ...]:
        """What rules would say about the moves."""
        return tuple(text for record in self.records for text in record.preset_effects)

    @cached_property
    def session(self) -> Session:
        """All facts as they would be."""
        return Session(self._board, self.program.vocabulary)

    @cached_property
    def fen(self) -> str:
        """The position as it would be."""
        return join_fields(self.session, self.program, format_fen(self._board))

    @cached_property
    def state_hash(self) -> str:
        """The digest that the game would have."""
        return self.session.state_hash()

    def legal_moves(self) -> MoveList:
        """What could be played next."""
        return MoveList(self._board, self._codes)


def what_if(engine: Engine, moves: tuple[str, ...]) -> WhatIf:
    """Play moves one after the other, look, and take them back, whatever fails in between."""
    start = len(engine._records)
    with engine._game.imagining():
        try:
            for number, move in enumerate(moves, start=1):
                record = engine.apply(move)
                engine.board.meter.demand_budget()
                if number < len(moves) and record.chronicle is not None:
                    record.chronicle.keep(record)
            return WhatIf(tuple(engine._records[start:]), engine)
        finally:
            cut_back(engine, start)
