"""Which hook of a Python preset keeps a piece from a move that it could make without it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rete_chess.compiler.lower.hooks import ListFilter
from rete_chess.core.moves import origin_of
from rete_chess.engine.explain.reasons import Reason
from rete_chess.engine.hooks.referee import HookReferee

if TYPE_CHECKING:
    from rete_chess.core.board import Board


def hook_objection(board: Board, move: int) -> Reason | None:
    """The first hook, in the order in which they are asked, after which a move is gone."""
    referee = board.referee
    if not isinstance(referee, HookReferee):
        return None
    found = referee.movement.objector(board, origin_of(move), move) or _list_filter(referee, board, move)
    if found is None:
        return None
    name, origin = _named(referee, *found)
    return Reason("E_MOVE_FORBIDDEN", f"the hook {name} does not allow it", name.partition("/")[0], origin)


def hook_override(board: Board, square: int, what: str) -> Reason | None:
    """The hook that says itself how a piece moves, which is why it does not do what is asked."""
    referee = board.referee
    place = referee.movement.overrider(board, square) if isinstance(referee, HookReferee) else None
    if not isinstance(referee, HookReferee) or place is None:
        return None
    name, origin = _named(referee, place, "override_piece_moves")
    message = f"{what}, as the hook {name} says"
    return Reason("E_MOVE_REACH", message, name.partition("/")[0], origin)


def _list_filter(referee: HookReferee, board: Board, move: int) -> tuple[int, str] | None:
    """The filter of the whole list that leaves a move out."""
    moves = referee.candidates(board)
    for require in board.book.laws.requires:
        left = require(board, moves)
        if isinstance(require, ListFilter) and move in moves and move not in left:
            return require.place, "filter_legal_moves"
        moves = left if isinstance(require, ListFilter) else left or moves
    return None


def _named(referee: HookReferee, place: int, hook: str) -> tuple[str, str]:
    """A hook as preset/hook, and where it is written."""
    hooked = referee.questions.hooked[place]
    return f"{hooked.id}/{hook}", hooked.preset.origin(hook)
