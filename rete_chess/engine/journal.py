"""Journal entries of a game: changes of what it goes by besides its facts.

They find the game by its board, so that they hold for a copy of it too.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from rete_chess.compiler import Program
from rete_chess.core.board import Board


class Reset(NamedTuple):
    """Another value of something that a game goes by: its active presets, its verdict, what waits."""

    name: str
    before: Any
    entity: int = 0
    what: str = ""

    def undo(self, board: Board) -> None:
        setattr(board.game, self.name, self.before)


class ProgramChange(NamedTuple):
    """Another program in force."""

    before: Program
    entity: int = 0
    what: str = ""

    def undo(self, board: Board) -> None:
        board.game.take_program(self.before)
