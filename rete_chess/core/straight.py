"""Pieces whose moves are nothing but lines, each square of them a move and a capture: most of all pieces.

Their reach is read off the lines. What the sorter of `rows` would find out by comparing ways is known
here: every target has one way, and that way is the line up to it.
"""

from __future__ import annotations

from rete_chess.core.atoms import PieceType
from rete_chess.core.geometry import Geometry
from rete_chess.core.moves import encode
from rete_chess.core.paths import Walker
from rete_chess.core.reach import Reach


def is_straight(piece: PieceType) -> bool:
    """Whether a piece moves as it captures, by untagged leaps and slides, and stays what it is."""
    return (
        piece.promotion is None
        and piece.captures == "enemy"
        and all(
            atom.step != "hop"
            and atom.mode == "both"
            and atom.shortest == 1
            and not (atom.then or atom.stay or atom.tag or atom.en_passant)
            for atom in piece.atoms
        )
    )


def fill_straight(reach: Reach, piece: PieceType, board: Geometry) -> bool:
    """Fill in the reach of a straight piece, unless two of its lines meet: then ways must be compared."""
    walker = Walker(board, reach.color, piece.topology, reach.square)
    lines = walker.lines(piece.atoms, reach.square)
    targets = [target for line in lines for target in line]
    if len(set(targets)) < len(targets):
        return False
    reach.paths = [None] * board.size
    for line in lines:
        squares = tuple(line)
        for index, target in enumerate(line):
            reach.paths[target] = squares[:index]
    lines.sort(key=len)  # as the sorter does, which builds them from their near ends
    steps = [tuple([(target, encode(reach.square, target)) for target in line]) for line in lines]
    reach.leaps = tuple([line[0] for line in steps if len(line) == 1])
    reach.rays = tuple([line for line in steps if len(line) > 1])
    return True
