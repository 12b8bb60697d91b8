"""Why a move is legal or not, by what a side knows: asked of a world in which nobody stands unseen.

A try that fails for what is hidden is answered by one sentence, whatever it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from rete_chess.core.uci import MAX_TEXT, is_uci
from rete_chess.engine._moves import LegalMove
from rete_chess.engine.explain.explain import Explanation
from rete_chess.engine.explain.reason import LEGAL, Reason
from rete_chess.engine.sight.worlds import bare_world
from rete_chess.errors import MoveError, ReteChessError

if TYPE_CHECKING:
    from rete_chess.engine.sight.view import View

UNSEEN: Final = "E_MOVE_UNSEEN"


def find_seen(view: View, text: str) -> LegalMove | None:
    """The legal move of a view that a text means, in either notation; None if it means none of them."""
    if not isinstance(text, str):
        raise MoveError("E_MOVE_TEXT", "a move is a text", found=text, expected="such as e2e4 or Nf3")
    bare, notations = text.rstrip("+#!?"), [notation.rstrip("+#") for notation in view.sans]
    forms: tuple[Callable[[str], str], ...] = (str, str.lower, _plain)
    for means in forms:
        for named in (text, bare):
            told = [str(move) for move in view.legal_moves]
            fitting = {
                move
                for texts in (told, notations)
                for move, found in zip(view.legal_moves, texts)
                if means(found) == means(named)
            }
            if len(fitting) == 1:
                return fitting.pop()
    return None


def _plain(notation: str) -> str:
    """A notation without what some leave out."""
    return notation.replace("x", "").replace("=", "").replace("0", "O") if len(notation) <= MAX_TEXT else ""


def demand_seen(view: View, text: str) -> LegalMove:
    """The legal move that a text means, or an error with the reason that the side can know."""
    found = find_seen(view, text)
    if found is not None:
        return found
    reason = explain_seen(view, text).reason
    raise MoveError(reason.code, reason.message, found=str(text))


def explain_seen(view: View, text: str) -> Explanation:
    """Whether a move is legal, and why, as far as a side can know."""
    move = find_seen(view, text)
    if move is not None:
        who = view.side if move.piece_type is None else f"the {move.piece_type}"
        verb = "castles" if move.is_castle else "acts" if move.act else "may go"
        verb = "is dropped" if move.is_drop else "captures" if move.is_capture else verb
        return Explanation(str(move), True, Reason(LEGAL, f"{who} {verb} so"))
    if view.side is None:
        return Explanation(text, False, Reason("E_MOVE_PIECE", "who watches has no pieces"))
    if view.side != view.turn:
        message = f"it is {view.turn}'s turn"
        return Explanation(text, False, Reason("E_MOVE_PIECE", message))
    return Explanation(text, False, _by_what_is_seen(view, text) or _unseen(view))


def _unseen(view: View) -> Reason:
    message = f"this is not possible, for a reason that {view.side} does not see"
    return Reason(UNSEEN, message)


def _by_what_is_seen(view: View, text: str) -> Reason | None:
    """The reason that would hold if there were nothing but what is seen; None if there would be none."""
    try:
        told = bare_world(view).explain(text)
    except ReteChessError:
        return None
    is_open = told.legal or (told.reason.code == "E_MOVE_ILLEGAL" and is_uci(text))
    return None if is_open else told.reason
