"""The board's squares: numbers, names, directions and zones. It knows no piece.

Squares are counted rank by rank from the first: on 8 x 8, a1 = 0, h1 = 7, h8 = 63.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

from rete_chess.errors import BoardError
from rete_chess.keeping import Keeper

MAX_SIDE: Final = 16
WHITE: Final = 0
BLACK: Final = 1
NEUTRAL: Final = 2  # the colour of pieces that are nobody's
COLORS: Final = ("white", "black")  # the sides
OWNERS: Final = (*COLORS, "neutral")  # the colours that a piece can have
FILES: Final = "abcdefghijklmnop"

ZONES: Final = (
    "first-rank",
    "last-rank",
    "own-half",
    "enemy-half",
    "centre",
    "edge",
    "light",
    "dark",
)


class Geometry:
    """A board of `width` x `height` squares."""

    def __init__(self, width: int = 8, height: int = 8) -> None:
        if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
            raise BoardError(
                "E_BOARD_SIZE",
                "impossible board size",
                found=f"{width} x {height}",
                expected=f"1 to {MAX_SIDE} files and 1 to {MAX_SIDE} ranks",
            )
        self.width = width
        self.height = height
        self.size = width * height
        self.names = tuple(f"{FILES[s % width]}{s // width + 1}" for s in range(self.size))
        self._courses: dict[tuple[int, int], tuple[int, int] | None] = {}
        self._rings: dict[tuple[int, int], tuple[int, ...]] = {}
        self._discs: dict[tuple[int, int], frozenset[int]] = {}
        self._numbers = {name: square for square, name in enumerate(self.names)}

    def square(self, file: int, rank: int) -> int:
        """The square at file and rank, both counted from 0."""
        return rank * self.width + file

    def file_of(self, square: int) -> int:
        return square % self.width

    def rank_of(self, square: int) -> int:
        return square // self.width

    def parse_square(self, name: str) -> int:
        """The number of a square name such as `e4`."""
        square = self._numbers.get(name)
        if square is None:
            raise BoardError(
                "E_SQUARE",
                "no such square",
                found=name,
                expected=f"a1 to {self.names[-1]}",
            )
        return square

    def has_square(self, name: str) -> bool:
        return name in self._numbers

    def format_square(self, square: int) -> str:
        return self.names[square]

    def distance(self, a: int, b: int) -> int:
        """King steps between two squares."""
        return max(
            abs(self.file_of(a) - self.file_of(b)),
            abs(self.rank_of(a) - self.rank_of(b)),
        )

    def around(self, square: int, radius: int = 1) -> tuple[int, ...]:
        """The squares up to some king steps away, without the square itself, in order."""
        ring = self._rings.get((square, radius))
        if ring is None:
            ring = self._rings[square, radius] = tuple(
                other for other in range(self.size) if 0 < self.distance(square, other) <= radius
            )
        return ring

    def within(self, square: int, radius: int) -> frozenset[int]:
        """The squares up to some king steps away, and the square itself."""
        disc = self._discs.get((square, radius))
        if disc is None:
            disc = self._discs[square, radius] = frozenset((square, *self.around(square, radius)))
        return disc

    def between(self, origin: int, target: int) -> tuple[int, ...]:
        """The squares between two, in order; none off the straight lines."""
        step = self.course(origin, target)
        if step is None:
            return ()
        files, ranks = step
        return tuple(
            self.square(self.file_of(origin) + n * files, self.rank_of(origin) + n * ranks)
            for n in range(1, self.distance(origin, target))
        )

    def course(self, origin: int, target: int) -> tuple[int, int] | None:
        """The single step that leads from a square straight to another; None off the straight lines."""
        way = origin, target
        if way not in self._courses:
            files = self.file_of(target) - self.file_of(origin)
            ranks = self.rank_of(target) - self.rank_of(origin)
            is_straight = not files or not ranks or abs(files) == abs(ranks)
            step = ((files > 0) - (files < 0), (ranks > 0) - (ranks < 0))
            self._courses[way] = step if is_straight else None
        return self._courses[way]

    def own_rank(self, square: int, color: int) -> int:
        """The rank seen from a side, counted from 0 at its own edge."""
        rank = square // self.width
        return self.height - 1 - rank if color == BLACK else rank

    def mirrored(self, square: int) -> int:
        """The square with ranks counted from the other side."""
        return (self.height - 1 - square // self.width) * self.width + square % self.width


@cache
def geometry(width: int = 8, height: int = 8) -> Geometry:
    """The one shared `Geometry` of a size."""
    return Geometry(width, height)


@dataclass(frozen=True)
class Zone:
    """A set of squares in words: every given part must hold. Ranks and files are counted from 1.

    `own_ranks` and `named` are seen from the side of the piece, the rest from the board.
    """

    squares: tuple[str, ...] | None = None
    ranks: tuple[int, ...] | None = None
    own_ranks: tuple[int, ...] | None = None
    files: tuple[str, ...] | None = None
    named: str | None = None
    meant: Zone | None = None  # what the name stands for, if it is none of `ZONES`
    outside: Zone | None = None  # the squares that are left out
    within: tuple[Zone, ...] = ()  # of which one must hold, if there are any
    sides: tuple[Zone, ...] = ()  # that of White and that of Black, if these differ

    @cached_property
    def parts(self) -> tuple[Zone, ...]:
        """The sets of squares that it is made of."""
        found = (self.meant, self.outside, *self.within, *self.sides)
        return tuple(part for part in found if part is not None)

    @cached_property
    def size(self) -> int:
        """How many sets of squares it is, with those inside it, each as often as it is named."""
        return 1 + sum([part.size for part in self.parts])

    @cached_property
    def depth(self) -> int:
        """How deep zones are named in one another inside it."""
        return max([part.depth for part in self.parts], default=0) + (self.meant is not None)


#: The squares of zones that were asked for, in so many bytes; each square weighs as much.
_zones: Final[Keeper[tuple[Zone, int, int, int], frozenset[int]]] = Keeper(4_000_000)
_PER_SQUARE: Final = 100


def zone_squares(zone: Zone, board: Geometry, color: int) -> frozenset[int]:
    """The squares of a zone on a board, seen by a side; who is nobody's sees as White does."""
    color &= 1
    key = (zone, board.width, board.height, color)
    found = _zones.get(key)
    if found is None:
        found = _found(zone, board, color)
        _zones.put(key, found, _PER_SQUARE * (board.size + _named(zone)))
    return found


