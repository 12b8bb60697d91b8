"""To which pieces an offer is made, asked of the position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rete_chess.compiler.provenance import asking, is_asked
from rete_chess.core.board import Board
from rete_chess.core.geometry import COLORS
from rete_chess.costs import PIECE
from rete_chess.facts.words.filters import Filter
from rete_chess.facts.words.patterns import Pattern, holds
from rete_chess.facts.words.terms import Frame
from rete_chess.facts.words.word import walk
from rete_chess.metering import Part


@dataclass(frozen=True)
class OfferChoice:
    """The own pieces to which an offer is made."""

    sides: tuple[bool, bool]
    chosen: Filter
    name: str  # by which its patterns speak of the piece, if they do
    when: tuple[Pattern, ...]
    asks: bool  # it asks for legal moves itself, and is not made inside such a question
    part: Part

    def __call__(self, board: Board) -> frozenset[int]:
        if not self.sides[board.turn] or (self.asks and is_asked(board)):
            return frozenset()
        meter = board.meter
        spender = meter.turn_to(self.part)
        try:
            if not self.asks:
                return self._found(board)
            with asking(board):
                return self._found(board)
        finally:
            meter.turn_to(spender)

    def _found(self, board: Board) -> frozenset[int]:
        frame, own = _frame(board), board.pieces[board.turn]
        is_general = not self.name or not any(self.name in word.speaks_of for word in walk(self.when))
        if is_general and self.when and not holds(self.when, frame):
            return frozenset()
        board.meter.charge(PIECE * len(own))
        return frozenset(
            square
            for square in sorted(own)
            if self.chosen.passes(board.entities[square], frame)
            and (is_general or holds(self.when, self._of(board.entities[square], frame)))
        )

    @property
    def needs_hand(self) -> bool:
        """Whether it asks for something in the hand of the mover."""
        return any(pattern.asks_hand_of("mover") for pattern in self.when)

    def _of(self, entity: int, frame: Frame) -> Frame:
        return Frame(frame.board, frame.event, {**frame.names, self.name: entity})

    def objection(self, board: Board, square: int) -> str:
        """What keeps the offer from being made to an own piece; nothing if all is well."""
        frame, entity = _frame(board), board.entities[square]
        if not self.sides[board.turn]:
            return f"this offer is not made to {COLORS[board.turn]}"
        if not self.chosen.passes(entity, frame):
            return "this offer is not made to the piece that stands there"
        with asking(board):
            is_met = not self.when or holds(self.when, self._of(entity, frame) if self.name else frame)
        return "" if is_met else "what must hold for this offer does not hold now"


@dataclass(frozen=True)
class AnyOffer:
    """The own pieces that one of several choices chooses, by their squares."""

    choices: tuple[OfferChoice, ...]

    def __call__(self, board: Board) -> frozenset[int]:
        return frozenset().union(*(choice(board) for choice in self.choices))


def _frame(board: Board) -> Frame:
    names: dict[str, Any] = {"mover": COLORS[board.turn], "enemy": COLORS[board.turn ^ 1]}
    return Frame(board, None, names)
