"""The query for legal moves: a list of named steps, each of which takes the moves so far and leaves some.

The order is that of the movement tables and of Python presets alike: who is royal, how pieces move, what
is forbidden, the look at self-check, what is required. Running the list gives the legal moves; running it
with an eye on one move tells which step takes that move away. What is behind a step, such as a `forbid`
of a document, is kept for those who explain, and the core knows nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

ROYALTY: Final = "royalty"
MOVEMENT: Final = "movement"
FORBID: Final = "forbid"
SELF_CHECK: Final = "self-check"
REQUIRE: Final = "require"


class Step(NamedTuple):
    """One step: of a board and the moves so far it returns the moves that are left."""

    name: str
    run: Callable[[Any, list[int]], list[int]]
    source: Any = None  # what stands behind it, if not the core alone
    judges_each: bool = True  # each move by itself, whatever others there are


Query = tuple[Step, ...]


def run(steps: Query, board: Any) -> list[int]:
    """The moves that all steps leave."""
    moves: list[int] = []
    for step in steps:
        moves = step.run(board, moves)
    return moves


def objector(steps: Query, board: Any, move: int) -> Step | None:
    """The first step that takes a move away, be it that it never brings it; None for a legal move."""
    first = next(index for index, step in enumerate(steps) if step.name == MOVEMENT)
    moves = run(steps[: first + 1], board)
    if move not in moves:
        return steps[first]
    for index, step in enumerate(steps[first + 1 :], start=first + 1):
        if not step.judges_each:
            return _objector_of_list(steps, index, board, move)
        if move not in step.run(board, [move]):
            return step
    return None


def _objector_of_list(steps: Query, start: int, board: Any, move: int) -> Step | None:
    """The first step from one on that takes a move away; these look at all moves that are left."""
    moves = run(steps[:start], board)
    for step in steps[start:]:
        moves = step.run(board, moves)
        if move not in moves:
            return step
    return None
