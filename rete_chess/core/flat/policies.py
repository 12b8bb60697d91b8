"""The policies of a lawbook that tables can say, as vectors: conditions on the position, effects of captures.

A condition holds if one of its clauses does, a clause if there are pieces for all that it asks for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from rete_chess.core.flat import i64
from rete_chess.core.flat.vectors import vector
from rete_chess.core.laws import AROUND_TARGET, AT_ORIGIN, RAISE_WALL

#: The numbers of what a clause asks for: colour, types as bits, where the squares are listed as flags or -1,
#: which piece before it must stand near to it or -1, whether nobody may stand there, whether all are royal.
ASKED: Final[i64] = 6
#: The numbers of an effect: action, place, sides, movers and victims as bits, where its rings are listed.
EFFECT: Final[i64] = 6
#: What an effect does, and where.
DESTROYS: Final[i64] = 0
BUILDS: Final[i64] = 3
AT_START: Final[i64] = 1
AROUND: Final[i64] = 2


class Policies:
    """The conditions and effects of one lawbook."""

    def __init__(self, book: Any) -> None:
        laws = book.laws
        self.book: Any = book
        self.flags: list[int] = []
        self.asked: list[int] = []
        self.ended: i64 = self._condition(laws.ended_when)
        self.knows_material: bool = laws.scanty is None or laws.scanty_when is not None
        self.scanty: i64 = self._condition(laws.scanty_when)
        self.exempt_white: i64 = self._condition(laws.exempt_when[0])
        self.exempt_black: i64 = self._condition(laws.exempt_when[1])
        self.has_exempt: bool = any(clauses is not None for clauses in laws.exempt_when)
        self.clauses = vector(self.asked)
        self.squares = vector(self.flags)
        size: int = book.geometry.size
        rings = [book.geometry.around(square) for square in range(size if self.asked else 0)]
        self.near = vector([int(other in ring) for ring in rings for other in range(size)])
        self.must_capture: bool = laws.must_capture
        self.effects = vector(self._effects(laws.effects))
        self.effect_count: i64 = len(laws.effects)
        self.has_effects: bool = len(laws.effects) > 0
        self.rings = vector(self.ring_numbers)
        self.wall_keys = vector(_wall_keys(size) if laws.effects else ())

    def _condition(self, clauses: Sequence[Any] | None) -> int:
        """Write a condition down; returns where it begins, or -1 where there is none."""
        if clauses is None:
            return -1
        written = [self._clause(clause) for clause in clauses]
        place = len(self.asked)
        self.asked.append(len(written))
        for numbers in written:
            self.asked += [len(numbers), *numbers]
        return place

    def _clause(self, clause: Sequence[Any]) -> list[int]:
        size, rows = self.book.geometry.size, self.book.rows
        numbers: list[int] = []
        for asked in clause:
            place = -1
            if asked.squares is not None:
                place = len(self.flags)
                self.flags += [int(square in asked.squares) for square in range(size)]
            types = sum(1 << index for index in asked.types)
            is_royal = all(rows[asked.color][index][0].is_royal for index in asked.types)
            numbers += [asked.color, types, place, asked.near, asked.is_absent, is_royal]
        return numbers

    def _effects(self, effects: Sequence[Any]) -> list[int]:
        self.ring_numbers: list[int] = []
        numbers: list[int] = []
        types = list(self.book.types)
        for effect in effects:
            sides = sum(1 << color for color in (0, 1) if effect.sides[color])
            place = len(self.ring_numbers)
            if effect.where == AROUND_TARGET:
                place = self._rings(effect.radius)
            numbers += [effect.action, effect.where, sides]
            numbers += [_bits(effect.movers, types), _bits(effect.types, types), place]
        return numbers

    def _rings(self, radius: int) -> int:
        """Where the squares around each square are listed: first where each list begins, then the lists."""
        size: int = self.book.geometry.size
        place = len(self.ring_numbers)
        self.ring_numbers += [0] * size
        for square in range(size):
            self.ring_numbers[place + square] = len(self.ring_numbers)
            ring = self.book.geometry.around(square, radius)
            self.ring_numbers += [len(ring), *ring]
        return place


def _bits(names: Any, types: list[str]) -> int:
    """The types as bits; all of them for None."""
    return (1 << len(types)) - 1 if names is None else sum(1 << types.index(n) for n in names if n in types)


def _wall_keys(size: int) -> list[int]:
    from rete_chess.core.keys import wall_key

    return [wall_key(square) for square in range(size)]


assert (int(DESTROYS), int(BUILDS), int(AT_START), int(AROUND)) == (0, RAISE_WALL, AT_ORIGIN, AROUND_TARGET)
