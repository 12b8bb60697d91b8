"""Small laws for tests by hand: pieces are named by their letters and move as documents say."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rete_chess.core.atoms import PieceType
from rete_chess.core.board import Board
from rete_chess.core.fen import parse_fen
from rete_chess.core.lawbook import lawbook
from rete_chess.core.laws import Laws, Royal
from rete_chess.core.legality import legal_moves
from rete_chess.core.uci import format_uci
from rete_chess.documents import PieceDocument, parse_document, read_tree, to_piece_type


def small_piece(letter: str, document: str, **changes: Any) -> PieceType:
    """A piece type whose id is its letter, from the rest of a document: `moves: [...]` and so on."""
    tree = read_tree(f"kind: piece\nid: {letter}\nletter: {letter}\n{document}\n", "<test>")
    return replace(to_piece_type(parse_document(PieceDocument, tree)), **changes)


def small_laws(*pieces: PieceType, royal: str = "", **changes: Any) -> Laws:
    """Laws for both sides; the pieces of the royal letters are royal."""
    return Laws(pieces, pieces, royal=tuple(Royal((letter,)) for letter in royal), **changes)


def small_board(laws: Laws, placement: str) -> Board:
    """The board of a FEN, of as many files and ranks as the FEN has."""
    rows = placement.split()[0].split("/")
    sized = replace(laws, width=_width(rows[0]), height=len(rows))
    return parse_fen(lawbook(sized), placement)


def _width(row: str) -> int:
    digits = "".join(sign if sign.isdigit() else " " for sign in row)
    return sum(map(int, digits.split())) + sum(not sign.isdigit() for sign in row)


def texts(board: Board) -> list[str]:
    """The legal moves in UCI form, sorted."""
    legal = legal_moves(board)
    return sorted(format_uci(board, move, legal) for move in legal)


ROCK = small_piece("x", "moves: []")
KING = small_piece("k", "moves: [{leap: all}, {castle: r}]")
ROOK = small_piece("r", "moves: [{slide: orthogonal}]")
