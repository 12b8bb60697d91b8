"""Looks at a board: who stands where with which facts, and what is other than at an earlier look."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar

from rete_chess.core.geometry import COLORS, NEUTRAL, OWNERS
from rete_chess.core.reach import WALL
from rete_chess.engine import Engine
from rete_chess.facts.carriers import is_carried
from rete_chess.facts.kept import plain
from rete_chess.facts.tiles import TILE_PLACE, TILE_TYPE
from rete_chess.facts.vocabulary import CORE_GAME_ATTRIBUTES, GAME, PRESET_STATE

if TYPE_CHECKING:
    from rete_chess.match import Match
    from rete_chess.serial import shapes
    from rete_chess.serial.shapes.positions import Color, Owner

    Game = Engine | Match

_Entity = TypeVar("_Entity", bound=Mapping[str, Any])
_NONE: Final[dict[int, Any]] = {}


def engine_of(game: Game) -> Engine:
    """The engine of a game, which may be a match."""
    return game if isinstance(game, Engine) else game.engine


def side_word(color: str) -> Color:
    """A colour as one of the two words for it."""
    return "white" if color == COLORS[0] else "black"


def owner_word(color: int) -> Owner:
    """To whom a piece belongs, as one of the three words for it."""
    return "neutral" if color == NEUTRAL else side_word(OWNERS[color])


class Look:
    """What stands on the board of a game at one moment. It is taken faster than a copy of the game, and stays
    as it is when the game goes on."""

    def __init__(self, game: Game) -> None:
        engine = engine_of(game)
        board = engine.board
        self._book = board.book
        self._pieces = {
            board.entities[square]: reach for side in board.pieces for square, reach in side.items()
        }
        self._columns = {name: column.copy() for name, column in board.columns.items()}
        self._bonuses = {name: column.copy() for name, column in board.bonuses.items()}
        self._closed = {place for place in self._places.values() if board.cells[place] == WALL}
        held = sorted({*self._columns, *self._bonuses})
        declared = {name: engine.program.vocabulary.attributes.get(name) for name in held}
        self._names = {
            owner: [name for name, found in declared.items() if found is not None and found.of == owner]
            for owner in ("piece", "tile")
        }
        self._names["piece"] = [name for name in self._names["piece"] if not is_carried(name)]

    @property
    def _places(self) -> dict[int, int]:
        return self._columns.get(TILE_PLACE, _NONE)

    # -- who stands where ----------------------------------------------------------------------

    def pieces(self) -> list[shapes.Piece]:
        """All pieces with their facts in effect, by id."""
        return [self._piece(entity) for entity in sorted(self._pieces)]

    def tiles(self) -> list[shapes.Tile]:
        """All special squares with their facts in effect, by id."""
        return [self._tile(entity) for entity in sorted(self._columns.get(TILE_TYPE, _NONE))]

    def piece(self, entity: int) -> shapes.Piece | None:
        """A piece, if it is on the board."""
        return self._piece(entity) if entity in self._pieces else None

    def tile(self, entity: int) -> shapes.Tile | None:
        """A special square, if there is one."""
        return self._tile(entity) if entity in self._columns.get(TILE_TYPE, _NONE) else None

    def _piece(self, entity: int) -> shapes.Piece:
        reach = self._pieces[entity]
        return {
            "id": entity,
            "type": self._book.types[reach.type_index],
            "color": owner_word(reach.color),
            "square": self._book.geometry.names[reach.square],
            "facts": self._facts(entity, "piece"),
        }

    def _tile(self, entity: int) -> shapes.Tile:
        place = self._places[entity]
        return {
            "id": entity,
            "type": self._columns[TILE_TYPE][entity],
            "square": self._book.geometry.names[place],
            "isClosed": place in self._closed,
            "facts": self._facts(entity, "tile"),
        }

    def _facts(self, entity: int, owner: str) -> dict[str, Any]:
        """The declared attributes in effect, without those that only say who carries a bundle."""
        found = {}
        for name in self._names[owner]:
            value = self._columns.get(name, _NONE).get(entity)
            bonus = self._bonuses.get(name, _NONE).get(entity)
            if bonus is not None:
                value = bonus.on(value)
            if value is not None:
                found[name] = plain(value)
        return found

    def common(self, entity: int) -> dict[str, Any]:
        """The facts of the game with its sides, or of what presets remember."""
        return {
            name: plain(column[entity])
            for name, column in self._columns.items()
            if entity in column and name not in CORE_GAME_ATTRIBUTES
        }

    # -- what is other than before -------------------------------------------------------------

    def changes(self, before: Look) -> shapes.Changes:
        """What is other than at an earlier look."""
        touched = sorted(self._touched(before))
        pieces = [*_changed(touched, before.piece, self.piece)]
        tiles = [*_changed(touched, before.tile, self.tile)]
        facts = [
            change
            for entity in (PRESET_STATE, GAME)
            for change in differences(entity, before.common(entity), self.common(entity))
        ]
        facts += _fact_changes(pieces)
        facts += _fact_changes(tiles)
        return {
            "pieces": {str(entity): new for entity, _, new in pieces},
            "tiles": {str(entity): new for entity, _, new in tiles},
            "facts": facts,
        }

    def _touched(self, before: Look) -> set[int]:
        """All about whom anything is other, and perhaps some about whom nothing is."""
        found = {entity for entity, reach in self._pieces.items() if before._pieces.get(entity) is not reach}
        found |= before._pieces.keys() - self._pieces.keys()
        for old, new in ((before._columns, self._columns), (before._bonuses, self._bonuses)):
            for name in {*old, *new}:
                found |= _unequal(old.get(name, _NONE), new.get(name, _NONE))
        for place in before._closed ^ self._closed:
            found |= {entity for entity, held in self._places.items() if held == place}
        return found


def _unequal(old: Mapping[int, Any], new: Mapping[int, Any]) -> set[int]:
    """The keys whose values are unequal."""
    if old == new:
        return set()
    return {key for key in {*old, *new} if old.get(key) != new.get(key)}


def _changed(entities: Iterable[int], old: Any, new: Any) -> Iterator[tuple[int, Any, Any]]:
    """Those that came, changed or went, each as it was and as it is now; None: not there."""
    for entity in entities:
        was, now = old(entity), new(entity)
        if was != now:
            yield entity, was, now


def _fact_changes(changed: Iterable[tuple[int, Any, Any]]) -> Iterator[shapes.FactChange]:
    """The facts that changed of those who are there now."""
    for entity, old, new in changed:
        if new is not None:
            yield from differences(entity, {} if old is None else old["facts"], new["facts"])


def differences(entity: int, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[shapes.FactChange]:
    """The facts of one thing that have changed."""
    for name in sorted({*old, *new}):
        if old.get(name) != new.get(name):
            yield {"entity": entity, "attribute": name, "old": old.get(name), "new": new.get(name)}
