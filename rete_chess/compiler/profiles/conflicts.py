"""Where entries of profiles stand against each other: who wins, what is cut off, what has no effect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from rete_chess.compiler.profiles.stack import Entry, Stack
from rete_chess.core.board import Board
from rete_chess.errors import Problem
from rete_chess.facts.vocabulary import stack as stacked
from rete_chess.modifiers.capture_flags import CAN_CAPTURE_OWN, CANNOT_CAPTURE
from rete_chess.modifiers.catalog import MODIFIER_KINDS

CODE: Final = "W_PROFILES"


class Conflict(NamedTuple):
    """Two entries for the same pieces, the lower precedence first, and what comes of them."""

    lower: Entry
    higher: Entry
    text: str

    @property
    def problem(self) -> Problem:
        """The conflict where the lower entry stands."""
        where = f"{self.higher.profile}, {self.higher.path}"
        message = f"{self.lower.kind} for {self.lower.whom} meets that of {where}: {self.text}"
        return self.lower.problem(CODE, message, "warning", self.higher.square_name)


def conflicts(stack: Stack, board: Board | None = None, starts: Sequence[int] = ()) -> tuple[Conflict, ...]:
    """All conflicts of the profiles in force, in the order of their entries. Whether a single piece is of a
    type only a game knows: its board, and who stood where when it began."""
    return tuple(_conflicts(stack, board, starts))


def _conflicts(stack: Stack, board: Board | None, starts: Sequence[int]) -> Iterator[Conflict]:
    for lower, higher in combinations(stack.entries, 2):
        if lower.kind == higher.kind and _meet(lower, higher, board, starts):
            text = _text(lower, higher)
            if text:
                yield Conflict(lower, higher, text)


def _meet(lower: Entry, higher: Entry, board: Board | None, starts: Sequence[int]) -> bool:
    """Whether two entries are surely for the same pieces: by type and colour, by square, or because the
    single piece of another profile is of the type now. Within one profile it is meant as an exception."""
    if higher.square < 0:
        both = "both" in (lower.color, higher.color)
        return lower.type == higher.type and (both or lower.color == higher.color)
    if lower.square >= 0:
        return lower.square == higher.square
    if board is None or lower.profile == higher.profile or not starts[higher.square]:
        return False
    reach = board.reach_of(starts[higher.square])
    return reach is not None and lower.concerns(board.book.types[reach.type_index], reach.color)


def _text(lower: Entry, higher: Entry) -> str:
    """What is lost by the meeting of two entries of one kind, or nothing."""
    if not MODIFIER_KINDS.has(lower.kind):
        return f"{higher.kind} is given twice and counts once"
    kind = MODIFIER_KINDS.get(lower.kind)
    if kind.stacking_rule == "highest precedence":
        return (
            "" if lower.value == higher.value else f"{kind.describe(higher.value)}, the other is overridden"
        )
    if kind.id == "CaptureFlags":
        both = lower.value | higher.value
        own = CANNOT_CAPTURE | CAN_CAPTURE_OWN
        clash = both & own == own and own not in (lower.value & own, higher.value & own)
        return "it cannot capture at all, not even its own side" if clash else ""
    total = stacked(kind.stacking_rule, (lower.value, higher.value))
    if kind.most is not None and kind.stacking_rule == "sum" and total > kind.most:
        return f"the sum {total} is cut to {kind.most}"
    return ""
