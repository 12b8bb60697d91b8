"""Keys of facts: one number for all that is declared and held, kept up to date write by write."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from rete_chess.core.board import Board
from rete_chess.core.journal import ALL, PLACE
from rete_chess.core.keys import name_key
from rete_chess.engine.matching.follower import Follower
from rete_chess.facts.kept import FrozenDict
from rete_chess.facts.tiles import TILE_PLACE, place_of_tile

_text_key = lru_cache(maxsize=16384)(name_key)


class _Value:
    """A value of an attribute as keys see it."""

    __slots__ = ("text",)

    def __init__(self, attribute: str, value: Any) -> None:
        self.text = f" {attribute} {value!r}"


class _Facts:
    """All that an entity holds, with the keys that it has by that, place by place."""

    __slots__ = ("keys", "values")

    def __init__(self, values: Iterable[_Value]) -> None:
        self.values = tuple(values)
        self.keys: dict[int, int] = {}

    def key_at(self, place: int) -> int:
        """The key of an entity that holds all this in a place."""
        key = 0
        for value in self.values:
            key ^= _text_key(f"{place}{value.text}")
        self.keys[place] = key
        return key


class FactKeys:
    """The key of all declared facts, by square instead of by entity, kept up to date write by write."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.follower = Follower(board)
        self._parts: dict[int, int] = {}
        self._key = 0
        self._facts: dict[int, _Facts] = {}  # of each entity that has some
        self._held: dict[int, dict[str, _Value]] = {}  # the same by entity and attribute
        #: Values by attribute, type and value; of those alone that no other equals. Pieces share facts.
        self._values: dict[tuple[str, type, Any], _Value] = {}
        self._shared: dict[frozenset[_Value], _Facts] = {}
        for entity in {entity for column in board.columns.values() for entity in column}:
            self.follower.dirty[entity] = {ALL}

    def expect_rollback(self, length: int) -> None:
        """Note what will change when the journal is taken back to a length, unless nobody has facts or gets
        them back by that."""
        follower, journal = self.follower, self.board.journal
        is_bare = len(journal) == length + 1 and journal[length].__class__ is tuple
        if not is_bare or self.board.columns or self._parts:
            follower.expect_rollback(length)
        elif follower.seen > length:
            follower.seen = length

    def key(self) -> int:
        """The key of the facts as they are now."""
        if self.follower.catch_up():
            parts, known, dirty, columns = self._parts, self._facts, self.follower.dirty, self.board.columns
            squares, has_tiles = self.board.squares, TILE_PLACE in columns
            for entity, marks in dirty.items():
                if len(marks) > 1 or PLACE not in marks or has_tiles:
                    self._take_up(entity, columns if ALL in marks else marks)
                facts, part = known.get(entity), 0
                if facts is not None:
                    place = self._place(entity) if has_tiles or entity <= 0 else squares.get(entity, -1)
                    key = facts.keys.get(place)
                    part = facts.key_at(place) if key is None else key
                self._key ^= parts.get(entity, 0) ^ part
                parts[entity] = part
            dirty.clear()
        return self._key

    def _take_up(self, entity: int, attributes: Iterable[str]) -> None:
        """Note what an entity holds now of some attributes."""
        columns, held = self.board.columns, self._held.get(entity)
        if held is None:
            held = self._held[entity] = {}
        for attribute in [*attributes, *held] if attributes is columns else attributes:
            column = columns.get(attribute)
            value = None if column is None else column.get(entity)
            if value is not None:
                held[attribute] = self._value(attribute, value)
            else:
                held.pop(attribute, None)
        if not held:
            del self._held[entity]
            self._facts.pop(entity, None)
            return
        values = frozenset(held.values())
        facts = self._shared.get(values)
        if facts is None:
            facts = self._shared[values] = _Facts(held.values())
        self._facts[entity] = facts

    def _value(self, attribute: str, value: Any) -> _Value:
        kind = value.__class__
        if kind is tuple or kind is FrozenDict:  # (1,) equals (True,), and is another value
            return _Value(attribute, value)
        known = self._values.get((attribute, kind, value))
        if known is None:
            known = self._values[attribute, kind, value] = _Value(attribute, value)
        return known

    def _place(self, entity: int) -> int:
        """Where an entity is: a piece or tile by its square, the game by itself."""
        board = self.board
        place = place_of_tile(board, entity) if TILE_PLACE in board.columns else None
        if place is not None:
            return place
        return board.square_of(entity) if entity > 0 else entity - 1
