"""Carriers: who has a bundle of rules, told by one fact, so that a network can join it.

A tile carries what its type says. A piece carries an ability by a fact of its own for each bundle;
anything else that hangs on single pieces can use the same fact.
"""

from __future__ import annotations

from typing import Final

from rete_chess.core.board import Board
from rete_chess.facts.tiles import TILE_TYPE
from rete_chess.facts.words.filters import Filter, Test, TileFilter
from rete_chess.facts.words.patterns import Pattern, PiecePattern, TilePattern
from rete_chess.facts.words.terms import Const
from rete_chess.facts.words.word import dataclass

#: How the names of the facts begin that say who carries something.
_CARRIES: Final = "carries "


@dataclass(frozen=True)
class Carrier:
    """The fact by which an entity carries a bundle, its `$self`."""

    of: str  # piece or tile
    attribute: str
    value: bool | str

    def test(self) -> tuple[str, Test]:
        """The fact as a part of a filter."""
        return self.attribute, Test("eq", Const(self.value))

    def pattern(self) -> Pattern:
        """The pattern that binds `self` to every carrier."""
        if self.of == "tile":
            return TilePattern(TileFilter(type=self.test()[1]), "self")
        return PiecePattern(Filter(attributes=(self.test(),)), "self")

    def entities(self, board: Board) -> list[int]:
        """All carriers."""
        column = board.columns.get(self.attribute, {})
        return sorted(entity for entity, value in column.items() if value == self.value)


def of_tile(type_id: str) -> Carrier:
    """Who carries the rules of a tile type."""
    return Carrier("tile", TILE_TYPE, type_id)


def of_piece(bundle: str) -> Carrier:
    """Who carries a bundle that hangs on pieces. No document can declare such a name."""
    return Carrier("piece", f"{_CARRIES}{bundle}", True)


def is_carried(attribute: str) -> bool:
    """Whether an attribute says that a piece carries a bundle; no rule writes it."""
    return attribute.startswith(_CARRIES)
