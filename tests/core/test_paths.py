"""Paths by hand: the squares of lines that bend, wrap, hop and go on, on boards of several sizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pytest

from rete_chess.core.atoms import DIAGONAL, DIRECTIONS, FAR, ORTHOGONAL, Atom, Direction, Topology
from rete_chess.core.geometry import geometry
from rete_chess.core.paths import MAX_WAYS, ways_from, without_detours
from rete_chess.core.pseudo import pseudo_moves
from rete_chess.errors import RulesError
from tests.core.small import ROCK, small_board, small_laws, small_piece

FLAT = Topology()
WRAPPED = Topology(wrap_files=True)
FILES_ONCE = Topology(bounce_edges="files", bounce_times=1)
RANKS_ONCE = Topology(bounce_edges="ranks", bounce_times=1)
ALL_TWICE = Topology(bounce_edges="all", bounce_times=2)

NE, NW, SE, SW = (1, 1), (-1, 1), (1, -1), (-1, -1)
N, E, S, W = (0, 1), (1, 0), (0, -1), (-1, 0)


class Line(NamedTuple):
    """A slide in one direction on an empty board and the squares it comes to, each once, in order."""

    topology: Topology
    size: tuple[int, int]
    start: str
    direction: Direction
    squares: str


LINES = (
    # Nothing bends.
    Line(FLAT, (8, 8), "c1", NE, "d2 e3 f4 g5 h6"),
    Line(FLAT, (8, 8), "c1", SW, ""),
    Line(FLAT, (16, 16), "a1", NE, "b2 c3 d4 e5 f6 g7 h8 i9 j10 k11 l12 m13 n14 o15 p16"),
    Line(FLAT, (1, 1), "a1", NE, ""),
    Line(FLAT, (8, 8), "b1", (1, 2), "c3 d5 e7"),
    # Reflected once on the files: in the middle of the way, at once, and not in a corner.
    Line(FILES_ONCE, (8, 8), "c1", NE, "d2 e3 f4 g5 h6 g7 f8"),
    Line(FILES_ONCE, (8, 8), "c1", NW, "b2 a3 b4 c5 d6 e7 f8"),
    Line(FILES_ONCE, (8, 8), "c1", SE, ""),
    Line(FILES_ONCE, (8, 8), "e4", NE, "f5 g6 h7 g8"),
    Line(FILES_ONCE, (8, 8), "e4", NW, "d5 c6 b7 a8"),
    Line(FILES_ONCE, (8, 8), "e4", SE, "f3 g2 h1"),
    Line(FILES_ONCE, (8, 8), "e4", SW, "d3 c2 b1"),
    Line(FILES_ONCE, (8, 8), "a1", NW, "b2 c3 d4 e5 f6 g7 h8"),
    Line(FILES_ONCE, (8, 8), "a1", NE, "b2 c3 d4 e5 f6 g7 h8"),
    Line(FILES_ONCE, (8, 8), "a1", SW, ""),
    Line(FILES_ONCE, (8, 8), "h1", NE, "g2 f3 e4 d5 c6 b7 a8"),
    Line(FILES_ONCE, (8, 8), "h4", SE, "g3 f2 e1"),
    Line(FILES_ONCE, (8, 8), "a8", SE, "b7 c6 d5 e4 f3 g2 h1"),
    Line(FILES_ONCE, (8, 8), "e4", E, "f4 g4 h4"),  # only diagonals bend
    Line(FILES_ONCE, (5, 9), "c1", NE, "d2 e3 d4 c5 b6 a7"),
    Line(FILES_ONCE, (5, 9), "e9", SE, "d8 c7 b6 a5"),
    Line(FILES_ONCE, (16, 16), "h1", NE, "i2 j3 k4 l5 m6 n7 o8 p9 o10 n11 m12 l13 k14 j15 i16"),
    Line(FILES_ONCE, (2, 3), "a1", NE, "b2 a3"),
    Line(FILES_ONCE, (2, 3), "b1", NE, "a2"),
    Line(FILES_ONCE, (1, 1), "a1", NE, ""),
    Line(RANKS_ONCE, (8, 8), "e4", NE, "f5 g6 h7"),
    Line(RANKS_ONCE, (8, 8), "d6", NE, "e7 f8 g7 h6"),
    Line(RANKS_ONCE, (8, 8), "c1", SE, "d2 e3 f4 g5 h6"),
    # Reflected twice on all edges; a corner counts once and sends the line back.
    Line(ALL_TWICE, (8, 8), "c1", NE, "d2 e3 f4 g5 h6 g7 f8 e7 d6 c5 b4 a3"),
    Line(ALL_TWICE, (8, 8), "c1", NW, "b2 a3 b4 c5 d6 e7 f8 g7 h6"),
    Line(ALL_TWICE, (8, 8), "c1", SE, "d2 e3 f4 g5 h6 g7 f8"),
    Line(ALL_TWICE, (8, 8), "c1", SW, "b2 a3 b4 c5 d6 e7 f8"),
    Line(ALL_TWICE, (8, 8), "e4", NW, "d5 c6 b7 a8"),
    Line(ALL_TWICE, (8, 8), "e4", NE, "f5 g6 h7 g8 f7 e6 d5 c4 b3 a2"),
    Line(ALL_TWICE, (8, 8), "a1", NE, "b2 c3 d4 e5 f6 g7 h8"),
    Line(ALL_TWICE, (8, 8), "h8", NE, "g7 f6 e5 d4 c3 b2 a1"),
    Line(ALL_TWICE, (8, 8), "h8", SE, "g7 f6 e5 d4 c3 b2 a1"),
    Line(ALL_TWICE, (5, 9), "c1", NE, "d2 e3 d4 c5 b6 a7 b8 c9"),
    Line(ALL_TWICE, (5, 9), "c1", SW, "b2 a3 b4 c5 d6 e7"),
    Line(ALL_TWICE, (5, 9), "e9", NE, "d8 c7 b6 a5 b4 c3 d2 e1"),
    Line(ALL_TWICE, (2, 3), "a1", NE, "b2 a3"),
    Line(ALL_TWICE, (2, 3), "b2", NE, "a3"),
    Line(ALL_TWICE, (1, 1), "a1", NE, ""),
    Line(ALL_TWICE, (16, 16), "p1", NW, "o2 n3 m4 l5 k6 j7 i8 h9 g10 f11 e12 d13 c14 b15 a16"),
    # Wrapped: once round the board and not onto the start.
    Line(WRAPPED, (8, 8), "c4", E, "d4 e4 f4 g4 h4 a4 b4"),
    Line(WRAPPED, (8, 8), "c4", W, "b4 a4 h4 g4 f4 e4 d4"),
    Line(WRAPPED, (8, 8), "c4", N, "c5 c6 c7 c8"),
    Line(WRAPPED, (8, 8), "c1", NE, "d2 e3 f4 g5 h6 a7 b8"),
    Line(WRAPPED, (8, 8), "a1", SW, ""),
    Line(WRAPPED, (8, 8), "a4", (2, 0), "c4 e4 g4"),
    Line(WRAPPED, (8, 8), "a4", (3, 0), "d4 g4 b4 e4 h4 c4 f4"),
    Line(WRAPPED, (5, 9), "e1", NE, "a2 b3 c4 d5 e6 a7 b8 c9"),
    Line(WRAPPED, (5, 9), "d1", (1, 2), "e3 a5 b7 c9"),
    Line(WRAPPED, (2, 3), "a1", E, "b1"),
    Line(WRAPPED, (2, 3), "a1", NE, "b2 a3"),
    Line(WRAPPED, (1, 1), "a1", E, ""),
    Line(WRAPPED, (16, 16), "p16", E, "a16 b16 c16 d16 e16 f16 g16 h16 i16 j16 k16 l16 m16 n16 o16"),
    # Both: wrapped files do not reflect, ranks do.
    Line(
        Topology(wrap_files=True, bounce_edges="ranks", bounce_times=1),
        (4, 4),
        "a1",
        SE,
        "b2 c3 d4",
    ),
    Line(
        Topology(wrap_files=True, bounce_edges="ranks", bounce_times=1),
        (4, 4),
        "c3",
        NE,
        "d4 a3 b2 c1",
    ),
)


def line_id(line: Line) -> str:
    bends = [line.topology.bounce_edges, "wrap" if line.topology.wrap_files else ""]
    width, height = line.size
    df, dr = line.direction
    return "-".join([*filter(None, bends), f"{width}x{height}", line.start, f"{df},{dr}"])


def reached(board_size: tuple[int, int], atom: Atom, topology: Topology, start: str, color: int = 0) -> str:
    """The targets of an atom on an empty board, each once, in the order they are met."""
    board = geometry(*board_size)
    ways = ways_from(board, color, (atom,), topology, board.parse_square(start))
    return " ".join(dict.fromkeys(board.names[way.target] for way in ways))


@pytest.mark.parametrize("line", LINES, ids=line_id)
def test_lines(line: Line) -> None:
    atom = Atom("slide", (line.direction,))
    assert reached(line.size, atom, line.topology, line.start) == line.squares


@pytest.mark.parametrize("line", LINES, ids=line_id)
def test_lines_of_black_are_mirrored(line: Line) -> None:
    """Directions are seen from the own side, so a line of Black is White's in the mirror."""
    board = geometry(*line.size)

    def mirrored(names: Sequence[str]) -> str:
        return " ".join(board.names[board.mirrored(board.parse_square(name))] for name in names)

    atom = Atom("slide", (line.direction,))
    start = mirrored([line.start])
    assert reached(line.size, atom, line.topology, start, color=1) == mirrored(line.squares.split())


