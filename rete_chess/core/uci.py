"""Move text in UCI form: `e2e4`, `e7e8q`, castling `e1g1` or, in Chess960, king takes rook.

Where two legal moves share a text, the one with a tag carries it: `e2e4@shot`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from rete_chess.core.board import Board
from rete_chess.core.moves import (
    FROM_SHIFT,
    SPECIAL,
    SQUARE_MASK,
    decode,
    is_special,
    manner_of,
    origin_of,
    target_of,
)
from rete_chess.errors import MoveError

#: A longer text is not looked at.
MAX_TEXT: Final = 64

_MOVE = re.compile(r"([a-p][0-9]{1,2})([a-p][0-9]{1,2})([a-z])?(?:@([a-z][a-z0-9-]*))?")


def format_uci(board: Board, move: int, legal: Sequence[int]) -> str:
    """The text of a legal move, told apart from all others of the position."""
    if move < SPECIAL:  # a plain move needs no word to be told from others
        names = board.book.geometry.names
        return names[move >> FROM_SHIFT] + names[move & SQUARE_MASK]
    text = _bare(board, move)
    tag = board.book.manners[manner_of(move)].word
    if tag and any(
        other != move and _bare(board, other) == text for other in _moves_from(origin_of(move), legal)
    ):
        return f"{text}@{tag}"
    return text


def _moves_from(origin: int, legal: Sequence[int]) -> list[int]:
    """The legal moves of the piece on a square."""
    return [move for move in legal if move >> FROM_SHIFT & SQUARE_MASK == origin]  # asked for every text


def _bare(board: Board, move: int) -> str:
    names = board.book.geometry.names
    if not is_special(move):
        return names[origin_of(move)] + names[target_of(move)]
    _, target, promotion, manner = decode(board.book, move)
    if board.is_chess960 and manner.castles:
        target = board.rights.by_move[move].rook
    letter = board.book.letters[promotion] if promotion >= 0 else ""
    return f"{names[origin_of(move)]}{names[target]}{letter}"


def is_uci(text: str) -> bool:
    """Whether a text has the form of a UCI move, of this board or another."""
    return len(text) <= MAX_TEXT and _MOVE.fullmatch(text) is not None


def split(board: Board, text: str) -> tuple[int, int, str | None] | None:
    """Origin, target and promotion letter of a text, or None if it is no move of this board."""
    found = _MOVE.fullmatch(text) if len(text) <= MAX_TEXT else None
    if found is None or not all(board.book.geometry.has_square(name) for name in (found[1], found[2])):
        return None
    return board.book.geometry.parse_square(found[1]), board.book.geometry.parse_square(found[2]), found[3]


def tag_of(text: str) -> str | None:
    """The tag that a text gives, if it gives one."""
    found = _MOVE.fullmatch(text) if len(text) <= MAX_TEXT else None
    return None if found is None else found[4]


def fits_text(board: Board, move: int, text: str) -> bool:
    """Whether a move, legal or not, is one that a text may mean."""
    found = _MOVE.fullmatch(text)
    return found is not None and _fits(board, move, found)


def parse_uci(board: Board, text: str, legal: Sequence[int]) -> int:
    """The legal move that a text means."""
    found = _MOVE.fullmatch(text) if len(text) <= MAX_TEXT else None
    if found is None:
        raise MoveError(
            "E_MOVE_TEXT",
            "not a move",
            found=text,
            expected="origin, target and perhaps a promotion letter, such as e2e4 or e7e8q",
        )
    geometry = board.book.geometry
    for name in (found[1], found[2]):
        if not geometry.has_square(name):
            last = geometry.names[-1]
            raise MoveError("E_MOVE_TEXT", f"there is no square {name}", found=text, expected=f"a1 to {last}")
    own = _moves_from(geometry.parse_square(found[1]), legal)
    fitting = [move for move in own if _fits(board, move, found)]
    if len(fitting) > 1 and found[4] is None:
        exact = [move for move in fitting if format_uci(board, move, legal) == text]
        fitting = exact or fitting
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise _ambiguous(board, text, fitting, legal)
    raise _illegal(board, text, found, legal)


def _fits(board: Board, move: int, found: re.Match[str]) -> bool:
    names = board.book.geometry.names
    if names[origin_of(move)] != found[1]:
        return False
    _, target, promotion, manner = decode(board.book, move)
    letter = board.book.letters[promotion] if promotion >= 0 else None
    targets = [names[target]]
    if manner.castles:
        # King takes rook is understood everywhere, the king's step only outside of Chess960.
        rook = names[board.rights.by_move[move].rook]
        targets = [rook] if board.is_chess960 else [*targets, rook]
    return found[2] in targets and letter == found[3] and found[4] in (None, manner.word)


def _ambiguous(board: Board, text: str, fitting: Sequence[int], legal: Sequence[int]) -> MoveError:
    texts = sorted(format_uci(board, move, legal) for move in fitting)
    return MoveError(
        "E_MOVE_AMBIGUOUS",
        "the text fits several legal moves",
        found=text,
        expected="one of " + ", ".join(texts),
    )


def _illegal(board: Board, text: str, found: re.Match[str], legal: Sequence[int]) -> MoveError:
    origin = board.book.geometry.parse_square(found[1])
    own = board.pieces[board.turn].get(origin)
    if own is None:
        side = ("White", "Black")[board.turn]
        return MoveError("E_MOVE_ILLEGAL", f"{side} has no piece on {found[1]}", found=text)
    texts = sorted(format_uci(board, move, legal) for move in _moves_from(origin, legal))
    kind = board.book.types[own.type_index]
    return MoveError(
        "E_MOVE_ILLEGAL",
        f"the {kind} on {found[1]} cannot make this move",
        found=text,
        expected="one of " + ", ".join(texts) if texts else f"another piece: the {kind} has no legal move",
    )
