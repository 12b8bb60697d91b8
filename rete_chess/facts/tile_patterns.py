"""Patterns on tiles: which special squares a rule or policy speaks of."""

from __future__ import annotations

from collections.abc import Iterator

from rete_chess.facts.filters import Squares, Test, bound_facts
from rete_chess.facts.late import dataclass
from rete_chess.facts.session import get_fact
from rete_chess.facts.terms import Frame
from rete_chess.facts.tiles import place_of_tile, tiles


@dataclass(frozen=True)
class TileFilter:
    """A condition on a tile; every given part must hold. Zones are seen from White's side."""

    id: Test | None = None
    type: Test | None = None
    square: Squares | None = None
    attributes: tuple[tuple[str, Test], ...] = ()

    def passes(self, entity: int, frame: Frame) -> bool:
        """Whether an entity is a tile that passes."""
        board = frame.board
        kind, place = tiles(board).get(entity), place_of_tile(board, entity)
        if kind is None or place is None:
            return False
        if self.id is not None and not self.id.holds(entity, frame):
            return False
        if self.type is not None and not self.type.holds(kind, frame):
            return False
        if self.square is not None and not self.square.has(place, 0, frame):
            return False
        return all(test.holds(get_fact(board, entity, name), frame) for name, test in self.attributes)


@dataclass(frozen=True)
class TilePattern:
    """A tile that passes a filter; names may be bound to it and to its facts."""

    filter: TileFilter
    entity: str = ""  # the name bound to the tile
    binds: tuple[tuple[str, str], ...] = ()  # (name, fact): bound, or equal if bound already

    def matches(self, frame: Frame) -> Iterator[Frame]:
        known = frame.names.get(self.entity) if self.entity else None
        for entity in [known] if known is not None else sorted(tiles(frame.board)):
            names = bound_facts(frame, self.binds, entity)
            if names is None:
                continue
            if self.entity:
                names[self.entity] = entity
            inner = Frame(frame.board, frame.event, names)
            if self.filter.passes(entity, inner):
                yield inner
