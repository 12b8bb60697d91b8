"""Filters: conditions on values, squares, pieces and tiles, for patterns, targets, policies and counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from types import NoneType
from typing import Any, ClassVar, Final

from rete_chess.core.attacks import reaching, standing_royals
from rete_chess.core.board import Board
from rete_chess.core.geometry import NEUTRAL, OWNERS, Geometry, Zone, zone_squares
from rete_chess.costs import PIECE
from rete_chess.facts.session import get_fact
from rete_chess.facts.tiles import place_of_tile, tiles
from rete_chess.facts.vocabulary import MOVED
from rete_chess.facts.words.places import Place, bare_board, square_of, zone_words
from rete_chess.facts.words.terms import Frame, Term, fact_of
from rete_chess.facts.words.word import (
    NOTHING_READ,
    Needs,
    Word,
    dataclass,
    format_value,
    mapping_text,
)

#: The words documents have for tests that are no equality.
TEST_WORDS: Final = {"ne": "not", "not-in": "not"}


class Condition(Word, is_kind=True):
    """A part of a filter: what it reads, and whether one entity alone decides it."""

    says: ClassVar[tuple[str, ...]] = ("text", "is_own", "reads")


@dataclass(frozen=True)
class Test(Condition):
    """A comparison of one value: eq, ne, in, not-in, lt, le, gt or ge."""

    op: str
    term: Term

    def holds(self, value: Any, frame: Frame) -> bool:
        """Whether a value passes."""
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

    def text(self) -> str:
        """The test as documents write it: `king`, `{not: pawn}`, `{ge: 2}`."""
        value = self.term.text()
        return value if self.op == "eq" else f"{{{TEST_WORDS.get(self.op, self.op)}: {value}}}"

    def is_own(self, own: str) -> bool:
        """Whether constants and facts of one entity decide it."""
        return self.term.is_own(own)

    def reads(self, own: str) -> Needs:
        return NOTHING_READ


@dataclass(frozen=True)
class Squares(Condition):
    """A set of squares: given by reference, near another, or by a zone seen from a side."""

    at: Term | None = None  # one square, or a list of square names
    near: Term | None = None
    zone: Zone | None = None
    parts: tuple[Place, ...] = ()  # what else must hold
    _zones: dict[tuple[Geometry, int], frozenset[int]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    _fixed: dict[tuple[Geometry, int], frozenset[int]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def has(self, square: int, color: int, frame: Frame) -> bool:
        """Whether a square belongs, seen from a side."""
        board = frame.board.book.geometry
        if self.parts:
            frame.board.meter.charge(PIECE * len(self.parts))
        if self.at is not None:
            place = self.at.of(frame)
            if square != place and (place.__class__ is int or square not in squares_in(place, frame)):
                return False
        if self.near is not None:
            centre = self.near.of(frame)
            if isinstance(centre, str):
                centre = board.parse_square(centre)
            if centre is None or board.distance(square, centre) != 1:
                return False
        for part in self.parts:
            if not part.has(square, color, frame):
                return False
        return self.zone is None or square in self._zone(self.zone, board, color)

    @property
    def is_fixed(self) -> bool:
        """Whether the same squares belong in every position."""
        is_fixed = self.near is None and (self.at is None or self.at.is_constant)
        return is_fixed and all(part.is_fixed for part in self.parts)

    def listed(self, frame: Frame) -> Sequence[int] | None:
        """The few squares among which all that belong are; None where they are not few."""
        if self.at is not None:
            return squares_in(self.at.of(frame), frame)
        if self.near is None:
            lists = (part.listed(frame) for part in self.parts)
            return next((squares for squares in lists if squares is not None), None)
        geometry, centre = frame.board.book.geometry, self.near.of(frame)
        if isinstance(centre, str):
            centre = geometry.parse_square(centre)
        return () if centre is None else geometry.around(centre, 1)

    def fixed(self, color: int, board: Board) -> frozenset[int]:
        """All squares of a set that is fixed, seen from a side, looked up once for each geometry and side."""
        geometry = board.book.geometry
        squares = self._fixed.get((geometry, color))
        if squares is None:
            frame = Frame(bare_board(geometry))  # whoever reads the document has paid for it
            found = (square for square in range(geometry.size) if self.has(square, color, frame))
            squares = self._fixed[geometry, color] = frozenset(found)
        return squares

    def _zone(self, zone: Zone, board: Geometry, color: int) -> frozenset[int]:
        """The squares of the zone, looked up once for each board and side."""
        squares = self._zones.get((board, color))
        if squares is None:
            squares = self._zones[board, color] = zone_squares(zone, board, color)
        return squares

    def text(self) -> str:
        """The squares as documents write them: `$centre`, `{near: $k}`, `{rank: [1, 2]}`."""
        if self.at is not None and not self.parts:
            return self.at.text()
        if self.near is not None and not self.parts:
            return f"{{near: {self.near.text()}}}"
        said = {} if self.zone is None else zone_words(self.zone)
        for key, term in (("in", self.at), ("near", self.near)):
            if term is not None:
                said[key] = term.text()
        for part in self.parts:
            said |= part.text()
        return mapping_text(said)

    def is_own(self, own: str) -> bool:
        """Whether the squares are fixed, so that the place of one entity decides."""
        return self.is_fixed

    def reads(self, own: str) -> Needs:
        return NOTHING_READ


def squares_in(value: Any, frame: Frame) -> tuple[int, ...]:
    """Square numbers from a number, a name, or a list of either."""
    if value is None:
        return ()
    given = value if isinstance(value, (list, tuple)) else (value,)
    board = frame.board.book.geometry
    return tuple(board.parse_square(item) if isinstance(item, str) else item for item in given)


def bound_facts(frame: Frame, binds: Sequence[tuple[str, str]], entity: int) -> dict[str, Any] | None:
    """The names with the entity's facts bound, or None where a bound name differs."""
    names = frame.names.copy()
    for name, attribute in binds:
        value = fact_of(frame.board, entity, attribute)
        if value is None or names.setdefault(name, value) != value:
            return None
    return names


