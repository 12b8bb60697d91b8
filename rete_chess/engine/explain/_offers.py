"""Why a move with the tag of an offer is illegal: the move without it, or the offer."""

from __future__ import annotations

from typing import NamedTuple

from rete_chess.compiler.provenance import OfferWord
from rete_chess.core import uci
from rete_chess.core.board import Board
from rete_chess.core.legality import legal_moves
from rete_chess.core.moves import origin_of
from rete_chess.core.pseudo import offered_moves
from rete_chess.engine.explain.reason import Reason, said


class Offered(NamedTuple):
    """A move with an offer's tag: its text without it, and the square of the piece that takes it up."""

    plain: str
    tag: str
    square: int


def read_offer(board: Board, text: str) -> Offered | None:
    """The offer that a text takes up; None if it takes up none of this game."""
    given, tag = uci.split(board, text), uci.tag_of(text)
    if given is None or tag not in {offer.tag for offer, _ in board.book.offers}:
        return None
    origin, target, _ = given
    names = board.book.geometry.names
    for right in board.rights.of_color[board.turn]:
        if (right.rook, right.king) == (origin, target):
            to = right.rook if board.is_chess960 else right.king_to
            return Offered(names[right.king] + names[to], tag, origin)
    return Offered(text.removesuffix(f"@{tag}"), tag, origin)


def is_legal_without(board: Board, text: str, tag: str) -> bool:
    """Whether a text means a legal move once its tag is left out."""
    plain = text.removesuffix(f"@{tag}")
    return any(uci.fits_text(board, move, plain) for move in legal_moves(board))


def plain_moves(board: Board, offered: Offered) -> list[int]:
    """The legal moves that a text means without its offer."""
    return [move for move in legal_moves(board) if uci.fits_text(board, move, offered.plain)]


def made_so(board: Board, offered: Offered, plain: list[int]) -> int | None:
    """The move that takes an offer up, if it is made; some word may still forbid it."""
    for move in offered_moves(board, plain):
        if board.book.manner_of(move).tag == offered.tag and origin_of(move) == offered.square:
            return move
    return None


def not_offered(board: Board, words: tuple[OfferWord, ...], offered: Offered) -> Reason:
    """What keeps an offer from being made to a piece: the last of the entries that say it."""
    word = next(word for word in reversed(words) if word.tag == offered.tag)
    return said("E_MOVE_OFFER", word.objection(board, offered.square), word.word)
