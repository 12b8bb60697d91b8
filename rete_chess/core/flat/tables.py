"""The tables of a lawbook as vectors: how pieces move and attack, in numbers alone.

A piece on a square is its reach number, `(color * types + type) * size + square`. A way is where its numbers
begin in `ways`: how many squares must be clear, those squares, how many groups must hold one piece, and each
group as its length and its squares. A path is a way that is read up to its clear squares.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from rete_chess.core.flat import i64
from rete_chess.core.flat.policies import Policies
from rete_chess.core.flat.vectors import vector
from rete_chess.core.geometry import NEUTRAL

#: The colours for which tables and lists of pieces have room: White, Black, and one that is nobody's.
COLORS: Final = 3

#: What sets the manners of moves apart.
CASTLES: Final[i64] = 1
TAKES: Final[i64] = 2
EXPOSES: Final[i64] = 4
STAYS: Final[i64] = 8


class Ways:
    """The squares that ways need, each way written down once."""

    def __init__(self) -> None:
        self.numbers: list[int] = []
        self._known: dict[object, int] = {}

    def add(self, clear: tuple[int, ...], hurdles: tuple[tuple[int, ...], ...] = ()) -> int:
        """Where the numbers of a way begin."""
        key = (clear, hurdles)
        place = self._known.get(key, -1)
        if place < 0:
            place = self._known[key] = len(self.numbers)
            self.numbers.append(len(clear))
            self.numbers += clear
            self.numbers.append(len(hurdles))
            for group in hurdles:
                self.numbers.append(len(group))
                self.numbers += group
        return place


class Tables:
    """The movement tables of one lawbook.

    At `moving[reach]` in `steps` stand the moves of a piece: leaps, rays, strikes and trails, each list with
    its length before it, then the options. At `taking[reach]` stand its captures en passant, at
    `passing[reach]` the moves by which it exposes itself.
    """

    def __init__(self, book: Any) -> None:
        size, types = book.geometry.size, len(book.types)
        self.book: Any = book
        self.size: i64 = size
        self.types: i64 = types
        self.span: i64 = types * size  # reach numbers of one colour
        self.guards_white: bool = book.guards_check[0]
        self.guards_black: bool = book.guards_check[1]
        self.has_pins: bool = book.tier == 1
        self.has_detours: bool = book.has_detours
        self.has_options: bool = book.has_options
        self.may_crown: bool = book.promotes_to_royal
        reaches = [reach for rows in book.rows for row in rows for reach in row]
        ways, steps = Ways(), _Steps(book)
        self.moving = vector([steps.add_moves(reach, ways) for reach in reaches])
        self.taking = vector([steps.add_takes(reach, ways) for reach in reaches])
        self.passing = vector([steps.add_passed(reach, ways) for reach in reaches])
        self.takers = vector([steps.add_squares(squares) for side in book.takers for squares in side])
        self.paths = vector(_paths(reaches, ways))
        self.detours = vector(_detours(reaches, ways, steps) if book.has_detours else ())
        self.steps = vector(steps.numbers)
        self.most_moves: i64 = steps.most  # of one piece
        self.ways = vector(ways.numbers)
        self.closer = vector([reach.ways for reach in reaches])
        self.plain = vector([reach.is_plain for reach in reaches])
        self.royal = vector([reach.is_royal for reach in reaches])
        self.group = vector([reach.royal_group for reach in reaches])
        self.held = vector([reach.color + 2 * reach.is_guarded for reach in reaches])
        self.keys = vector([reach.key for reach in reaches])
        self.resets = vector([reach.resets_clock for reach in reaches])
        self.castler = vector([reach.can_castle for reach in reaches])
        self.manners = vector([_manner(manner) for manner in book.manners])
        self.weights = vector(book.weights)
        self.policies: Policies = Policies(book)
        self.shade = vector([sum(divmod(square, book.geometry.width)) % 2 for square in range(size)])


def _manner(manner: Any) -> int:
    words = (manner.castles, CASTLES), (manner.takes, TAKES), (manner.exposes, EXPOSES), (manner.stays, STAYS)
    return sum(int(flag) for has, flag in words if has)


def _paths(reaches: Sequence[Any], ways: Ways) -> Iterable[int]:
    """For each reach and target, the path of the attack, or -1."""
    found: list[int] = []
    add = ways.add
    for reach in reaches:
        found += [-1 if path is None else add(path) for path in reach.paths]
    return found


def _detours(reaches: Sequence[Any], ways: Ways, steps: _Steps) -> Iterable[int]:
    """For each reach and target, where the further ways of the attack are listed, or -1."""
    found: list[int] = []
    for reach in reaches:
        row = [-1] * len(reach.row)
        for target, detours in reach.detours.items():
            row[target] = steps.add_squares([ways.add(way.clear, way.hurdles) for way in detours])
        found += row
    return found


class _Steps:
    """Lists of moves, each with its length before it."""

    def __init__(self, book: Any) -> None:
        self.numbers: list[int] = []
        tags = sorted({manner.tag for manner in book.manners})
        self.tags = [tags.index(manner.tag) for manner in book.manners]
        self.most = 0

    def add_squares(self, squares: Sequence[int]) -> int:
        """A list of numbers; returns where it begins."""
        place = len(self.numbers)
        self.numbers += [len(squares), *squares]
        return place

    def add_moves(self, reach: Any, ways: Ways) -> int:
        place = len(self.numbers)
        self._line(reach.leaps)
        self._lines(reach.rays)
        if not reach.is_plain:
            self._line(reach.strikes)
            self._lines(reach.trails)
            self.numbers.append(len(reach.options))
            for option in reach.options:
                prey = option.prey - {NEUTRAL}  # no such piece is in a flat position
                self.numbers += [option.target, sum(1 << color for color in prey)]
                self._ways(option.quiet, ways)
                self._ways(option.strike, ways)
        # Each move takes a number of its own, and so do the captures en passant.
        self.most = max(self.most, len(self.numbers) - place + sum(len(way.moves) for way in reach.takes))
        return place

    def _line(self, steps: Sequence[tuple[int, int]]) -> None:
        """The length of the list in numbers, then target and move of each step."""
        self.numbers.append(2 * len(steps))
        for step in steps:
            self.numbers += step

    def _lines(self, lines: Sequence[Sequence[tuple[int, int]]]) -> None:
        self.numbers.append(len(lines))
        for line in lines:
            self._line(line)

    def _ways(self, found: Sequence[Any], ways: Ways) -> None:
        """The length of the list in numbers, then the way, the number of moves and the moves of each."""
        listed: list[int] = []
        for way in found:
            listed += [ways.add(way.clear, way.hurdles), len(way.moves), *way.moves]
        self.numbers += [len(listed), *listed]

    def add_takes(self, reach: Any, ways: Ways) -> int:
        """The captures en passant: target, tag, way, number of moves, moves."""
        listed: list[int] = []
        for way in reach.takes:
            tag = self.tags[way.moves[0] >> 22]
            listed += [way.target, tag, ways.add(way.clear, way.hurdles), len(way.moves), *way.moves]
        return self.add_squares(listed)

    def add_passed(self, reach: Any, ways: Ways) -> int:
        """The exposing moves: move, the squares it passes as a path, and the key of being exposed by it."""
        from rete_chess.core.moves import exposed_by, target_of

        listed: list[int] = []
        for move, passed in sorted(reach.passed.items()):
            listed += [move, ways.add(passed), exposed_by(passed, target_of(move)).key]
        return self.add_squares(listed)
