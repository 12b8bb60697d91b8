"""Targets of actions: selectors that are resolved once, to the pieces they mean at that moment."""

from __future__ import annotations

from typing import Any

from rete_chess.core.geometry import COLORS
from rete_chess.facts.session import get_fact
from rete_chess.facts.words.filters import Filter, squares_in
from rete_chess.facts.words.patterns import square_behind
from rete_chess.facts.words.terms import Frame, Term
from rete_chess.facts.words.word import dataclass


@dataclass(frozen=True)
class OneTarget:
    """The piece that a term stands for."""

    term: Term

    def resolve(self, frame: Frame) -> list[int]:
        entity = self.term.of(frame)
        return [] if entity is None else [entity]


@dataclass(frozen=True)
class SquaresTarget:
    """Whoever stands on some squares."""

    squares: Term

    def resolve(self, frame: Frame) -> list[int]:
        return occupants(frame, squares_in(self.squares.of(frame), frame))


@dataclass(frozen=True)
class AroundTarget:
    """The pieces within some king steps of a square or piece."""

    centre: Term
    radius: Term
    with_centre: bool = False
    filter: Filter | None = None

    def resolve(self, frame: Frame) -> list[int]:
        centre = as_square(frame, self.centre)
        if centre is None:
            return []
        ring = frame.board.book.geometry.around(centre, int(self.radius.of(frame)))
        squares = (centre, *ring) if self.with_centre else ring
        return passing(frame, occupants(frame, squares), self.filter)


@dataclass(frozen=True)
class BehindTarget:
    """The piece right behind a square, as seen from another."""

    behind: Term
    seen: Term
    filter: Filter | None = None

    def resolve(self, frame: Frame) -> list[int]:
        square = square_behind(frame, as_square(frame, self.behind), as_square(frame, self.seen))
        return [] if square is None else passing(frame, occupants(frame, (square,)), self.filter)


@dataclass(frozen=True)
class RelationTarget:
    """All allies or enemies of a piece, without the piece itself."""

    subject: Term
    relation: str
    filter: Filter | None = None

    def resolve(self, frame: Frame) -> list[int]:
        subject = self.subject.of(frame)
        color = get_fact(frame.board, subject, "Color")
        if color is None:
            return []
        side = COLORS.index(color) ^ (self.relation == "enemy")
        entities = sorted(frame.board.entities[square] for square in frame.board.pieces[side])
        return passing(frame, [entity for entity in entities if entity != subject], self.filter)


@dataclass(frozen=True)
class SideTarget:
    """A side, for attributes of sides."""

    color: Term


@dataclass(frozen=True)
class GameTarget:
    """The game, for its attributes."""


@dataclass(frozen=True)
class PresetTarget:
    """The state of a preset."""

    preset: str


@dataclass(frozen=True)
class EventTarget:
    """The pending event itself, whose fields may be edited."""


PieceTarget = OneTarget | SquaresTarget | AroundTarget | BehindTarget | RelationTarget
Target = PieceTarget | SideTarget | GameTarget | PresetTarget | EventTarget


@dataclass(frozen=True)
class BehindPlace:
    """The square right behind another, as seen from a third."""

    behind: Term
    seen: Term

    def of(self, frame: Frame) -> Any:
        return square_behind(frame, as_square(frame, self.behind), as_square(frame, self.seen))


@dataclass(frozen=True)
class RayPlace:
    """The last free square from a square in a direction."""

    start: Term
    direction: Term

    def of(self, frame: Frame) -> Any:
        square, step = as_square(frame, self.start), self.direction.of(frame)
        if square is None or step is None:
            return None
        board = frame.board.book.geometry
        while True:
            file, rank = board.file_of(square) + step[0], board.rank_of(square) + step[1]
            if not (0 <= file < board.width and 0 <= rank < board.height):
                return square
            if frame.board.cells[board.square(file, rank)] >= 0:
                return square
            square = board.square(file, rank)


Place = Term | BehindPlace | RayPlace


def as_square(frame: Frame, term: Place) -> int | None:
    """The square that a term stands for; the compiler reads a piece's name as its square."""
    value = term.of(frame)
    geometry = frame.board.book.geometry
    if isinstance(value, str):
        return geometry.parse_square(value)
    if value is not None and not 0 <= value < geometry.size:
        raise ValueError(f"{value!r} is no square")
    return None if value is None else int(value)


def as_color(frame: Frame, term: Term) -> str:
    """The side that a term stands for."""
    value = term.of(frame)
    if value not in COLORS:
        raise ValueError(f"{value!r} is no side")
    return str(value)


def as_type(frame: Frame, term: Term) -> str:
    """The piece type that a term stands for."""
    value = term.of(frame)
    if value not in frame.board.book.types:
        raise ValueError(f"{value!r} is no piece type in play")
    return str(value)


def occupants(frame: Frame, squares: tuple[int, ...]) -> list[int]:
    """The pieces on some squares, by entity."""
    return sorted(entity for square in squares if (entity := frame.board.entities[square]))


def passing(frame: Frame, entities: list[int], filter_: Filter | None) -> list[int]:
    return entities if filter_ is None else [entity for entity in entities if filter_.passes(entity, frame)]
