"""Offers: moves that exist once more with a tag, by which rules tell them from others."""

from __future__ import annotations

from collections.abc import Callable, Collection

from rete_chess.core.board import Board
from rete_chess.core.lawbook import Lawbook
from rete_chess.core.laws import OFFERS, Query, Step
from rete_chess.core.moves import FROM_SHIFT, MANNER_SHIFT, SQUARE_MASK, encode
from rete_chess.costs import MOVE

#: What of a code says where a piece goes, and what it becomes.
_WAY = (1 << MANNER_SHIFT) - 1


def offer_steps(book: Lawbook, safe: Callable[[Board, list[int]], list[int]]) -> Query:
    """The step that adds to legal moves what offers make of them, as far as that is legal, too.

    `safe` leaves those after which no own royal piece is lost or attacked.
    """
    if not book.offers:
        return ()

    def run(board: Board, moves: list[int]) -> list[int]:
        added = offered_moves(board, moves)
        for forbid in book.laws.forbids if added else ():
            added = forbid(board, added)
        return moves + safe(board, added) if added else moves

    return (Step(OFFERS, run, judges_each=False),)


def offered_moves(board: Board, moves: list[int]) -> list[int]:
    """The moves that offers add to some moves of the side to move; of each tag one along a way."""
    found: list[int] = []
    for offer, twins in board.book.offers:
        origins = offer.origins(board)
        if not origins:
            continue
        ways: set[int] = set()
        for move in moves:
            numbers = twins[move >> MANNER_SHIFT]
            if len(numbers) > 1:
                found += _castlings(board, move, numbers, origins)
            elif numbers and move >> FROM_SHIFT & SQUARE_MASK in origins and move & _WAY not in ways:
                ways.add(move & _WAY)
                found.append(move & _WAY | numbers[0] << MANNER_SHIFT)
    board.meter.charge(MOVE * len(found))
    return found


def _castlings(board: Board, move: int, numbers: tuple[int, ...], origins: Collection[int]) -> list[int]:
    """Castling by an offer to the castler, and by one to its partner."""
    right = board.rights.by_move[move]
    both = ((right.king, right.king_to), (right.rook, right.king))
    return [
        encode(origin, target, manner=number)
        for number, (origin, target) in zip(numbers, both)
        if origin in origins
    ]