@dataclass(frozen=True)
class Attack(Condition):
    """Whom a piece attacks, or who attacks or defends it, by ways of moving alone.

    What is forbidden to them, and what would leave their royal piece in check, counts as well.
    """

    word: str  # attackedBy, attacks or defendedBy
    others: Filter

    @property
    def looks_around(self) -> bool:
        return True

    def holds(self, square: int, color: int, frame: Frame) -> bool:
        """Whether a piece of a side on a square stands in that relation to one that the filter chooses."""
        board = frame.board
        if color == NEUTRAL:
            return self.word == "attackedBy" and self._is_reached(square, (0, 1), frame)
        if self.word == "attacks":
            enemies = [board.entities[place] for place in sorted(board.pieces[color ^ 1])]
            return any(
                square in reaching(board, board.squares[enemy], color)
                for enemy in enemies
                if self.others.passes(enemy, frame)
            )
        return self._is_reached(square, (color ^ 1 if self.word == "attackedBy" else color,), frame)

    def _is_reached(self, square: int, sides: tuple[int, ...], frame: Frame) -> bool:
        """Whether ways of pieces that the filter chooses lead to a square."""
        board = frame.board
        return any(
            self.others.passes(board.entities[place], frame)
            for by in sides
            for place in reaching(board, square, by)
        )

    def text(self) -> str:
        return self.others.text()

    def is_own(self, own: str) -> bool:
        return False

    def reads(self, own: str) -> Needs:
        return Needs(place=True, others=True, attacks=True)


@dataclass(frozen=True)
class Line(Condition):
    """Whether a file, rank or diagonal leads to another square, and is clear between."""

    to: Term
    clear: bool | None = None
    word = "line"

    def holds(self, square: int, color: int, frame: Frame) -> bool:
        """Whether a piece on a square stands so."""
        board, other = frame.board, square_of(self.to, frame)
        if other is None or other == square or board.book.geometry.course(square, other) is None:
            return False
        if self.clear is None:
            return True
        cells, between = board.cells, board.book.geometry.between(square, other)
        board.meter.charge(PIECE * len(between))
        return all(cells[place] < 0 for place in between) == self.clear

    def text(self) -> str:
        said = {} if self.clear is None else {"clear": format_value(self.clear)}
        return mapping_text({"to": self.to.text(), **said})

    def is_own(self, own: str) -> bool:
        return False

    def reads(self, own: str) -> Needs:
        return Needs(place=True, others=True, attacks=True)


