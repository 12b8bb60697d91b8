"""Who may do an act, and on whom, asked of the position before it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rete_chess.compiler.provenance import asking, is_asked
from rete_chess.core.board import Board
from rete_chess.core.geometry import COLORS
from rete_chess.costs import PIECE
from rete_chess.facts.carriers import Carrier
from rete_chess.facts.words.filters import Filter, Squares
from rete_chess.facts.words.patterns import Pattern, holds
from rete_chess.facts.words.terms import Frame
from rete_chess.facts.words.word import walk
from rete_chess.metering import Part


@dataclass(frozen=True)
class ActChoice:
    """Who may do an act, and on whom: squares of both, -1 for neither."""

    sides: tuple[bool, bool]
    by: Filter | None
    carrier: Carrier | None
    piece: Filter | None
    squares: Squares | None
    is_empty: bool | None
    has_target: bool
    when: tuple[Pattern, ...]
    asks: bool  # it asks for legal moves itself, and does not exist inside such a question
    part: Part

    def __call__(self, board: Board) -> list[tuple[int, int]]:
        if not self.sides[board.turn] or (self.asks and is_asked(board)):
            return []
        meter = board.meter
        spender = meter.turn_to(self.part)
        try:
            if not self.asks:
                return list(self._found(board))
            with asking(board):
                return list(self._found(board))
        finally:
            meter.turn_to(spender)

    def _found(self, board: Board) -> Iterator[tuple[int, int]]:
        frame = _frame(board)
        is_general = self._is_general
        if is_general and self.when and not holds(self.when, frame):
            return
        for actor, acting in self._actors(board, frame):
            for target, aimed in self._targets(board, acting):
                if is_general or not self.when or holds(self.when, aimed):
                    yield actor, target

    @property
    def _is_general(self) -> bool:
        """Whether its condition speaks of nobody in particular."""
        return not any({"self", "target"} & set(word.speaks_of) for word in walk(self.when))

    def _actors(self, board: Board, frame: Frame) -> Iterator[tuple[int, Frame]]:
        """The squares of those who may act, each with what is known by then."""
        if self.by is None and self.carrier is None:
            yield -1, frame
            return
        own = board.pieces[board.turn]
        carriers = None if self.carrier is None else set(self.carrier.entities(board))
        board.meter.charge(PIECE * len(own))
        for square in sorted(own):
            entity = board.entities[square]
            if carriers is None or entity in carriers:
                acting = _known(frame, "self", entity)
                if self.by is None or self.by.passes(entity, acting):
                    yield square, acting

    def _targets(self, board: Board, frame: Frame) -> Iterator[tuple[int, Frame]]:
        """The squares that may be chosen by an actor, each with what is known by then."""
        if not self.has_target:
            yield -1, frame
            return
        if self.piece is not None:
            places = sorted(board.squares.values())
        else:
            places = list(range(len(board.cells)))
        board.meter.charge(PIECE * len(places))
        for square in places:
            target = self._target(board, square, frame)
            if target is not None:
                yield square, _known(frame, "target", target)

    def _target(self, board: Board, square: int, frame: Frame) -> int | None:
        """The piece on a square or the square itself, if it may be chosen."""
        if self.piece is not None:
            entity = board.entities[square]
            return entity if entity and self.piece.passes(entity, frame) else None
        if self.squares is not None and not self.squares.has(square, board.turn, frame):
            return None
        return square if self.is_empty in (None, board.cells[square] < 0) else None

    def objection(self, board: Board, actor: int, target: int) -> str:
        """What keeps an actor from the act, or a target from being chosen; nothing if all is well."""
        if not self.sides[board.turn]:
            return f"this act is not one of {COLORS[board.turn]}"
        acting = [known for square, known in self._actors(board, _frame(board)) if square == actor]
        if not acting:
            return "nobody who can do this acts" if actor < 0 else "who stands there cannot do this now"
        aimed = [known for square, known in self._targets(board, acting[0]) if square == target]
        if not aimed:
            return "this act needs another target" if self.has_target else "this act has no target"
        with asking(board):
            return "" if holds(self.when, aimed[0]) else "what must hold for this act does not hold now"


def _known(frame: Frame, name: str, value: int) -> Frame:
    """The frame with one more name."""
    return Frame(frame.board, frame.event, {**frame.names, name: value})


def _frame(board: Board) -> Frame:
    names: dict[str, Any] = {"mover": COLORS[board.turn], "enemy": COLORS[board.turn ^ 1]}
    return Frame(board, None, names)