def test_a_bouncing_rook_comes_back_on_its_own_way() -> None:
    topology = Topology(bounce_edges="all", bounce_times=2, bounce_directions=ORTHOGONAL)
    assert reached((8, 8), Atom("slide", (N,)), topology, "e4") == "e5 e6 e7 e8"
    # Off the start and back over it there is nothing: the line ends where it began.
    assert reached((8, 8), Atom("slide", (S,)), topology, "e1") == "e2 e3 e4 e5 e6 e7 e8"


def test_leaps_do_not_bounce() -> None:
    assert reached((8, 8), Atom("leap", DIAGONAL), ALL_TWICE, "a1") == "b2"


@pytest.mark.parametrize(
    ("atom", "squares"),
    [
        (Atom("slide", (N,), longest=3), "b2 b3 b4"),
        (Atom("slide", (N,), shortest=2, longest=3), "b3 b4"),
        (Atom("slide", (N,), shortest=9), ""),
        (Atom("leap", (N,), mode="move"), "b2"),
    ],
)
def test_ranges(atom: Atom, squares: str) -> None:
    assert reached((8, 8), atom, FLAT, "b1") == squares


@pytest.mark.parametrize(
    ("atom", "squares"),
    [
        (Atom("slide", (N,), longest=2), "b2 b3 b4"),
        (Atom("slide", (N,), shortest=2, longest=2), "b3 b4"),
        (Atom("leap", (N,)), "b2 b3"),
        (Atom("leap", (N,), mode="move"), "b2 b3"),
        (Atom("leap", (N,), mode="capture"), "b2"),
        (Atom("leap", ((1, 2),)), "c3 d5"),
    ],
)
def test_one_step_more(atom: Atom, squares: str) -> None:
    """Added range lengthens slides and hops, and leaps unless they only capture."""
    assert reached((8, 8), atom, Topology(extra_range=1), "b1") == squares


