"""What one piece can do from one square, precomputed: the record that move generation loops over.

Moves are ready-made integers, so emitting one allocates nothing, and promotions are already multiplied out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rete_chess.core.moves import Exposed, exposed_by
from rete_chess.core.paths import Way

if TYPE_CHECKING:
    from rete_chess.core.board import Board

#: What a square holds, beside the colours 0, 1 and 2, which is nobody's. Whoever stands on `GUARDED + color`
#: cannot be captured.
EMPTY = -1
GUARDED = 4
WALL = 8
#: The bits of a square that somebody stands on that are its colour.
COLOR = 3


#: A target square and the move to it.
Step = tuple[int, int]


class OpenWay:
    """A path with the moves it allows while it is open."""

    __slots__ = ("clear", "hurdles", "moves", "target")

    def __init__(self, moves: tuple[int, ...], way: Way) -> None:
        self.moves = moves
        self.target = way.target
        self.clear = way.clear
        self.hurdles = way.hurdles

    def is_open(self, cells: list[int]) -> bool:
        """Whether the squares between allow it, given what every square holds."""
        for square in self.clear:
            if cells[square] >= 0:
                return False
        for group in self.hurdles:
            count = 0
            for square in group:
                if cells[square] == WALL:
                    return False
                if cells[square] >= 0:
                    count += 1
            if count != 1:
                return False
        return True


class Option:
    """A target that needs a closer look, by ways of one tag: the first open one decides the move."""

    __slots__ = ("prey", "quiet", "strike", "target")

    def __init__(self, target: int, prey: frozenset[int]) -> None:
        self.target = target
        self.prey = prey
        self.quiet: list[OpenWay] = []
        self.strike: list[OpenWay] = []


class Reach:
    """A piece of one profile on one square."""

    __slots__ = (
        *("is_plain", "leaps", "rays", "paths", "square", "strikes", "trails", "plain_part"),  # asked most
        *("can_castle", "color", "cost", "detours", "is_guarded", "is_royal", "key", "options", "override"),
        *("passed", "resets_clock", "row", "royal_group", "takes", "type_index", "was", "ways"),
    )

    def __init__(self, square: int, color: int, type_index: int) -> None:
        self.square = square
        self.color = color
        self.type_index = type_index
        self.was = -1  # the index of the type that it has promoted from, where that matters
        self.key = 0
        self.is_royal = False  # royal, or royal as the last of its group
        self.royal_group = -1  # index of the group whose last member is royal, -1: always royal
        self.is_guarded = False
        self.can_castle = False
        self.resets_clock = False
        self.override = -1  # the number of the document that says its moves in place of its type
        # Each step is the target square with the move: looking a square up costs more than unpacking.
        self.leaps: tuple[Step, ...] = ()  # move or capture, nothing between
        self.rays: tuple[tuple[Step, ...], ...] = ()  # move or capture, up to the first piece
        self.is_plain = True  # nothing but leaps and rays of plain moves
        self.strikes: tuple[Step, ...] = ()  # capture only, nothing between
        self.trails: tuple[tuple[Step, ...], ...] = ()  # move only, up to the first piece
        self.options: tuple[Option, ...] = ()
        self.plain_part: Reach | None = None  # leaps and rays of a piece that has other forms too
        self.takes: tuple[OpenWay, ...] = ()  # en passant
        self.passed: dict[int, tuple[int, ...]] = {}  # exposing move -> squares it passes
        self.paths: list[tuple[int, ...] | None] = []  # target -> squares between, if it is attacked
        self.detours: dict[int, tuple[OpenWay, ...]] = {}  # further ways to attack a target
        self.row: list[Reach] = []
        self.ways = 0  # how many ways of moving and attacking need a closer look
        self.cost = 0  # the steps that it took to work out


def expose(board: Board, passed: tuple[int, ...], victim: int, color: int) -> Exposed | None:
    """The piece that passed, if an enemy stands ready to take it on the way."""
    if board.cells[victim] >= GUARDED:
        return None
    takers = board.book.takers[color ^ 1]
    enemies = board.pieces[color ^ 1]
    for target in passed:
        for square in takers[target]:
            taker = enemies.get(square)
            if taker is not None:
                for way in taker.takes:
                    if way.target == target and way.is_open(board.cells):
                        return exposed_by(passed, victim)
    return None
