"""Castling rights of one game, as tables: who castles with whom, over which squares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rete_chess.core.atoms import Castle
from rete_chess.core.geometry import WHITE, Geometry
from rete_chess.core.keys import castling_key
from rete_chess.core.moves import Manner, encode

#: On a board of fewer files nobody castles.
LEAST_FILES: Final = 5


class Right(NamedTuple):
    """One side's right to castle with one partner."""

    bit: int
    color: int
    king: int
    rook: int
    king_to: int
    rook_to: int
    clear: tuple[int, ...]  # must be empty but for the two of them
    path: tuple[int, ...]  # the castler must be safe on its way over these
    move: int
    tag: str  # of the manner of castling

    @property
    def is_kingside(self) -> bool:
        return self.rook > self.king

    def in_manners(self, manners: Sequence[Manner]) -> Right:
        """The right with its move; a move that nobody can make where this manner is unknown."""
        manner = Manner(self.tag, castles=True)
        if manner not in manners:
            return self._replace(move=-1 - self.bit)
        return self._replace(move=encode(self.king, self.king_to, manner=manners.index(manner)))


class Rights:
    """All rights that a game started with; a board holds the mask of those still alive."""

    def __init__(self, rights: tuple[Right, ...], size: int) -> None:
        self.all = rights
        self.of_color = tuple(tuple(r for r in rights if r.color == color) for color in (0, 1))
        self.lost = [0] * size  # the bits that go when a piece leaves a square or is lost there
        for right in rights:
            self.lost[right.king] |= right.bit
            self.lost[right.rook] |= right.bit
        self.keys = [self._key(mask) for mask in range(1 << len(rights))]
        self.by_move = {right.move: right for right in rights}

    def in_manners(self, manners: Sequence[Manner]) -> Rights:
        """The same rights with moves as another lawbook numbers its manners of moving."""
        return Rights(tuple(right.in_manners(manners) for right in self.all), len(self.lost))

    def _key(self, mask: int) -> int:
        key = 0
        for right in self.all:
            if mask & right.bit:
                key ^= castling_key(right.color, right.king, right.rook)
        return key


#: Castling as in chess, for pieces that castle by a profile of their own.
USUAL: Final = Castle(())


def home_rank(board: Geometry, color: int, castle: Castle) -> int:
    """The rank on which a side castles, counted from 0."""
    return castle.rank - 1 if color == WHITE else board.height - castle.rank


def goal(board: Geometry, king: int, is_kingside: bool, castle: Castle = USUAL) -> int:
    """Where a castler lands: on the third file from the left edge, the second from the right one (the
    c and g files on eight files), unless other files are named."""
    files = castle.to or (board.width - 2, 2)
    return board.square(files[not is_kingside], board.rank_of(king))


def make_right(board: Geometry, bit: int, color: int, king: int, rook: int, castle: Castle) -> Right:
    """The tables of a right. The partner lands on the inner side of the castler, unless a file is named."""
    kingside = rook > king
    king_to = goal(board, king, kingside, castle)
    rook_to = king_to - 1 if kingside else king_to + 1
    if castle.partner_to is not None:
        rook_to = board.square(castle.partner_to[not kingside], board.rank_of(king))
    span = {*_between(king, king_to), *_between(rook, rook_to)}
    path = [square for square in _between(king, king_to) if square not in (king, king_to)]
    return Right(
        bit,
        color,
        king,
        rook,
        king_to,
        rook_to,
        tuple(sorted(span - {king, rook})),
        tuple(path),
        -1 - bit,
        castle.tag,
    )


def _between(a: int, b: int) -> range:
    """The squares from a to b, both included."""
    return range(min(a, b), max(a, b) + 1)
