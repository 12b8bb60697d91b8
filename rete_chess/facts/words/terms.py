"""Values in rules: constants, names bound by patterns, event fields, facts, sums and counts.

Everything here is data with one method; there is no other expression and no text is evaluated.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rete_chess.core.board import Board
from rete_chess.facts.events import PLACES, Event
from rete_chess.facts.session import OWNER, get_fact, square_of
from rete_chess.facts.tiles import TILE_TYPE, place_of_tile, tiles
from rete_chess.facts.vocabulary import GAME, PRESET_STATE
from rete_chess.facts.words.word import dataclass

if TYPE_CHECKING:
    from rete_chess.facts.words.filters import Filter


NOTHING_SEEN: Final[Mapping[tuple[str, str], Any]] = {}


class Frame:
    """What a rule can see while it is matched and fired: the board, the event, and bound names.

    While a rule fires, `seen` holds the facts of bound entities as they were at the match.
    """

    __slots__ = ("board", "event", "names", "seen")

    def __init__(self, board: Board, event: Event | None = None, names: dict[str, Any] | None = None) -> None:
        self.board = board
        self.event = event
        self.names: dict[str, Any] = {} if names is None else names
        self.seen: Mapping[tuple[str, str], Any] = NOTHING_SEEN

    def with_names(self, **names: Any) -> Frame:
        return Frame(self.board, self.event, {**self.names, **names})


@dataclass(frozen=True)
class Const:
    """A value from the document."""

    value: Any

    def of(self, frame: Frame) -> Any:
        return self.value


@dataclass(frozen=True)
class Name:
    """A name bound by a pattern, or a fact of the entity that is bound to it (`$victim.Hp`)."""

    name: str
    attribute: str = ""

    def of(self, frame: Frame) -> Any:
        value = frame.names.get(self.name)
        if not self.attribute or value is None:
            return value
        key = (self.name, self.attribute)
        return frame.seen[key] if key in frame.seen else fact_of(frame.board, value, self.attribute)


@dataclass(frozen=True)
class EventTerm:
    """A field of the event."""

    field: str

    def of(self, frame: Frame) -> Any:
        return None if frame.event is None else frame.event[PLACES[self.field]]


@dataclass(frozen=True)
class GameTerm:
    """A fact of the game."""

    attribute: str

    def of(self, frame: Frame) -> Any:
        return get_fact(frame.board, GAME, self.attribute)


@dataclass(frozen=True)
class PresetTerm:
    """A fact of a preset's state."""

    preset: str
    attribute: str

    def of(self, frame: Frame) -> Any:
        return get_fact(frame.board, PRESET_STATE, f"{self.preset}{OWNER}{self.attribute}")


@dataclass(frozen=True)
class Scaled:
    """A multiple of a value plus a constant."""

    base: Term
    times: float = 1
    plus: float = 0

    def of(self, frame: Frame) -> Any:
        value = self.base.of(frame)
        return None if value is None else value * self.times + self.plus


@dataclass(frozen=True)
class CountOf:
    """How many pieces pass a filter."""

    filter: Filter

    def of(self, frame: Frame) -> Any:
        return len(self.filter.select(frame))


Term = Const | Name | EventTerm | GameTerm | PresetTerm | Scaled | CountOf


def fact_of(board: Board, entity: int, attribute: str) -> Any:
    """A fact by the name that texts and references give it: `type`, `color`, `square` or an attribute."""
    if attribute == "square":
        square = square_of(board, entity)
        return square if square >= 0 else place_of_tile(board, entity)
    if attribute == "type":
        return get_fact(board, entity, "PieceType") or get_fact(board, entity, TILE_TYPE)
    return get_fact(board, entity, "Color" if attribute == "color" else attribute)


class Kinds(NamedTuple):
    """Which names stand for pieces or tiles and which for squares; all others are words and numbers."""

    pieces: frozenset[str] = frozenset()
    squares: frozenset[str] = frozenset()


_SLOT = re.compile(r"\{([A-Za-z][\w-]*)(?:\.([A-Za-z][\w-]*))?\}")


def fill(template: str, frame: Frame, kinds: Kinds) -> str:
    """The text with every name replaced by what it stands for."""
    return _SLOT.sub(lambda slot: _shown(slot[1], slot[2], frame, kinds), template)


def slots(template: str) -> list[tuple[str, str]]:
    """The names in a text, each with the attribute behind its point or nothing."""
    return _SLOT.findall(template)


def _shown(name: str, attribute: str | None, frame: Frame, kinds: Kinds) -> str:
    if name == "event" and isinstance(frame.event, Event):
        value = frame.event.field(attribute or "event")
        return _square_name(value, frame) if attribute in ("from", "to", "square") else str(value)
    if attribute is not None and f"{name}.{attribute}" in frame.names:
        return str(frame.names[f"{name}.{attribute}"])
    value = frame.names.get(name)
    if attribute is not None and isinstance(value, int):
        fact = Name(name, attribute).of(frame)
        return _square_name(fact, frame) if attribute == "square" else str(fact)
    if name in kinds.pieces:
        return _piece_name(value, frame)
    return _square_name(value, frame) if name in kinds.squares else str(value)


def _piece_name(entity: Any, frame: Frame) -> str:
    """A piece or tile as people name it: colour and type, and where it stands or lies."""
    tile = tiles(frame.board).get(entity)
    if tile is not None:
        return f"the {tile} tile on {_square_name(place_of_tile(frame.board, entity), frame)}"
    kind = get_fact(frame.board, entity, "PieceType")
    color = get_fact(frame.board, entity, "Color")
    square = square_of(frame.board, entity)
    where = f" on {frame.board.book.geometry.names[square]}" if square >= 0 else ""
    return f"the {color} {kind}{where}" if kind else "nobody"


def _square_name(value: Any, frame: Frame) -> str:
    is_square = isinstance(value, int) and not isinstance(value, bool)
    return frame.board.book.geometry.names[value] if is_square else str(value)
