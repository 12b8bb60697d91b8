"""A transposition table of fixed size: what was found out about positions, by their keys."""

from __future__ import annotations

from typing import Final

from rete_chess.core.flat import i64
from rete_chess.core.flat.vectors import zeros

#: The kinds of bounds.
EXACT: Final[i64] = 0
AT_LEAST: Final[i64] = 1
AT_MOST: Final[i64] = 2

#: Values beyond this are certain wins, which are counted from the position and not from the root.
SURE: Final[i64] = 999_000


class Table:
    """A table of `2 ** bits` entries; of two positions that share one, the deeper look stays."""

    def __init__(self, bits: i64) -> None:
        size: i64 = 1 << bits
        self.mask: i64 = size - 1
        self.keys = zeros(size)
        self.values = zeros(size)
        self.moves = zeros(size)
        self.depths = zeros(size)
        self.kinds = zeros(size)
        self.age: i64 = 0  # of the looks that are made now
        self.ages = zeros(size)

    def find(self, key: i64) -> i64:
        """Where a position has its entry, or -1."""
        place: i64 = (key ^ key >> 32) & self.mask
        return place if self.keys[place] == key else -1

    def value(self, place: i64, ply: i64) -> i64:
        """The value of an entry as it is seen from the root."""
        value: i64 = self.values[place]
        if value > SURE:
            return value - ply
        return value + ply if value < -SURE else value

    def keep(self, key: i64, depth: i64, kind: i64, value: i64, move: i64, ply: i64) -> None:
        """Note what was found out about a position."""
        place: i64 = (key ^ key >> 32) & self.mask
        if self.keys[place] != key and self.ages[place] == self.age and self.depths[place] > depth + 2:
            return
        self.keys[place] = key
        self.depths[place] = depth
        self.kinds[place] = kind
        self.moves[place] = move
        self.ages[place] = self.age
        if value > SURE:
            value += ply
        elif value < -SURE:
            value -= ply
        self.values[place] = value
