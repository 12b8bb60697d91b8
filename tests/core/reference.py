"""A second, slow reading of the atoms: it walks over the live board and keeps no tables.

It shares only plain data with the package (atoms, zones, cells), so that the tables of `paths` and
`reach` and the loops over them are compared with something that was written without them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rete_chess.core.atoms import Atom, Direction, PieceType, Topology
from rete_chess.core.board import Board
from rete_chess.core.geometry import WHITE, zone_squares
from rete_chess.core.moves import Manner

EMPTY = -1
WALL = 8


class Step(NamedTuple):
    """A move in words: what an integer of the package stands for."""

    origin: int
    target: int
    promotion: str
    manner: Manner


class Landing(NamedTuple):
    """A square that an atom reaches on this board, empty or not."""

    square: int
    atom: Atom


def kind(board: Board, square: int) -> tuple[PieceType, int]:
    """The piece type on a square and its colour."""
    color = board.cells[square] % 2
    return board.book.piece(board.pieces[color][square].type_index, color), color


def landings(board: Board, start: int) -> Iterator[Landing]:
    """Where the piece on `start` can get to, in the order of its atoms."""
    piece, color = kind(board, start)
    yield from _walk(board, piece.atoms, color, piece.topology, start, start)


def _walk(
    board: Board, atoms: tuple[Atom, ...], color: int, topology: Topology, start: int, square: int
) -> Iterator[Landing]:
    for atom in atoms:
        if atom.origin is not None and square not in zone_squares(atom.origin, board.book.geometry, color):
            continue
        for direction in atom.directions:
            for reached in _leg(board, atom, direction, color, topology, start, square):
                yield Landing(reached, atom)
                if board.cells[reached] == EMPTY:
                    yield from _walk(board, atom.then, color, topology, start, reached)


def _leg(
    board: Board, atom: Atom, direction: Direction, color: int, topology: Topology, start: int, square: int
) -> Iterator[int]:
    """The squares that one atom reaches in one direction."""
    longest = atom.longest
    if atom.step == "leap":
        longest = 1
    if not (atom.step == "leap" and atom.mode == "capture"):
        longest += topology.extra_range
    hurdles = 0
    since = 0  # steps since the hurdle
    for count, reached in enumerate(_line(board, atom, direction, color, topology, square), 1):
        if count > longest or reached == start or board.cells[reached] == WALL:
            return
        since += hurdles
        is_reachable = hurdles == 1 and (atom.land == "any" or since == 1) if atom.step == "hop" else True
        if is_reachable and count >= atom.shortest:
            yield reached
        if board.cells[reached] >= 0:
            hurdles += 1
        if hurdles > (atom.step == "hop"):
            return


def _line(
    board: Board, atom: Atom, direction: Direction, color: int, topology: Topology, square: int
) -> Iterator[int]:
    """The squares of a line without an end, but for the edge that does not bend it."""
    geometry = board.book.geometry
    width, height = geometry.width, geometry.height
    df, dr = direction[0], direction[1] if color == WHITE else -direction[1]
    bounces = topology.bounce_times if atom.step == "slide" and direction in topology.bounce_directions else 0
    file, rank = square % width, square // width
    first = df, dr
    while True:
        at_file, at_rank = file + df, rank + dr
        if topology.wrap_files:
            at_file %= width
        off_file, off_rank = not 0 <= at_file < width, not 0 <= at_rank < height
        if off_file or off_rank:
            mirrors = {"files": not off_rank, "ranks": not off_file, "all": True, "": False}
            if not bounces or not mirrors[topology.bounce_edges]:
                return
            bounces -= 1
            df, dr = -df if off_file else df, -dr if off_rank else dr
            at_file, at_rank = file + df, rank + dr
            if topology.wrap_files:
                at_file %= width
            if not (0 <= at_file < width and 0 <= at_rank < height):
                return
        file, rank = at_file, at_rank
        if rank * width + file == square and (df, dr) == first:
            return  # a ring is gone round once
        yield rank * width + file


def prey(board: Board, start: int) -> set[int]:
    """What a cell must hold so that the piece on `start` may capture it."""
    piece, color = kind(board, start)
    return {"enemy": {1 - color}, "ally": {color}, "any": {0, 1}, "none": set()}[piece.captures]


def steps(board: Board, start: int) -> set[Step]:
    """The pseudo-legal moves of a piece, without castling. Of several ways of a tag the first one counts."""
    victims = prey(board, start)
    found: dict[tuple[int, str, str], list[Atom]] = {}
    for square, atom in landings(board, start):
        cell = board.cells[square]
        if cell == EMPTY and atom.mode != "capture":
            found.setdefault((square, "move", atom.tag), []).append(atom)
        if cell in victims and atom.mode != "move":
            found.setdefault((square, "shot" if atom.stay else "capture", atom.tag), []).append(atom)
        if atom.en_passant == "takes" and _can_take(board, start, square):
            found.setdefault((square, "takes", atom.tag), []).append(atom)
    return {
        Step(start, square, promotion, manner)
        for (square, way, _), atoms in found.items()
        for atom in (atoms if way == "shot" else atoms[:1])
        for manner in [Manner(atom.tag, False, way == "takes", atom.en_passant == "exposes", atom.stay)]
        for promotion in _promotions(board, start, square, atom)
    }


def _can_take(board: Board, start: int, square: int) -> bool:
    exposed = board.exposed
    _, color = kind(board, start)
    return (
        exposed is not None
        and square in exposed.targets
        and board.cells[square] == EMPTY
        and board.cells[exposed.victim] == 1 - color
        and 1 - color in prey(board, start)
    )


def _promotions(board: Board, start: int, square: int, atom: Atom) -> tuple[str, ...]:
    piece, color = kind(board, start)
    if piece.promotion is None or atom.stay:
        return ("",)
    zone = zone_squares(piece.promotion.zone, board.book.geometry, color)
    return piece.promotion.to if square in zone else ("",)


def all_steps(board: Board) -> set[Step]:
    """The pseudo-legal moves of the side to move, without castling."""
    return {step for square in board.pieces[board.turn] for step in steps(board, square)}


def in_words(board: Board, move: int) -> Step:
    """The step that an integer of the package means."""
    promotion = (move >> 16 & 63) - 1
    return Step(
        move >> 8 & 255,
        move & 255,
        board.book.types[promotion] if promotion >= 0 else "",
        board.book.manners[move >> 22],
    )
