"""The answers that hooks may give, and the check of an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from rete_chess.core.geometry import COLORS
from rete_chess.core.results import Result
from rete_chess.errors import HookError
from rete_chess.presets.engine_face import Move

#: The answer of `on_check_game_result` by which no side in scope is mated, and no draw ends the game.
ONGOING: Final = "ongoing"


@dataclass(frozen=True)
class Refuse:
    """Reject the move; everything is taken back."""

    reason: str


@dataclass(frozen=True)
class Consume:
    """Take the capture or the damage over: no later preset is asked.

    Of damage: whether the piece died of it, and how much of it the piece took (so that it counts
    as damaged). A capture is only taken over; what becomes of the target is the hook's own work.
    """

    died: bool = False
    taken: float = 0


@dataclass(frozen=True)
class Amount:
    """Go on with another amount of damage."""

    amount: float


def win(side: str, reason: str) -> Result:
    """The end of the game: a side has won."""
    return Result("win", side, reason)


def draw(reason: str) -> Result:
    """The end of the game: nobody has won."""
    return Result("draw", None, reason)


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value >= 0


def _is_result(value: object) -> bool:
    if not isinstance(value, Result) or not isinstance(value.reason, str):
        return False
    return value.winner in COLORS if value.outcome == "win" else value[:2] == ("draw", None)


#: Hook -> the types of right answers besides None, and the words for them.
_EXPECTED: Final[dict[str, tuple[Callable[[Any], bool], str]]] = {
    "on_before_move": (
        lambda answer: isinstance(answer, Refuse) and isinstance(answer.reason, str),
        "None or Refuse(reason)",
    ),
    "on_before_capture": (lambda answer: answer == Consume(), "None or Consume()"),
    "on_damage": (
        lambda answer: (
            (isinstance(answer, Consume) and isinstance(answer.died, bool) and _is_number(answer.taken))
            or (isinstance(answer, Amount) and _is_number(answer.amount))
        ),
        "None, Consume(died, taken) or Amount(amount)",
    ),
    "should_advance_turn": (lambda answer: isinstance(answer, bool), "None, True or False"),
    "should_filter_self_check": (lambda answer: isinstance(answer, bool), "None, True or False"),
    "describe_move_effect": (lambda answer: isinstance(answer, str), "None or a text"),
    "on_check_game_result": (
        lambda answer: answer == ONGOING or _is_result(answer),
        "None, ONGOING, win(side, reason) or draw(reason)",
    ),
    "transform_move_generator": (callable, "None or a function without parameters that gives moves"),
}
#: Hooks that answer with several things of one type, and whether they may have no opinion.
_LISTS: Final[dict[str, tuple[type, str, bool]]] = {
    "override_piece_moves": (Move, "None or moves", True),
    "get_extra_moves": (Move, "None or moves", True),
    "filter_moves": (Move, "moves", False),
    "filter_legal_moves": (Move, "moves", False),
    "get_royal_pieces": (int, "None or the ids of pieces", True),
}


def checked(hook: str, answer: Any) -> Any:
    """The answer of a hook, lists as tuples; a wrong answer is an error."""
    if hook in _LISTS:
        kind, expected, may_be_none = _LISTS[hook]
        return None if answer is None and may_be_none else items(answer, kind, expected)
    fits, expected = _EXPECTED.get(hook, (lambda _: False, "None"))
    if answer is not None and not fits(answer):
        raise HookError("the answer is of no use", answer, expected)
    return answer


def items(answer: Any, kind: type, expected: str) -> tuple[Any, ...]:
    """Several things of one type, from anything that can be iterated but a text."""
    if isinstance(answer, str) or not isinstance(answer, Iterable):
        raise HookError("the answer is of no use", answer, expected)
    found = tuple(answer)
    for item in found:
        if not isinstance(item, kind) or isinstance(item, bool):
            raise HookError("the answer holds something else", item, expected)
    return found
