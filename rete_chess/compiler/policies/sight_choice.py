"""What sides see, as programs hold it: whom documents hide, how far each side sees, and the spectators."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rete_chess.core.board import Board
from rete_chess.core.geometry import COLORS
from rete_chess.costs import PIECE
from rete_chess.facts.carriers import Carrier
from rete_chess.facts.words.filters import Filter
from rete_chess.facts.words.terms import Frame
from rete_chess.metering import Part


@dataclass(frozen=True)
class Hiding:
    """Pieces that the other side does not see."""

    sides: tuple[bool, bool]  # whose pieces may be meant
    filter: Filter
    carrier: Carrier | None  # whose carriers the filter speaks of by `$self`
    part: Part

    def hides(self, board: Board, entity: int) -> bool:
        """Whether a piece is hidden."""
        return any(self.filter.passes(entity, frame) for frame in self._frames(board))

    def may_hide(self, board: Board, color: int) -> set[int]:
        """The squares of which it speaks: pieces of a side there may be hidden. None where it names none."""
        squares, test = self.filter.square, self.filter.color
        if squares is None or not self.sides[color]:
            return set()
        board.meter.charge(PIECE * len(board.cells))
        return {
            square
            for frame in self._frames(board)
            if test is None or test.holds(COLORS[color], frame)
            for square in range(len(board.cells))
            if squares.has(square, color, frame)
        }

    def _frames(self, board: Board) -> Iterator[Frame]:
        if self.carrier is None:
            yield Frame(board)
            return
        names: dict[str, Any]
        for entity in self.carrier.entities(board):
            names = {"self": entity}
            yield Frame(board, None, names)


@dataclass(frozen=True)
class Sight:
    """What sides see of each other, by colour of who looks."""

    hidings: tuple[Hiding, ...]
    all: tuple[bool, bool]  # whether it sees all squares
    reach: tuple[bool, bool]  # else those that its pieces reach
    around: tuple[int, int]  # and those so many king's steps around them; -1: none
    spectators: str
