"""The states of a game to which it can go back: positions, regimes, and journal entries of their changes.

Journal entries find the game by its board, so that they hold for a copy of it too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from rete_chess.compiler import CustomModifiers, Program
from rete_chess.core.board import Board
from rete_chess.core.results import Result
from rete_chess.engine.setup.active_set import ActiveSet
from rete_chess.engine.stream import Stream
from rete_chess.errors import Problem

if TYPE_CHECKING:
    from rete_chess.documents import Document


class Position(NamedTuple):
    """A position: its key without its history, its legal moves, how the game ends in it, if it does, and
    whether draws of chess may be claimed in it."""

    key: int
    legal: list[int]
    result: Result | None = None
    has_draws: bool = True


class Departure(NamedTuple):
    """A position that a move was played in, and what the board noted beside it: the way back to it."""

    position: Position
    length: int  # of the journal
    irregular_at: int  # see `Board`

    def shifted(self, by: int) -> Departure:
        """The same under a journal that has become longer at its beginning."""
        return self._replace(length=self.length + by)


class Origin(NamedTuple):
    """How a game began."""

    program: Program
    fen: str | None  # None: as the program says
    chess960: bool
    stream: Stream = Stream()


class Regime(NamedTuple):
    """The regime of a game: its program, presets, waiting profiles and modifiers, what a rule said, the
    warnings about its profiles, and how much it has drawn."""

    program: Program
    active: ActiveSet
    verdict: Result | None
    pending: tuple[Document, ...] | None
    custom_modifiers: CustomModifiers
    warnings: tuple[Problem, ...]
    drawn: int


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
