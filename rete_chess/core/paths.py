"""Atoms unrolled on a board: every square a piece can reach from a square, and by which path.

The result is geometry only: which squares must be empty and which must hold exactly one hurdle.
Occupancy, colours and legality are looked at later, in one loop over these tables.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rete_chess.core.atoms import FAR, Atom, Direction, Topology
from rete_chess.core.geometry import WHITE, Geometry, zone_squares
from rete_chess.errors import RulesError

#: Chained legs multiply; a piece with more ways than this from one square is refused.
MAX_WAYS: Final = 4096


class Way(NamedTuple):
    """One path to a target: `clear` squares must be empty, each group of `hurdles` holds one piece."""

    target: int
    clear: tuple[int, ...]
    hurdles: tuple[tuple[int, ...], ...]
    atom: Atom

    @property
    def is_quiet(self) -> bool:
        return self.atom.mode != "capture"

    @property
    def is_capture(self) -> bool:
        # A path that leads over its own target and back is closed by whoever stands there.
        return self.atom.mode != "move" and self.target not in self.clear


class Walker:
    """Unrolls the atoms of one piece on one square."""

    def __init__(self, board: Geometry, color: int, topology: Topology, start: int) -> None:
        self.board = board
        self.color = color
        self.topology = topology
        self.start = start
        self.ways: list[Way] = []

    def walk(
        self,
        atoms: tuple[Atom, ...],
        square: int,
        clear: tuple[int, ...],
        hurdles: tuple[tuple[int, ...], ...],
    ) -> None:
        """Add the ways of all atoms from `square`, after a first leg that needs `clear` and `hurdles`."""
        for atom in atoms:
            if atom.origin is None or square in zone_squares(atom.origin, self.board, self.color):
                for direction in atom.directions:
                    self._leg(atom, self._line(atom, direction, square), clear, hurdles)

    def _leg(
        self, atom: Atom, line: list[int], clear: tuple[int, ...], hurdles: tuple[tuple[int, ...], ...]
    ) -> None:
        for index in range(len(line)):
            passed = tuple(line[:index])
            if atom.step == "hop":
                if index == 0:
                    continue
                if atom.land == "next":
                    need, over = clear + passed[:-1], (*hurdles, passed[-1:])
                else:
                    need, over = clear, (*hurdles, passed)
            else:
                need, over = clear + passed, hurdles
            if index + 1 >= atom.shortest:
                self._add(Way(line[index], need, over, atom))
                self.walk(atom.then, line[index], (*need, line[index]), over)

    def _add(self, way: Way) -> None:
        if len(self.ways) >= MAX_WAYS:
            raise RulesError(
                "E_PIECE_RULES",
                f"a piece has more than {MAX_WAYS} ways to move from {self.board.names[self.start]}",
                expected="shorter chains of `then`",
            )
        self.ways.append(way)

    def _line(self, atom: Atom, direction: Direction, square: int) -> list[int]:
        """The squares met in one direction, in order, up to the edge, the start or the range."""
        longest = _longest(atom, self.topology)
        step = first_step = direction[0], direction[1] if self.color == WHITE else -direction[1]
        bounces = (
            self.topology.bounce_times
            if atom.step == "slide" and direction in self.topology.bounce_directions
            else 0
        )
        file, rank = self.board.file_of(square), self.board.rank_of(square)
        line: list[int] = []
        while len(line) < longest:
            onward = self._next(file, rank, step)
            if onward is None and bounces:
                bounces -= 1
                reflected = self._reflect(file, rank, step)
                if reflected is not None:
                    step = reflected
                    onward = self._next(file, rank, step)
            if onward is None:
                break
            file, rank = onward
            reached = self.board.square(file, rank)
            # Back where the piece or this leg set out: a ring is gone round once.
            if reached == self.start or (reached == square and step == first_step):
                break
            line.append(reached)
        return line

    def _next(self, file: int, rank: int, step: Direction) -> tuple[int, int] | None:
        file, rank = file + step[0], rank + step[1]
        if self.topology.wrap_files:
            file %= self.board.width
        inside = 0 <= file < self.board.width and 0 <= rank < self.board.height
        return (file, rank) if inside else None

    def _reflect(self, file: int, rank: int, step: Direction) -> Direction | None:
        """The direction after meeting an edge, or None if that edge does not reflect."""
        off_files = not self.topology.wrap_files and not 0 <= file + step[0] < self.board.width
        off_ranks = not 0 <= rank + step[1] < self.board.height
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
    walker = Walker(board, color, topology, start)
    walker.walk(atoms, start, (), ())
    return walker.ways


def without_detours(ways: list[Way]) -> list[Way]:
    """The ways to one target less the needless ones, in their order.

    A way is needless if an earlier one is open whenever it is, or a later one of the same manner
    and no way of another manner stands between them.
    """
    kept: list[Way] = []
    for way in ways:
        if not any(_is_open_with(other, way) for other in kept):
            alike = len(kept)
            while alike and _is_alike(way, kept[alike - 1]):
                alike -= 1
            kept[alike:] = [other for other in kept[alike:] if not _is_open_with(way, other)]
            kept.append(way)
    return kept


def _is_open_with(easier: Way, harder: Way) -> bool:
    """Whether `easier` asks for nothing that `harder` does not ask for too."""
    return set(easier.clear) <= set(harder.clear) and set(easier.hurdles) <= set(harder.hurdles)


def _is_alike(a: Way, b: Way) -> bool:
    return (a.atom.tag, a.atom.en_passant, a.atom.stay) == (b.atom.tag, b.atom.en_passant, b.atom.stay)