def _named(zone: Zone) -> int:
    """How many squares a zone names, in all its parts."""
    return 1 + len(zone.squares or ()) + sum([_named(part) for part in zone.parts])


def _found(zone: Zone, board: Geometry, color: int) -> frozenset[int]:
    allowed = None if zone.squares is None else {board.parse_square(name) for name in zone.squares}
    outside = frozenset[int]() if zone.outside is None else zone_squares(zone.outside, board, color)
    within = [zone_squares(one, board, color) for one in zone.within]
    own = zone_squares(zone.sides[color], board, color) if zone.sides else None
    meant = None if zone.meant is None else zone_squares(zone.meant, board, color)
    return frozenset(
        s
        for s in range(board.size)
        if (allowed is None or s in allowed)
        and (zone.ranks is None or board.rank_of(s) + 1 in zone.ranks)
        and (zone.own_ranks is None or board.own_rank(s, color) + 1 in zone.own_ranks)
        and (zone.files is None or FILES[board.file_of(s)] in zone.files)
        and (zone.named is None or meant is not None or _is_in(zone.named, board, s, color))
        and (meant is None or s in meant)
        and s not in outside
        and (not within or any(s in one for one in within))
        and (own is None or s in own)
    )


def _is_in(name: str, board: Geometry, square: int, color: int) -> bool:
    """Whether a square lies in one of `ZONES`, seen by a side."""
    file, rank = board.file_of(square), board.own_rank(square, color)
    width, height = board.width, board.height
    if name == "first-rank":
        return rank == 0
    if name == "last-rank":
        return rank == height - 1
    if name == "own-half":
        return 2 * rank < height
    if name == "enemy-half":
        return 2 * rank >= height
    if name == "centre":
        return abs(2 * file - width + 1) <= 1 and abs(2 * rank - height + 1) <= 1
    if name == "edge":
        return file in (0, width - 1) or rank in (0, height - 1)
    light = (board.file_of(square) + board.rank_of(square)) % 2 == 1
    return light == (name == "light")
