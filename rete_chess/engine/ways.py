"""The ways of one piece to one square, open or not: what stands in the way of a move that is not there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rete_chess.core.board import Board
from rete_chess.core.reach import Reach, Step


class OneWay(NamedTuple):
    """A way to a square: the moves along it, the squares between, and what it is for."""

    moves: tuple[int, ...]
    between: tuple[int, ...]
    moves_quietly: bool
    captures: bool

    def blocker(self, board: Board) -> int:
        """The first square on the way that is not free, or -1."""
        return next((square for square in self.between if board.cells[square] >= 0), -1)


def ways_to(reach: Reach, target: int) -> list[OneWay]:
    """All ways of a piece to a square, without castling and en passant."""
    return list(_ways(reach, target))


def _ways(reach: Reach, target: int) -> Iterator[OneWay]:
    yield from _along([(step,) for step in reach.leaps], target, True, True)
    yield from _along(reach.rays, target, True, True)
    yield from _along([(step,) for step in reach.strikes], target, False, True)
    yield from _along(reach.trails, target, True, False)
    for option in reach.options:
        if option.target == target:
            for ways, is_strike in ((option.quiet, False), (option.strike, True)):
                for way in ways:
                    yield OneWay(way.moves, way.clear, not is_strike, is_strike)
    if reach.plain_part is not None:
        yield from _ways(reach.plain_part, target)


def _along(
    lines: tuple[tuple[Step, ...], ...] | list[tuple[Step, ...]], target: int, quiet: bool, captures: bool
) -> Iterator[OneWay]:
    for line in lines:
        moves = tuple(move for square, move in line if square == target)
        if moves:
            squares = [square for square, _ in line]
            yield OneWay(moves, tuple(squares[: squares.index(target)]), quiet, captures)
