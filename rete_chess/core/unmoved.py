"""Who has not moved, where laws ask for it: read from FEN, noted in mid-game, written as letters of files.

A board keeps it among its castling rights (see `castling.Rights`).
"""

from __future__ import annotations

from rete_chess.core.board import Board
from rete_chess.core.castling import Rights
from rete_chess.core.geometry import BLACK, FILES, WHITE
from rete_chess.core.hands import close_gates
from rete_chess.core.placement import read_placement


def filled(fields: list[str]) -> list[str]:
    """The fields of a FEN record with the usual ones in place of those that are missing."""
    if len(fields) == 4 and fields[2].isdecimal():
        fields = [*fields[:2], "-", "-", *fields[2:]]  # games without these fields often leave them out
    return [*fields, *["w", "-", "-", "0", "1"][len(fields) - 1 :]]


def give_rights(board: Board, rights: Rights) -> None:
    """Let all of some rights be alive, in place of those there are."""
    board.key ^= board.rights.keys[board.castling] ^ rights.keys[rights.whole]
    board.rights, board.castling = rights, rights.whole


def read_unmoved(board: Board, placement: str, text: str) -> None:
    """Note who has not moved: everybody in the start position.

    Else, on the first rank of a side, castlers with their partners and whom the field names; further on
    whoever stands where a piece of its type and side began.
    """
    begun = filled(board.book.laws.start.split())
    own = begun[0].partition("[")[0]
    gates = board.book.laws.gates
    standing = [
        square
        for square in sorted([*board.pieces[WHITE], *board.pieces[BLACK]])
        if gates is None or square in gates
    ]
    if (placement, text) == (own, begun[2]):
        unmoved = standing
    else:
        start = Board(board.book)
        read_placement(start, own)
        unmoved = [square for square in standing if _is_at_home(board, start, square, text)]
    give_rights(board, board.rights.with_unmoved(unmoved))
    for color in (WHITE, BLACK):
        close_gates(board, color)


def _is_at_home(board: Board, start: Board, square: int, text: str) -> bool:
    """Whether the piece on a square has not moved, by the castling field and the start position."""
    color, geometry = board.cells[square] & 1, board.book.geometry
    if geometry.rank_of(square) == (0 if color == WHITE else geometry.height - 1):
        letter = FILES[geometry.file_of(square)]
        named = (letter.upper() if color == WHITE else letter) in text
        return named or any(square in (right.king, right.rook) for right in board.rights.of_color[color])
    piece, began = board.pieces[color][square], start.pieces[color].get(square)
    return began is not None and began.type_index == piece.type_index


def note_unmoved(board: Board) -> None:
    """Begin to note who has not moved, under laws that ask it from now on: whoever stands where a piece of
    its type and side began."""
    start = Board(board.book)
    read_placement(start, filled(board.book.laws.start.split())[0].partition("[")[0])
    unmoved = [
        square
        for side, begun in zip(board.pieces, start.pieces)
        for square, reach in side.items()
        if square in begun and begun[square].type_index == reach.type_index
        if board.book.laws.gates is None or square in board.book.laws.gates
    ]
    alive = [right for right in board.rights.all if board.castling & right.bit]
    rights = [right._replace(bit=1 << number) for number, right in enumerate(alive)]
    give_rights(board, Rights(tuple(rights), board.book.geometry.size, sorted(unmoved)))


def unmoved_letters(board: Board, known: set[int]) -> set[str]:
    """The files of pieces on the first rank of their side that have not moved, but on some squares."""
    geometry = board.book.geometry
    found = set()
    for square, bit in board.rights.unmoved.items():
        if board.castling & bit and square not in known:
            color = board.cells[square] & 1
            if geometry.rank_of(square) == (0 if color == WHITE else geometry.height - 1):
                letter = FILES[geometry.file_of(square)]
                found.add(letter.upper() if color == WHITE else letter)
    return found
