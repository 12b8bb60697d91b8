"""Moves as other programs write them: ours, but for passes and for pieces that promote in their own way.

A pass is the null move `0000`, or the king's square twice as in Fairy-Stockfish; a shogi piece promotes by a
bare `+`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rete_chess.engine import Engine, LegalMove

PASS: Final = "pass"
NULL: Final = "0000"
#: What others write for a pass.
_NULLS: Final = (NULL, "--", "@@@@", "null", PASS)

_TWICE = re.compile(r"([a-p][0-9]{1,2})\1")
_PROMOTED = re.compile(r"(.*[0-9]\+)[a-z]")


def foreign(move: str) -> str:
    """The text of a move of ours for others."""
    if move == PASS:
        return NULL
    found = _PROMOTED.fullmatch(move)
    return found[1] if found else str(move)


def own(engine: Engine, text: str) -> str:
    """The move that a text of others means: a legal one where there is any, else the text itself."""
    legal = engine.legal_moves()
    if text in _NULLS or (_TWICE.fullmatch(text) and text not in legal):
        return PASS if PASS in legal else text
    if text.endswith("+"):
        fitting = [str(move) for move in legal if foreign(move) == text]
        return fitting[0] if len(fitting) == 1 else text
    return text


def legal_move(engine: Engine, text: str) -> LegalMove | None:
    """The legal move that a text of others means, or None."""
    from rete_chess.errors import MoveError

    try:
        code = engine.find(own(engine, text))
    except MoveError:
        return None
    return next((move for move in engine.legal_moves() if move.code == code), None)
