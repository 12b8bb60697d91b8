"""Castling rights of one game, as tables: who castles with whom, over which squares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from rete_chess.core.atoms import Castle
from rete_chess.core.geometry import BLACK, FILES, NEUTRAL, WHITE, Geometry
from rete_chess.core.hands import close_gates
from rete_chess.core.keys import castling_key, unmoved_key
from rete_chess.core.moves import Manner, encode, manner_without
from rete_chess.core.reach import COLOR

if TYPE_CHECKING:
    from rete_chess.core.board import Board

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
    offered: tuple[int, ...] = ()  # the same move with the tags of offers

    @property
    def is_kingside(self) -> bool:
        return self.rook > self.king

    def in_manners(self, manners: Sequence[Manner]) -> Right:
        """The right with its move; a move that nobody can make where this manner is unknown."""
        manner = Manner(self.tag, castles=True)
        if manner not in manners:
            return self._replace(move=-1 - self.bit)
        offered = [
            encode(
                *((self.rook, self.king) if other.by_partner else (self.king, self.king_to)), manner=number
            )
            for number, other in enumerate(manners)
            if other.is_offered and manner_without(other) == manner
        ]
        move = encode(self.king, self.king_to, manner=manners.index(manner))
        return self._replace(move=move, offered=tuple(offered))


class _Keys(dict[int, int]):
    """The keys of masks, each worked out when it is first asked for."""

    def __init__(self, rights: Rights) -> None:
        self._rights = rights

    def __missing__(self, mask: int) -> int:
        key = self[mask] = self._rights.key_of(mask)
        return key


class Rights:
    """All rights that a game started with; a board holds the mask of those still alive.

    Where somebody asks who has moved, the mask has a bit more for each square whose piece had not when the
    game started: it goes as castling rights do.
    """

    def __init__(self, rights: tuple[Right, ...], size: int, unmoved: Sequence[int] = ()) -> None:
        self.all = rights
        self.unmoved = {square: 1 << number for number, square in enumerate(unmoved, start=len(rights))}
        self.of_color = tuple(tuple(r for r in rights if r.color == color) for color in (0, 1))
        self.lost = [0] * size  # the bits that go when a piece leaves a square or is lost there
        for right in rights:
            self.lost[right.king] |= right.bit
            self.lost[right.rook] |= right.bit
        for square, bit in self.unmoved.items():
            self.lost[square] |= bit
        self.whole = (1 << len(rights) + len(self.unmoved)) - 1  # the mask of all of them
        self.keys: Sequence[int] | _Keys = (
            _Keys(self) if self.unmoved else [self.key_of(mask) for mask in range(1 << len(rights))]
        )
        self.by_move = {move: right for right in rights for move in (right.move, *right.offered)}

    def in_manners(self, manners: Sequence[Manner]) -> Rights:
        """The same rights with moves as another lawbook numbers its manners of moving."""
        rights = tuple(right.in_manners(manners) for right in self.all)
        return Rights(rights, len(self.lost), tuple(self.unmoved))

    def with_unmoved(self, squares: Sequence[int]) -> Rights:
        """The same rights where it begins to matter whose piece has not moved."""
        return Rights(self.all, len(self.lost), squares)

    def key_of(self, mask: int) -> int:
        """The part of a position's key that a mask makes."""
        key = 0
        for square, bit in self.unmoved.items():
            if mask & bit:
                key ^= unmoved_key(square)
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


# -- who has not moved ------------------------------------------------------------------------------


def give_rights(board: Board, rights: Rights) -> None:
    """Let all of some rights be alive, in place of those there are."""
    board.key ^= board.rights.keys[board.castling] ^ rights.keys[rights.whole]
    board.rights, board.castling = rights, rights.whole


def has_moved(board: Board, square: int) -> bool:
    """Whether the piece on a square has left the square where it began, or has come later; known under laws
    that ask for it."""
    return not board.castling & board.rights.unmoved.get(square, 0)


def read_unmoved(board: Board, start: Board, text: str, *, is_start: bool) -> None:
    """Note who has not moved, as far as it matters: everybody in the start position.

    Else, on the first rank of a side, castlers with their partners and whom the castling field names;
    further on whoever stands where a piece of its type and side began.
    """
    unmoved = [square for square in _asked(board) if is_start or _is_at_home(board, start, square, text)]
    give_rights(board, board.rights.with_unmoved(unmoved))
    for color in (0, 1):
        close_gates(board, color)


def _asked(board: Board) -> list[int]:
    """The squares of pieces of which somebody may ask whether they have moved."""
    gates = board.book.laws.gates
    return [square for square in sorted(board.squares.values()) if gates is None or square in gates]


def _is_at_home(board: Board, start: Board, square: int, text: str) -> bool:
    """Whether the piece on a square has not moved, by the castling field and the start position."""
    color, geometry = board.cells[square] & COLOR, board.book.geometry
    if color != NEUTRAL and geometry.rank_of(square) == (0 if color == 0 else geometry.height - 1):
        letter = FILES[geometry.file_of(square)]
        named = (letter.upper() if color == 0 else letter) in text
        return named or any(square in (right.king, right.rook) for right in board.rights.of_color[color])
    piece, began = board.pieces[color][square], start.pieces[color].get(square)
    return began is not None and began.type_index == piece.type_index


def note_unmoved(board: Board, start: Board) -> None:
    """Begin to note who has not moved, under laws that ask it from now on: whoever stands where a piece of
    its type and side began."""
    unmoved = []
    for square in _asked(board):
        color = board.cells[square] & COLOR
        began = start.pieces[color].get(square)
        if began is not None and began.type_index == board.pieces[color][square].type_index:
            unmoved.append(square)
    alive = [right for right in board.rights.all if board.castling & right.bit]
    rights = tuple([right._replace(bit=1 << number) for number, right in enumerate(alive)])
    give_rights(board, Rights(rights, board.book.geometry.size, unmoved))


def unmoved_letters(board: Board, known: set[int]) -> set[str]:
    """The files of pieces on the first rank of their side that have not moved, but on some squares."""
    geometry = board.book.geometry
    found = set()
    for square, bit in board.rights.unmoved.items():
        color = board.cells[square] & COLOR
        first = {WHITE: 0, BLACK: geometry.height - 1}.get(color)
        if board.castling & bit and square not in known and geometry.rank_of(square) == first:
            letter = FILES[geometry.file_of(square)]
            found.add(letter.upper() if color == WHITE else letter)
    return found


def is_orthodox(geometry: Geometry, right: Right) -> bool:
    """Whether a right is that of the usual start position, so that moves are written as king steps."""
    return geometry.file_of(right.king) == geometry.width // 2 and geometry.file_of(right.rook) in (
        0,
        geometry.width - 1,
    )
