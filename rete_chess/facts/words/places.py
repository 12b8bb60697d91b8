"""Places: what sets of squares say beyond names and zones, each in relation to others or to further sets."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar, Final

from rete_chess.core.geometry import COLORS, Geometry, Zone
from rete_chess.costs import PIECE
from rete_chess.facts.tiles import STANDARD, TILE_PLACE, tile_at, tiles
from rete_chess.facts.words.terms import Frame, Term
from rete_chess.facts.words.word import (
    NOTHING_READ,
    Needs,
    Word,
    dataclass,
    format_value,
    mapping_text,
)
from rete_chess.metering import FREE, Meter

if TYPE_CHECKING:
    from rete_chess.facts.words.filters import Squares, Test

#: The neighbours of a square, by the words of documents: how many of file and rank differ.
NEIGHBOURS: Final = {"orthogonal": (1,), "diagonal": (2,), "all": (1, 2)}


class Place(Word, is_kind=True):
    """One part of a set of squares: which squares belong, and whether that is the same in every position."""

    says: ClassVar[tuple[str, ...]] = ("has", "listed", "is_fixed", "text", "reads")

    def has(self, square: int, color: int, frame: Frame) -> bool:
        """Whether a square belongs, seen from a side."""
        raise NotImplementedError

    def listed(self, frame: Frame) -> Sequence[int] | None:
        """The few squares among which all that belong are; None where they are not few."""
        raise NotImplementedError

    @property
    def is_fixed(self) -> bool:
        """Whether the same squares belong in every position."""
        raise NotImplementedError

    def text(self) -> dict[str, str]:
        """The keys of documents that say it, with their values."""
        raise NotImplementedError


def bare_board(geometry: Geometry, meter: Meter | None = FREE) -> Any:
    """As much of a board as squares that are always the same are asked of, on a meter if one runs."""
    return SimpleNamespace(book=SimpleNamespace(geometry=geometry), meter=meter or FREE)


def square_of(term: Term, frame: Frame) -> int | None:
    """The square that a term stands for, by number or by name; None for nowhere."""
    value: Any = term.of(frame)
    if isinstance(value, str):
        return frame.board.book.geometry.parse_square(value)
    return value if isinstance(value, int) and 0 <= value < frame.board.book.geometry.size else None


@dataclass(frozen=True)
class Outside(Place):
    """The squares that do not belong to a set."""

    squares: Squares

    def has(self, square: int, color: int, frame: Frame) -> bool:
        return not self.squares.has(square, color, frame)

    def listed(self, frame: Frame) -> Sequence[int] | None:
        return None

    @property
    def is_fixed(self) -> bool:
        return self.squares.is_fixed

    def text(self) -> dict[str, str]:
        return {"not": self.squares.text()}

    def reads(self, own: str) -> Needs:
        return NOTHING_READ


@dataclass(frozen=True)
class Within(Place):
    """The squares that belong to one of several sets."""

    cases: tuple[Squares, ...]

    def has(self, square: int, color: int, frame: Frame) -> bool:
        frame.board.meter.charge(PIECE * len(self.cases))
        return any(case.has(square, color, frame) for case in self.cases)

    def listed(self, frame: Frame) -> Sequence[int] | None:
        frame.board.meter.charge(PIECE * len(self.cases))
        found: list[int] = []
        for case in self.cases:
            squares = case.listed(frame)
            if squares is None:
                return None
            found += squares
        return found

    @property
    def is_fixed(self) -> bool:
        return all(case.is_fixed for case in self.cases)

    def text(self) -> dict[str, str]:
        return {"any": f"[{', '.join(case.text() for case in self.cases)}]"}

    def reads(self, own: str) -> Needs:
        return NOTHING_READ


class _FromOne(Place, is_kind=True):
    """Squares in relation to one other square."""

    says: ClassVar[tuple[str, ...]] = ("_belongs", "_few", "text")
    of: Term

    def has(self, square: int, color: int, frame: Frame) -> bool:
        other = square_of(self.of, frame)
        return other is not None and self._belongs(square, other, frame)

    def listed(self, frame: Frame) -> Sequence[int] | None:
        other = square_of(self.of, frame)
        return () if other is None else self._few(other, frame)

    @property
    def is_fixed(self) -> bool:
        return self.of.is_constant

    def reads(self, own: str) -> Needs:
        return NOTHING_READ

    def _belongs(self, square: int, other: int, frame: Frame) -> bool:
        raise NotImplementedError

    def _few(self, other: int, frame: Frame) -> Sequence[int] | None:
        raise NotImplementedError


@dataclass(frozen=True)
class SameLine(_FromOne):
    """The squares of the file or of the rank of another."""

    line: str  # file or rank
    of: Term

    def _belongs(self, square: int, other: int, frame: Frame) -> bool:
        board = frame.board.book.geometry
        if self.line == "file":
            return board.file_of(square) == board.file_of(other)
        return board.rank_of(square) == board.rank_of(other)

    def _few(self, other: int, frame: Frame) -> Sequence[int] | None:
        board = frame.board.book.geometry
        if self.line == "file":
            return range(board.file_of(other), board.size, board.width)
        first = board.rank_of(other) * board.width
        return range(first, first + board.width)

    def text(self) -> dict[str, str]:
        name, fact = self.of.fact
        shown = f"${name}" if fact == "square" else self.of.text()
        return {self.line: f"{shown}.{self.line}"}


@dataclass(frozen=True)
class Ring(_FromOne):
    """The squares so many king's steps away from another."""

    steps: int
    of: Term

    def _belongs(self, square: int, other: int, frame: Frame) -> bool:
        return frame.board.book.geometry.distance(square, other) == self.steps

    def _few(self, other: int, frame: Frame) -> Sequence[int] | None:
        return frame.board.book.geometry.around(other, self.steps)

    def text(self) -> dict[str, str]:
        return {"ring": str(self.steps), "of": self.of.text()}


