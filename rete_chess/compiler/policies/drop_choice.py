"""Which drops a condition chooses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rete_chess.core.board import Board
from rete_chess.core.deeds import play
from rete_chess.core.geometry import COLORS
from rete_chess.core.moves import MANNER_SHIFT, SPECIAL, promotion_of, target_of
from rete_chess.costs import TRIAL
from rete_chess.facts.words.patterns import Pattern, holds
from rete_chess.facts.words.terms import Frame
from rete_chess.metering import Part

#: Types and colours, by their numbers.
Kinds = frozenset[tuple[str, int]]


@dataclass(frozen=True)
class DropChoice:
    """Which drops a condition on the position chooses: the one before the drop, or the one after it."""

    kinds: Kinds
    patterns: tuple[Pattern, ...]
    is_after: bool
    part: Part

    def __call__(self, board: Board, moves: list[int]) -> list[int]:
        return [move for move in self._concerned(board, moves) if self._has(board, move)]

    def _concerned(self, board: Board, moves: list[int]) -> Iterator[int]:
        manners, types = board.book.manners, board.book.types
        for move in moves:
            is_drop = move >= SPECIAL and manners[move >> MANNER_SHIFT].drops
            if is_drop and (types[promotion_of(move)], board.turn) in self.kinds:
                yield move

    def _has(self, board: Board, move: int) -> bool:
        turn, target = board.turn, target_of(move)
        names: dict[str, Any] = {"mover": COLORS[turn], "enemy": COLORS[turn ^ 1], "to": target}
        meter, length = board.meter, len(board.journal)
        spender = meter.turn_to(self.part)
        meter.charge(TRIAL)
        try:
            if self.is_after:
                play(board, move)
            return holds(self.patterns, Frame(board, None, names))
        finally:
            board.rollback(length)
            meter.turn_to(spender)