# -- pieces on the board -------------------------------------------------------------------------


class Reach(NamedTuple):
    """Where the white A on a board may go. X and x are pieces that cannot move; * is a wall."""

    id: str
    moves: str
    placement: str
    squares: str
    topology: Topology = FLAT


CANNON = "[{slide: orthogonal, mode: move}, {hop: orthogonal, mode: capture}]"
ON_8X8 = (
    Reach(
        "slide-stops-at-pieces",
        "[{slide: orthogonal}]",
        "8/3x4/3x4/8/1X1A1x2/8/8/3*4",
        "c4 d2 d3 d5 d6 e4 f4",
    ),
    Reach("leap-over-pieces", "[{leap: knight}]", "8/8/8/XXX5/XAX5/XxX5/X1X5/8", "a6 c6 d3 d5"),
    Reach("leap-captures", "[{leap: knight}]", "8/8/2x5/X7/1A1*4/3X4/x7/8", "a2 a6 c2 c6 d5"),
    Reach("leap-of-own-directions", "[{leap: [[3, 1], [-1, 0]]}]", "8/8/8/8/3A4/8/8/8", "c4 g5"),
    Reach("hop-any", "[{hop: orthogonal}]", "3x4/3x4/8/3X4/3A1x2/8/8/8", "d6 d7 g4 h4"),
    Reach("hop-next", "[{hop: all, land: next}]", "8/3x4/8/8/1X1A2x1/2X5/8/8", "a4 b2 d8 h4"),
    Reach("hop-next-captures", "[{hop: all, land: next}]", "8/8/3x4/3X4/xX1Ax*2/8/8/8", "a4 d6"),
    Reach("hop-over-two-is-no-hop", "[{hop: orthogonal}]", "3x4/8/3x4/3X4/3A4/8/8/8", "d6"),
    Reach("hop-not-over-a-wall", "[{hop: orthogonal}]", "8/8/8/3*4/3A1*X1/8/8/8", ""),
    Reach("hop-range", "[{hop: forward, range: [1, 3]}]", "8/8/8/3X4/3A4/8/8/8", "d6 d7"),
    Reach("hop-least-range", "[{hop: forward, range: [3, 4]}]", "8/8/8/8/8/3X4/3A4/8", "d5 d6"),
    Reach("hop-to-capture", CANNON, "3x4/8/8/3x4/X2A1x1x/8/3X4/3x4", "b4 c4 d1 d3 d8 e4 h4"),
    Reach("move-only", "[{slide: sideways, mode: move}]", "8/8/8/8/1x1A2x1/8/8/8", "c4 e4 f4"),
    Reach("capture-only", "[{slide: sideways, mode: capture}]", "8/8/8/8/1x1A2x1/8/8/8", "b4 g4"),
    Reach("range-from-two", "[{slide: forward, range: [2, 3]}]", "8/8/8/8/3A4/8/8/8", "d6 d7"),
    Reach("range-is-blocked-before", "[{slide: forward, range: [2, 3]}]", "8/8/8/3x4/3A4/8/8/8", ""),
    # Chained legs: on from empty squares only, never onto the start.
    Reach(
        "leap-then-leap",
        "[{leap: [[1, 1]], then: [{leap: [[1, -1], [-1, -1]]}]}]",
        "8/8/8/8/3A4/8/8/8",
        "e5 f4",
    ),
    Reach(
        "leap-then-leap-is-blocked",
        "[{leap: [[1, 1], [1, -1]], then: [{leap: [[1, 0]]}]}]",
        "8/8/8/4x3/3A4/8/8/8",
        "e3 e5 f3",
    ),
    Reach(
        "first-leg-captures-only",
        "[{leap: forward, mode: capture, then: [{leap: forward}]}]",
        "8/8/8/8/3A4/8/8/8",
        "d6",
    ),
    Reach(
        "griffon",
        "[{leap: [[1, 1]], then: [{slide: [[0, 1], [1, 0]]}]}]",
        "8/8/4X3/8/3A4/8/8/8",
        "e5 f5 g5 h5",
    ),
    Reach(
        "slide-then-leap",
        "[{slide: forward, range: [1, 2], then: [{leap: [[1, 0]], mode: capture}]}]",
        "8/8/4x3/4x3/3A4/8/8/8",
        "d5 d6 e5 e6",
    ),
    Reach(
        "hop-then-leap",
        "[{hop: forward, land: next, then: [{leap: [[1, 0]]}]}]",
        "8/8/8/3x4/3A4/8/8/8",
        "d6 e6",
    ),
    # Zones of departure, seen from the own side.
    Reach("from-own-rank", "[{leap: forward, from: {ownRank: 2}}]", "8/8/8/8/8/8/3A4/8", "d3"),
    Reach("not-from-there", "[{leap: forward, from: {ownRank: 2}}]", "8/8/8/8/8/3A4/8/8", ""),
    Reach("from-a-square", "[{leap: forward, from: [d4, e5]}]", "8/8/8/8/3A4/8/8/8", "d5"),
    Reach("from-two-parts", "[{leap: forward, from: {file: d, zone: edge}}]", "8/8/8/8/8/8/8/3A4", "d2"),
    Reach(
        "from-counts-for-each-leg",
        "[{leap: forward, then: [{leap: sideways, from: {ownRank: 3}}]}]",
        "8/8/8/8/8/8/3A4/8",
        "c3 d3 e3",
    ),
    # Bent lines and pieces in the way.
    Reach(
        "bounce-is-blocked-after",
        "[{slide: [[1, 1]]}]",
        "5X2/8/8/8/8/8/8/2A5",
        "d2 e3 f4 g5 g7 h6",
        FILES_ONCE,
    ),
    Reach(
        "bounce-is-blocked-before", "[{slide: [[1, 1]]}]", "8/8/8/6x1/8/8/8/2A5", "d2 e3 f4 g5", FILES_ONCE
    ),
    Reach(
        "two-ways-to-one-square",
        "[{slide: diagonal}]",
        "8/8/8/8/8/8/1X6/2A5",
        "d2 e3 f4 f8 g5 g7 h6",
        FILES_ONCE,
    ),
    Reach("wrap-both-ways", "[{slide: sideways}]", "8/8/8/8/x1A2X2/8/8/8", "a4 b4 d4 e4", WRAPPED),
    Reach(
        "wrap-around-the-back", "[{slide: [[1, 0]]}]", "8/8/8/8/2A5/8/8/8", "a4 b4 d4 e4 f4 g4 h4", WRAPPED
    ),
    Reach("wrap-leap", "[{leap: knight}]", "8/8/8/8/A7/8/8/8", "b2 b6 c3 c5 g3 g5 h2 h6", WRAPPED),
    Reach("wrap-hop", "[{hop: sideways, land: next}]", "8/8/8/8/A6x/8/8/8", "g4", WRAPPED),
    Reach(
        "wrap-then-slide",
        "[{leap: forward, then: [{slide: sideways}]}]",
        "8/8/8/8/3A4/8/8/8",
        "a5 b5 c5 d5 e5 f5 g5 h5",
        WRAPPED,
    ),
    Reach(
        "there-and-back",
        "[{slide: [[1, 0]], range: [2, 2], then: [{leap: [[-1, 0]]}]}]",
        "8/8/8/8/3A4/8/8/8",
        "e4 f4",
    ),
    Reach(
        "there-and-back-does-not-capture",
        "[{slide: [[1, 0]], range: [2, 2], then: [{leap: [[-1, 0]]}]}]",
        "8/8/8/8/3Ax3/8/8/8",
        "",
    ),
)
OTHER_SIZES = (
    Reach(
        "size-5x9",
        "[{slide: all}]",
        "5/5/5/5/2A2/5/5/5/5",
        "a3 a5 a7 b4 b5 b6 c1 c2 c3 c4 c6 c7 c8 c9 d4 d5 d6 e3 e5 e7",
    ),
    Reach("size-2x3", "[{slide: all}]", "2/x1/1A", "a1 a2 b2 b3"),
    Reach("size-1x1", "[{slide: all}, {leap: knight}, {hop: all}]", "A", ""),
    Reach(
        "size-16x16",
        "[{leap: [[15, 15]]}, {hop: [[1, 0]]}]",
        "/".join(["16"] * 15 + ["AX14"]),
        "c1 d1 e1 f1 g1 h1 i1 j1 k1 l1 m1 n1 o1 p1 p16",
    ),
)