@dataclass(frozen=True)
class Filter(Condition):
    """A condition on a piece; every given part must hold. `last`: the only one left of its kind."""

    id: Test | None = None
    type: Test | None = None
    color: Test | None = None
    royal: bool | None = None
    last: bool = False
    square: Squares | None = None
    attributes: tuple[tuple[str, Test], ...] = ()
    attacks: tuple[Attack | Line, ...] = ()

    @property
    def looks_around(self) -> bool:
        return self.last

    def passes(self, entity: int, frame: Frame) -> bool:
        """Whether a piece passes; a dying piece stands nowhere and is not royal."""
        board = frame.board
        reach = board.reach_of(entity)
        if reach is None or (self.id is not None and not self.id.holds(entity, frame)):
            return False
        if self.type is not None and not self.type.holds(board.book.types[reach.type_index], frame):
            return False
        if self.color is not None and not self.color.holds(OWNERS[reach.color], frame):
            return False
        for attribute, test in self.attributes:
            if not test.holds(get_fact(board, entity, attribute), frame):
                return False
        if self.royal is None and not self.last and self.square is None and not self.attacks:
            return True
        return self._stands_right(entity, reach.color, frame)

    def _stands_right(self, entity: int, color: int, frame: Frame) -> bool:
        square = frame.board.square_of(entity)
        if self.royal is not None and (square in standing_royals(frame.board, color)) != self.royal:
            return False
        if self.last and not self._is_last(entity, color, frame):
            return False
        if self.square is not None and not (square >= 0 and self.square.has(square, color, frame)):
            return False
        return all(square >= 0 and attack.holds(square, color, frame) for attack in self.attacks)

    def _is_last(self, entity: int, color: int, frame: Frame) -> bool:
        board = frame.board
        kind = get_fact(board, entity, "PieceType")
        alike = [r for r in board.pieces[color].values() if board.book.types[r.type_index] == kind]
        return len(alike) == 1

    def select(self, frame: Frame) -> list[int]:
        """The pieces on the board that pass, by entity."""
        pieces = self.candidates(frame)
        frame.board.meter.charge(PIECE * len(pieces))
        return [entity for entity in pieces if self.passes(entity, frame)]

    def candidates(self, frame: Frame) -> list[int]:
        """The pieces on the board that may pass, by entity: those on the squares, or of the side, that are
        asked for."""
        board = frame.board
        if self.square is not None:
            listed = self.square.listed(frame)
            if listed is not None:
                return sorted({entity for square in listed if (entity := board.entities[square])})
        if self.color is not None and self.color.op == "eq":
            color = self.color.term.of(frame)
            own = board.pieces[OWNERS.index(color)] if color in OWNERS else ()
            return sorted([board.entities[square] for square in own])
        return sorted(board.squares)

    def likely(self, frame: Frame) -> list[int]:
        """The pieces of the right type and colour, by entity."""
        return Filter(type=self.type, color=self.color).select(frame)

    def facts_asked(self) -> Iterator[str]:
        """The facts of a piece that it asks for, by the names that references give them."""
        flags = {"type": self.type, "color": self.color, "royal": self.royal, "square": self.square}
        yield from (key for key, part in flags.items() if part is not None)
        yield from (name for name, _ in self.attributes)

    def text(self, **first: str) -> str:
        """The filter as documents write it: `{type: king, square: {near: $k}}`; names stand first."""
        parts = dict(first)
        for key, test in (("id", self.id), ("type", self.type), ("color", self.color)):
            if test is not None:
                parts[key] = test.text()
        if self.royal is not None:
            parts["royal"] = format_value(self.royal)
        if self.last:
            parts["last"] = "true"
        if self.square is not None:
            parts["square"] = self.square.text()
        for attack in self.attacks:
            parts[attack.word] = attack.text()
        return mapping_text(parts | {name: test.text() for name, test in self.attributes})

    def is_own(self, own: str) -> bool:
        """Whether facts of the piece that is asked, and of one entity, decide it."""
        tests = (self.id, self.type, self.color, self.square, *(test for _, test in self.attributes))
        is_plain = self.royal is None and not self.last and not self.attacks
        return is_plain and all(part is None or part.is_own(own) for part in tests)

    def reads(self, own: str) -> Needs:
        return Needs(
            frozenset(name for name, _ in self.attributes),
            place=self.square is not None or any(name == MOVED for name, _ in self.attributes),
            others=self.last or self.royal is not None,
            royal=self.royal is not None,
        )


@dataclass(frozen=True)
class TileFilter(Condition):
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

    def likely(self, frame: Frame) -> list[int]:
        """All tiles, by entity."""
        return sorted(tiles(frame.board))

    def facts_asked(self) -> Iterator[str]:
        """The facts of a tile that it asks for, by the names that references give them."""
        flags = {"type": self.type, "square": self.square}
        yield from (key for key, part in flags.items() if part is not None)
        yield from (name for name, _ in self.attributes)

    def text(self, **first: str) -> str:
        """The filter as documents write it; names stand first."""
        parts = dict(first)
        for key, test in (("id", self.id), ("type", self.type), ("square", self.square)):
            if test is not None:
                parts[key] = test.text()
        return mapping_text(parts | {name: test.text() for name, test in self.attributes})

    def is_own(self, own: str) -> bool:
        return False

    def reads(self, own: str) -> Needs:
        return Needs(frozenset(name for name, _ in self.attributes), place=True, others=True)
