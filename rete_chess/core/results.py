"""How a game ends by itself, and what a player may claim. Draw rules count positions by their keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rete_chess.core.attacks import is_in_check
from rete_chess.core.board import Board
from rete_chess.core.geometry import COLORS, NEUTRAL
from rete_chess.core.lawbook import BOUND, SINGLE, SUFFICIENT
from rete_chess.core.moves import manner_of

CLAIM_CLOCK: Final = 100  # half-moves: fifty moves
FINAL_CLOCK: Final = 150  # seventy-five moves
CLAIM_COUNT: Final = 3
FINAL_COUNT: Final = 5

#: White and Black go by mate, stalemate and the draws of chess.
BOTH: Final = (True, True)


class Result(NamedTuple):
    """The end of a game: `win` with the winner's colour, or `draw`; and the reason in words."""

    outcome: str
    winner: str | None
    reason: str

    def __str__(self) -> str:
        return f"{self.winner} wins by {self.reason}" if self.winner else f"draw by {self.reason}"


def win(color: int, reason: str) -> Result:
    return Result("win", COLORS[color], reason)


def draw(reason: str) -> Result:
    return Result("draw", None, reason)


def has_ended(board: Board) -> bool:
    """Whether the position itself says that the game is over."""
    ended = board.book.laws.ended
    return bool(board.lost) or (ended is not None and ended(board))


def repetition_key(board: Board, legal: Sequence[int]) -> int:
    """The key by which positions are the same: en passant counts only where it can be played."""
    exposed = board.exposed
    if exposed is None or any(board.book.manners[manner_of(move)].takes for move in legal):
        return board.key
    return board.key ^ exposed.key


def judge(
    board: Board, legal: Sequence[int], repetitions: int, defaults: tuple[bool, bool] = BOTH
) -> Result | None:
    """The result of a position whose legal moves are known, or None while the game goes on.

    A side without defaults is neither mated nor stalemated; that it has no move ends the game all the same.
    The other draws end it for both, and only where both go by them.
    """
    if board.lost:
        return royal_loss(board.lost)
    if not legal:
        if not defaults[board.turn]:
            return draw("no legal move")
        return win(board.turn ^ 1, "checkmate") if is_in_check(board, board.turn) else draw("stalemate")
    if defaults != BOTH:
        return None
    if board.clock >= FINAL_CLOCK:
        return draw("seventy-five moves")
    if repetitions >= FINAL_COUNT:
        return draw("fivefold repetition")
    # Only a capture, which sets the clock back, can exhaust the material.
    if (board.clock == 0 or not board.journal) and is_material_insufficient(board):
        return draw("insufficient material")
    return None


def royal_loss(lost: int) -> Result | None:
    """The result once royal pieces are lost: of nobody, of one side, or of both at once."""
    if not lost:
        return None
    if lost == 3:
        return draw("loss of both royal pieces")
    return win(0 if lost == 2 else 1, "loss of a royal piece")


def claims(board: Board, repetitions: int) -> list[str]:
    """The draws that the side to move may claim."""
    found = []
    if board.clock >= CLAIM_CLOCK:
        found.append("fifty moves")
    if repetitions >= CLAIM_COUNT:
        found.append("threefold repetition")
    return found


def is_material_insufficient(board: Board) -> bool:
    """Whether too little is left to win with, by the lawbook's material policy."""
    scanty = board.book.laws.scanty
    if scanty is not None:
        return scanty(board)
    weights = board.book.weights
    if not weights or len(board.royals[0]) > 1 or len(board.royals[1]) > 1:
        return False  # of two kings a single knight can mate one
    if board.pieces[NEUTRAL]:
        return False  # one that blocks the last way out may help to mate
    geometry = board.book.geometry
    singles = 0
    shades: set[int] = set()
    for pieces in board.pieces:
        for square, reach in pieces.items():
            weight = weights[reach.type_index]
            if weight == SUFFICIENT:
                return False
            if weight == SINGLE:
                singles += 1
            elif weight == BOUND:
                shades.add((geometry.file_of(square) + geometry.rank_of(square)) % 2)
    return singles + len(shades) <= 1