def moves_of(row: Reach) -> list[str]:
    """The target squares of the white A, with repeats if a move is given twice."""
    subject = small_piece("a", f"moves: {row.moves}", topology=row.topology)
    board = small_board(small_laws(subject, ROCK), row.placement)
    names = board.book.geometry.names
    return sorted(names[move & 255] for move in pseudo_moves(board))


@pytest.mark.parametrize("row", ON_8X8 + OTHER_SIZES, ids=lambda row: row.id)
def test_moves(row: Reach) -> None:
    assert " ".join(moves_of(row)) == " ".join(sorted(row.squares.split()))


def test_ways_to_one_target_are_told_apart_by_what_they_need() -> None:
    board = geometry()
    queen = (Atom("slide", DIRECTIONS["all"]),)
    ways = ways_from(board, 0, queen, WRAPPED, board.parse_square("a4"))
    to_e4 = [way.clear for way in ways if board.names[way.target] == "e4"]
    names = sorted(" ".join(board.names[square] for square in clear) for clear in to_e4)
    assert names == ["b4 c4 d4", "h4 g4 f4"]


def test_a_needless_detour_is_dropped() -> None:
    board = geometry()
    ways = ways_from(board, 0, (Atom("slide", (NE,)),), ALL_TWICE, board.parse_square("a1"))
    to_g7 = [way for way in ways if board.names[way.target] == "g7"]
    assert len(to_g7) == 2
    assert [len(way.clear) for way in without_detours(to_g7)] == [5]


def test_too_many_ways_are_refused() -> None:
    atom = Atom("leap", DIRECTIONS["knight"])
    for _ in range(4):
        atom = Atom("leap", DIRECTIONS["knight"], then=(atom,))
    with pytest.raises(RulesError) as caught:
        ways_from(geometry(), 0, (atom,), FLAT, 27)
    assert caught.value.code == "E_PIECE_RULES"
    assert str(MAX_WAYS) in str(caught.value)


def test_a_line_is_never_longer_than_the_range() -> None:
    atom = Atom("slide", ((1, 0),), longest=FAR)
    assert len(ways_from(geometry(16, 16), 0, (atom,), WRAPPED, 0)) == 15
