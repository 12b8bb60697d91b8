"""Atoms unrolled on a board: every square a piece can reach from a square, and by which path.

The result is geometry only: which squares must be empty and which must hold exactly one hurdle.
Occupancy, colours and legality are looked at later, in one loop over these tables.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rete_chess.core.atoms import FAR, Atom, Direction, Topology
from rete_chess.core.geometry import WHITE, Geometry, zone_squares
from rete_chess.core.moves import Manner
from rete_chess.costs import LEG, NEW_WAY, WAY
from rete_chess.errors import RulesError
from rete_chess.metering import current_meter

#: Chained legs multiply; a piece with more ways than this from one square is refused.
MAX_WAYS: Final = 4096
#: The steps of new ways are counted when they are more than so many, or with the next others.
MOST_DUE: Final = 500


class Way(NamedTuple):
    """One path to a target: `clear` squares must be empty, each group of `hurdles` holds one piece."""

    target: int
    clear: tuple[int, ...]
    hurdles: tuple[tuple[int, ...], ...]
    atom: Atom
    manner: Manner
    is_quiet: bool
    is_capture: bool


class Course(NamedTuple):
    """What of an atom is the same on all squares."""

    origin: frozenset[int] | None  # where it may begin, if not everywhere
    longest: int
    steps: tuple[Direction, ...]  # its directions as files and ranks of the board
    is_lone: bool  # a single step that meets no edge but the end of the board
    nearest: int  # the first step at which it arrives
    manner: Manner
    is_quiet: bool
    captures: bool


class Ground:
    """A board as a piece of one side goes over it; what its atoms are there is worked out once."""

    def __init__(self, board: Geometry, color: int, topology: Topology) -> None:
        self.board = board
        self.color = color
        self.topology = topology
        self._courses: dict[int, tuple[Atom, Course]] = {}

    def course(self, atom: Atom) -> Course:
        known = self._courses.get(id(atom))
        if known is None:  # with the atom, whose number is its own as long as it lives
            known = self._courses[id(atom)] = atom, self._course(atom)
        return known[1]

    def _course(self, atom: Atom) -> Course:
        topology = self.topology
        longest = _longest(atom, topology)
        return Course(
            None if atom.origin is None else zone_squares(atom.origin, self.board, self.color),
            longest,
            tuple([atom.seen(direction, self.color != WHITE) for direction in atom.directions]),
            atom.step == "leap" and longest == 1 and not (topology.wrap_files or topology.wrap_ranks),
            max(atom.shortest, 2) if atom.step == "hop" else atom.shortest,
            Manner(atom.tag, exposes=atom.en_passant == "exposes", stays=atom.stay),
            atom.mode != "capture",
            atom.mode != "move",
        )


class Walker:
    """Unrolls the atoms of one piece on one square."""

    def __init__(self, ground: Ground, start: int) -> None:
        self.ground = ground
        self.board = ground.board
        self.topology = ground.topology
        self.start = start
        self.ways: list[Way] = []
        self.meter = current_meter()
        self.cost = 0
        self._due = 0  # steps of ways that are not counted yet

    def walk(
        self,
        atoms: tuple[Atom, ...],
        square: int,
        clear: tuple[int, ...],
        hurdles: tuple[tuple[int, ...], ...],
    ) -> None:
        """Add the ways of all atoms from `square`, after a first leg that needs `clear` and `hurdles`."""
        for atom in atoms:
            self.spend(WAY * len(atom.directions))
            lines = self._lines(atom, square)
            self.spend(WAY * sum([len(line) for _, line in lines]))
            for step, line in lines:
                passed = clear
                if atom.via:
                    lame = self._lame(atom, step, square)
                    self.spend(WAY * len(lame))
                    passed = clear + lame
                self._leg(atom, line, passed, hurdles)

    def lines(self, atoms: tuple[Atom, ...], square: int) -> list[list[int]]:
        """The squares that all atoms meet in their directions, in order, without empty lines."""
        lines = [line for atom in atoms for _, line in self._lines(atom, square)]
        self.spend(WAY * (1 + sum([len(line) for line in lines])))
        return lines

    def _lines(self, atom: Atom, square: int) -> list[tuple[Direction, list[int]]]:
        """The squares that an atom meets in each direction that leads somewhere, in order."""
        course = self.ground.course(atom)
        if course.origin is not None and square not in course.origin:
            return []
        if not course.is_lone:
            found = [
                (step, self._line(atom, direction, step, course.longest, square))
                for direction, step in zip(atom.directions, course.steps)
            ]
            return [one for one in found if one[1]]
        board, start = self.board, self.start
        width, height = board.width, board.height
        file, rank = board.file_of(square), board.rank_of(square)
        return [
            (step, [target])
            for step in course.steps
            if 0 <= file + step[0] < width
            and 0 <= rank + step[1] < height
            and (target := board.square(file + step[0], rank + step[1])) != start
        ]

    def _lame(self, atom: Atom, direction: Direction, square: int) -> tuple[int, ...]:
        """The squares that a lame leap passes: first straight ones, then diagonal ones, or the other way."""
        files, ranks = direction
        slant = min(abs(files), abs(ranks))
        turn = ((files > 0) - (files < 0), (ranks > 0) - (ranks < 0))
        straight = (turn[0], 0) if abs(files) > abs(ranks) else (0, turn[1])
        steps = [straight] * (max(abs(files), abs(ranks)) - slant), [turn] * slant
        order = (*steps[0], *steps[1]) if atom.via == "orthogonal" else (*steps[1], *steps[0])
        passed: list[int] = []
        file, rank = self.board.file_of(square), self.board.rank_of(square)
        for step in order[:-1]:
            file, rank = self._wrapped(file + step[0], rank + step[1])
            if 0 <= file < self.board.width and 0 <= rank < self.board.height:
                passed.append(self.board.square(file, rank))
        return tuple(passed)

    def _wrapped(self, file: int, rank: int) -> tuple[int, int]:
        """A place with its file and rank counted round the board, where they go round."""
        topology = self.topology
        if topology.wrap_files:
            file %= self.board.width
        if topology.wrap_ranks:
            rank %= self.board.height
        return file, rank

    def _leg(
        self, atom: Atom, line: list[int], clear: tuple[int, ...], hurdles: tuple[tuple[int, ...], ...]
    ) -> None:
        course = self.ground.course(atom)
        passed: tuple[int, ...] = ()
        for steps, target in enumerate(line, 1):
            if atom.step != "hop":
                need, over = clear + passed, hurdles
            elif atom.land == "next":
                need, over = clear + passed[:-1], (*hurdles, passed[-1:])
            else:
                need, over = clear, (*hurdles, passed)
            if steps >= course.nearest:
                if atom.stops:
                    # A path that leads over its own target and back is closed by whoever stands there.
                    is_capture = course.captures and target not in need
                    self._arrive(Way(target, need, over, atom, course.manner, course.is_quiet, is_capture))
                if atom.then:
                    self.spend(LEG)
                    self.walk(atom.then, target, (*need, target), over)
            passed = (*passed, target)

    def _arrive(self, way: Way) -> None:
        """Add a way; where captures are made from afar, one that also captures is two."""
        if not (self.topology.captures_stay and way.is_capture) or way.manner.stays:
            self._add(way)
            return
        if way.is_quiet:
            self._add(way._replace(is_capture=False))
        shot = way.manner._replace(stays=True, exposes=False)
        self._add(way._replace(manner=shot, is_quiet=False))

    def _add(self, way: Way) -> None:
        if len(self.ways) >= MAX_WAYS:
            raise RulesError(
                "E_PIECE_RULES",
                f"a piece has more than {MAX_WAYS} ways to move from {self.board.names[self.start]}",
                expected="shorter chains of `then`",
            )
        self.ways.append(way)
        self._due += NEW_WAY + WAY * len(way.clear)
        if self._due > MOST_DUE:
            self.spend(0)

    def spend(self, steps: int) -> None:
        """Count the steps of the tables that are worked out, and those of new ways that are due."""
        steps, self._due = steps + self._due, 0
        self.cost += steps
        if self.meter is not None:
            self.meter.charge(steps)

    def _line(
        self, atom: Atom, direction: Direction, step: Direction, longest: int, square: int
    ) -> list[int]:
        """The squares met in one direction, in order, up to the edge, the start or the range."""
        first_step = step
        bounces = (
            self.topology.bounce_times
            if atom.step == "slide" and direction in self.topology.bounce_directions
            else 0
        )
        board = self.board
        file, rank = board.file_of(square), board.rank_of(square)
        line: list[int] = []
        while len(line) < longest:
            if bounces and self._leaves(file, rank, step):
                bounces -= 1
                step = self._reflect(file, rank, step) or step
            file, rank = self._wrapped(file + step[0], rank + step[1])
            if not (0 <= file < board.width and 0 <= rank < board.height):
                break
            reached = board.square(file, rank)
            # Back where the piece or this leg set out: a ring is gone round once.
            if reached == self.start or (reached == square and step == first_step):
                break
            line.append(reached)
        return line

    def _leaves(self, file: int, rank: int, step: Direction) -> bool:
        """Whether a step leads off the board."""
        off_files = not self.topology.wrap_files and not 0 <= file + step[0] < self.board.width
        off_ranks = not self.topology.wrap_ranks and not 0 <= rank + step[1] < self.board.height
        return off_files or off_ranks

    def _reflect(self, file: int, rank: int, step: Direction) -> Direction | None:
        """The direction after meeting an edge, or None if that edge does not reflect."""
        off_files = not self.topology.wrap_files and not 0 <= file + step[0] < self.board.width
        off_ranks = not self.topology.wrap_ranks and not 0 <= rank + step[1] < self.board.height
        edges = self.topology.bounce_edges
        if (off_files and edges == "ranks") or (off_ranks and edges == "files"):
            return None
        return (-step[0] if off_files else step[0], -step[1] if off_ranks else step[1])


def _longest(atom: Atom, topology: Topology) -> int:
    """The number of steps in a direction; added range lengthens all but capturing leaps."""
    base = 1 if atom.step == "leap" else atom.longest
    lengthened = atom.step != "leap" or atom.mode != "capture"
    return min(base + topology.extra_range, FAR) if lengthened else base


def ways_from(
    board: Geometry, color: int, atoms: tuple[Atom, ...], topology: Topology, start: int
) -> list[Way]:
    """All ways of the atoms from a square, in the order of the document."""
    walker = Walker(Ground(board, color, topology), start)
    walker.walk(atoms, start, (), ())
    return walker.ways


def without_detours(ways: list[Way], walker: Walker | None = None) -> list[Way]:
    """The ways to one target less the needless ones, in their order.

    A way is needless if an earlier one is open whenever it is, or a later one of the same manner
    and no way of another manner stands between them.
    """
    if len(ways) <= 1:
        return ways
    kept: list[_Needing] = []
    for way in ways:
        if walker is not None and kept:
            walker.spend(WAY * len(kept))
        needing = (way, frozenset(way.clear), frozenset(way.hurdles))
        if not any(_is_open_with(other, needing) for other in kept):
            alike = len(kept)
            while alike and _is_alike(way, kept[alike - 1][0]):
                alike -= 1
            kept[alike:] = [other for other in kept[alike:] if not _is_open_with(needing, other)]
            kept.append(needing)
    return [way for way, _, _ in kept]


def told_apart(ways: list[Way], walker: Walker) -> list[Way]:
    """The same tag by tag: ways of two tags are two moves, even along one path."""
    if len(ways) <= 1:
        return ways
    by_tag: dict[str, list[Way]] = {}
    for way in ways:
        by_tag.setdefault(way.manner.tag, []).append(way)
    return [kept for alike in by_tag.values() for kept in without_detours(alike, walker)]


#: A way with the squares that it needs clear and the groups that it needs held, as sets.
_Needing = tuple[Way, frozenset[int], frozenset[tuple[int, ...]]]


def _is_open_with(easier: _Needing, harder: _Needing) -> bool:
    """Whether `easier` asks for nothing that `harder` does not ask for too."""
    return easier[1] <= harder[1] and easier[2] <= harder[2]


def _is_alike(a: Way, b: Way) -> bool:
    return a.manner == b.manner and a.atom.en_passant == b.atom.en_passant
