"""What sides see, as programs hold it: whom documents hide, how far each side sees, and the spectators."""

from __future__ import annotations

from dataclasses import dataclass

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
        frames = self._frames(board)
        board.meter.charge(PIECE * len(frames))
        return any(self.filter.passes(entity, frame) for frame in frames)

    def may_hide(self, board: Board, color: int) -> set[int]:
        """The squares of which it speaks: pieces of a side there may be hidden. None where it names none."""
        squares, test = self.filter.square, self.filter.color
        if squares is None or not self.sides[color]:
            return set()
        frames = self._frames(board)
        board.meter.charge(PIECE * len(frames) * len(board.cells))
        return {
            square
            for frame in frames
            if test is None or test.holds(COLORS[color], frame)
            for square in range(len(board.cells))
            if squares.has(square, color, frame)
        }

    def _frames(self, board: Board) -> list[Frame]:
        if self.carrier is None:
            return [Frame(board)]
        return [Frame(board, None, {"self": entity}) for entity in self.carrier.entities(board)]


@dataclass(frozen=True)
class Sight:
    """What sides see of each other, by colour of who looks."""

    hidings: tuple[Hiding, ...]
    all: tuple[bool, bool]  # whether it sees all squares
    reach: tuple[bool, bool]  # else those that its pieces reach
    around: tuple[int, int]  # and those so many king's steps around them; -1: none
    spectators: str