@dataclass(frozen=True)
class Neighbour(_FromOne):
    """The squares beside another, along lines or diagonals."""

    kind: str
    of: Term

    def _belongs(self, square: int, other: int, frame: Frame) -> bool:
        board = frame.board.book.geometry
        files = abs(board.file_of(square) - board.file_of(other))
        ranks = abs(board.rank_of(square) - board.rank_of(other))
        return max(files, ranks) == 1 and files + ranks in NEIGHBOURS[self.kind]

    def _few(self, other: int, frame: Frame) -> Sequence[int] | None:
        return frame.board.book.geometry.around(other, 1)

    def text(self) -> dict[str, str]:
        return {"neighbour": self.kind, "of": self.of.text()}


@dataclass(frozen=True)
class StepFrom(Place):
    """The square so many files and ranks away from another; ranks go forward as a side sees them."""

    files: int
    ranks: int
    of: Term
    side: Term | None = None

    def has(self, square: int, color: int, frame: Frame) -> bool:
        return square == self._square(frame)

    def listed(self, frame: Frame) -> Sequence[int] | None:
        square = self._square(frame)
        return () if square is None else (square,)

    def _square(self, frame: Frame) -> int | None:
        board, other = frame.board.book.geometry, square_of(self.of, frame)
        if other is None:
            return None
        is_black = self.side is not None and self.side.of(frame) == COLORS[1]
        file = board.file_of(other) + self.files
        rank = board.rank_of(other) + (-self.ranks if is_black else self.ranks)
        inside = 0 <= file < board.width and 0 <= rank < board.height
        return board.square(file, rank) if inside else None

    @property
    def is_fixed(self) -> bool:
        return self.of.is_constant and (self.side is None or self.side.is_constant)

    def text(self) -> dict[str, str]:
        side = {} if self.side is None else {"as": self.side.text()}
        return {"step": f"[{self.files}, {self.ranks}]", "of": self.of.text(), **side}

    def reads(self, own: str) -> Needs:
        return NOTHING_READ


@dataclass(frozen=True)
class Between(Place):
    """The squares between two others on a line; none where no line leads from one to the other."""

    first: Term
    second: Term

    def has(self, square: int, color: int, frame: Frame) -> bool:
        return square in self._squares(frame)

    def listed(self, frame: Frame) -> Sequence[int] | None:
        return self._squares(frame)

    def _squares(self, frame: Frame) -> tuple[int, ...]:
        first, second = square_of(self.first, frame), square_of(self.second, frame)
        if first is None or second is None:
            return ()
        return squares_between(frame.board.book.geometry, first, second)

    @property
    def is_fixed(self) -> bool:
        return self.first.is_constant and self.second.is_constant

    def text(self) -> dict[str, str]:
        return {"between": f"[{self.first.text()}, {self.second.text()}]"}

    def reads(self, own: str) -> Needs:
        return NOTHING_READ


@dataclass(frozen=True)
class OnTile(Place):
    """The squares whose tile is of some type; an ordinary square is `standard`."""

    type: Test

    def has(self, square: int, color: int, frame: Frame) -> bool:
        board = frame.board
        board.meter.charge(PIECE * len(board.columns.get(TILE_PLACE, ())))
        return self.type.holds(tiles(board).get(tile_at(board, square), STANDARD), frame)

    def listed(self, frame: Frame) -> Sequence[int] | None:
        return None

    @property
    def is_fixed(self) -> bool:
        return False

    def text(self) -> dict[str, str]:
        return {"tile": self.type.text()}

    def reads(self, own: str) -> Needs:
        return Needs(place=True, others=True)


def squares_between(board: Geometry, first: int, second: int) -> tuple[int, ...]:
    """The squares between two others on a straight line, in order; none off the lines."""
    step = board.course(first, second)
    if step is None or first == second:
        return ()
    width = step[0] + step[1] * board.width
    return tuple(range(first + width, second, width))


def zone_words(zone: Zone) -> dict[str, str]:
    """The keys of documents that say a zone, with their values."""
    words = {
        "in": zone.squares,
        "rank": zone.ranks,
        "ownRank": zone.own_ranks,
        "file": zone.files,
        "zone": zone.named,
    }
    said = {key: format_value(value) for key, value in words.items() if value is not None}
    said |= {color: mapping_text(zone_words(own)) for color, own in zip(COLORS, zone.sides)}
    if zone.outside is not None:
        said["not"] = mapping_text(zone_words(zone.outside))
    if zone.within:
        said["any"] = f"[{', '.join(mapping_text(zone_words(case)) for case in zone.within)}]"
    return said
