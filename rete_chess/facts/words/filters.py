"""Filters on pieces and squares: one form, used by patterns, targets, policies and counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from types import NoneType
from typing import Any

from rete_chess.core.attacks import standing_royals
from rete_chess.core.board import Board
from rete_chess.core.geometry import COLORS, Geometry, Zone, zone_squares
from rete_chess.facts.session import get_fact, reach_of, square_of
from rete_chess.facts.words.terms import Const, Frame, Term, fact_of
from rete_chess.facts.words.word import dataclass


@dataclass(frozen=True)
class Test:
    """A comparison of one value: eq, ne, in, not-in, lt, le, gt or ge."""

    op: str
    term: Term

    def holds(self, value: Any, frame: Frame) -> bool:
        other = self.term.of(frame)
        if self.op == "eq":
            return bool(value == other)
        if self.op == "ne":
            return bool(value != other)
        if self.op in ("in", "not-in"):
            return (value in (other if isinstance(other, (list, tuple)) else (other,))) == (self.op == "in")
        if isinstance(value, (str, NoneType)) or isinstance(other, (str, NoneType)):
            return False  # nothing that has a size
        return bool(
            value < other
            if self.op == "lt"
            else value <= other
            if self.op == "le"
            else value > other
            if self.op == "gt"
            else value >= other
        )


@dataclass(frozen=True)
class Squares:
    """A set of squares: given by reference, near another, or by a zone seen from a side."""

    at: Term | None = None  # one square, or a list of square names
    near: Term | None = None
    zone: Zone | None = None
    _zones: dict[tuple[Geometry, int], frozenset[int]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    _fixed: dict[tuple[Geometry, int], frozenset[int]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def has(self, square: int, color: int, frame: Frame) -> bool:
        """Whether a square belongs, seen from a side."""
        board = frame.board.book.geometry
        if self.at is not None and square not in squares_in(self.at.of(frame), frame):
            return False
        if self.near is not None:
            centre = self.near.of(frame)
            if isinstance(centre, str):
                centre = board.parse_square(centre)
            if centre is None or board.distance(square, centre) != 1:
                return False
        return self.zone is None or square in self._zone(self.zone, board, color)

    @property
    def is_fixed(self) -> bool:
        """Whether the same squares belong in every position."""
        return self.near is None and (self.at is None or isinstance(self.at, Const))

    def fixed(self, color: int, board: Board) -> frozenset[int]:
        """All squares of a set that is fixed, seen from a side, looked up once for each geometry and side."""
        geometry = board.book.geometry
        squares = self._fixed.get((geometry, color))
        if squares is None:
            frame = Frame(board)
            found = (square for square in range(geometry.size) if self.has(square, color, frame))
            squares = self._fixed[geometry, color] = frozenset(found)
        return squares

    def _zone(self, zone: Zone, board: Geometry, color: int) -> frozenset[int]:
        """The squares of the zone, looked up once for each board and side."""
        squares = self._zones.get((board, color))
        if squares is None:
            squares = self._zones[board, color] = zone_squares(zone, board, color)
        return squares


def squares_in(value: Any, frame: Frame) -> tuple[int, ...]:
    """Square numbers from a number, a name, or a list of either."""
    if value is None:
        return ()
    given = value if isinstance(value, (list, tuple)) else (value,)
    board = frame.board.book.geometry
    return tuple(board.parse_square(item) if isinstance(item, str) else item for item in given)


def bound_facts(frame: Frame, binds: Sequence[tuple[str, str]], entity: int) -> dict[str, Any] | None:
    """The names with the entity's facts bound, or None where a bound name differs."""
    names = dict(frame.names)
    for name, attribute in binds:
        value = fact_of(frame.board, entity, attribute)
        if value is None or names.setdefault(name, value) != value:
            return None
    return names


@dataclass(frozen=True)
class Filter:
    """A condition on a piece; every given part must hold. `last`: the only one left of its kind."""

    id: Test | None = None
    type: Test | None = None
    color: Test | None = None
    royal: bool | None = None
    last: bool = False
    square: Squares | None = None
    attributes: tuple[tuple[str, Test], ...] = ()

    def passes(self, entity: int, frame: Frame) -> bool:
        """Whether a piece passes; a dying piece stands nowhere and is not royal."""
        board = frame.board
        reach = reach_of(board, entity)
        if reach is None or (self.id is not None and not self.id.holds(entity, frame)):
            return False
        if self.type is not None and not self.type.holds(board.book.types[reach.type_index], frame):
            return False
        if self.color is not None and not self.color.holds(COLORS[reach.color], frame):
            return False
        for attribute, test in self.attributes:
            if not test.holds(get_fact(board, entity, attribute), frame):
                return False
        if self.royal is None and not self.last and self.square is None:
            return True
        return self._stands_right(entity, reach.color, frame)

    def _stands_right(self, entity: int, color: int, frame: Frame) -> bool:
        square = square_of(frame.board, entity)
        if self.royal is not None and (square in standing_royals(frame.board, color)) != self.royal:
            return False
        if self.last and not self._is_last(entity, color, frame):
            return False
        return self.square is None or (square >= 0 and self.square.has(square, color, frame))

    def _is_last(self, entity: int, color: int, frame: Frame) -> bool:
        board = frame.board
        kind = get_fact(board, entity, "PieceType")
        alike = [r for r in board.pieces[color].values() if board.book.types[r.type_index] == kind]
        return len(alike) == 1

    def select(self, frame: Frame) -> list[int]:
        """The pieces on the board that pass, by entity."""
        board = frame.board
        pieces = sorted(board.entities[square] for side in board.pieces for square in side)
        return [entity for entity in pieces if self.passes(entity, frame)]
