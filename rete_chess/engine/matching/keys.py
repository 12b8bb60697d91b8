"""What attributes add to a position's key: equal pieces with equal attributes on equal squares."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from rete_chess.core.board import Board
from rete_chess.core.keys import name_key
from rete_chess.engine.matching.feed import Follower
from rete_chess.facts.session import square_of
from rete_chess.facts.tiles import TILE_PLACE, place_of_tile

_text_key = lru_cache(maxsize=65536)(name_key)


class FactKeys:
    """The key of all declared facts, by square instead of by entity, kept up to date change by change."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.follower = Follower(board)
        self._parts: dict[int, int] = {}
        self._key = 0
        self._known: dict[tuple[int, str, Any], int] = {}  # keys by place, attribute and value
        for entity in {entity for column in board.columns.values() for entity in column}:
            self.follower.dirty[entity] = set()

    def key(self) -> int:
        """The key of the facts as they are now."""
        if self.board.columns and self.follower.catch_up():
            for entity in self.follower.dirty:
                part = self._part(entity)
                self._key ^= self._parts.get(entity, 0) ^ part
                self._parts[entity] = part
            self.follower.dirty.clear()
        return self._key

    def _part(self, entity: int) -> int:
        """What one entity adds: a piece or tile by its square, the game and presets by themselves."""
        board = self.board
        place = place_of_tile(board, entity) if TILE_PLACE in board.columns else None
        if place is None:
            place = square_of(board, entity) if entity > 0 else entity - 1
        known, part = self._known, 0
        for attribute, column in board.columns.items():
            if entity in column:
                value = column[entity]
                key = known.get((place, attribute, value))
                if key is None:
                    key = known[place, attribute, value] = _text_key(f"{place} {attribute} {value!r}")
                part ^= key
        return part
