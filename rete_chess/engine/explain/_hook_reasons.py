"""Which hook of a Python preset keeps a piece from a move that it could make without it.

Words of documents are told before hooks, so the steps of a query are run without hooks first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rete_chess.compiler.lower.hooks import ListFilter, PieceFilter
from rete_chess.core.laws import MOVEMENT, REQUIRE, Query, Step
from rete_chess.core.legality import objector, steps_by_tables
from rete_chess.core.moves import origin_of
from rete_chess.engine.explain.reason import Reason
from rete_chess.engine.hooks.referee import HookReferee

if TYPE_CHECKING:
    from rete_chess.core.board import Board
    from rete_chess.core.lawbook import Lawbook


def document_steps(book: Lawbook) -> Query:
    """The steps to the legal moves as documents alone have them.

    A `require` is told of every move that it does not choose, also where it chooses none and gives way.
    """
    hooks = (PieceFilter, ListFilter)
    return tuple(
        Step(REQUIRE, step.source, step.source) if step.name == REQUIRE else step
        for step in steps_by_tables(book)
        if not isinstance(step.source, hooks)
    )


def hook_step(board: Board, move: int) -> Step | None:
    """The first step of the query with hooks that takes a move away; None where there are no hooks."""
    referee = board.referee
    return objector(referee.steps(board), board, move) if isinstance(referee, HookReferee) else None


def hook_reason(board: Board, step: Step, move: int) -> Reason | None:
    """The hook that takes a move away in a step, if it is one."""
    referee = board.referee
    assert isinstance(referee, HookReferee)
    found: tuple[int, str] | None = None
    if isinstance(step.source, ListFilter):
        found = step.source.place, "filter_legal_moves"
    elif step.name == MOVEMENT:
        found = referee.movement.objector(board, origin_of(move), move)
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


def _named(referee: HookReferee, place: int, hook: str) -> tuple[str, str]:
    """A hook as preset/hook, and where it is written."""
    hooked = referee.questions.hooked[place]
    return f"{hooked.id}/{hook}", hooked.preset.origin(hook)
