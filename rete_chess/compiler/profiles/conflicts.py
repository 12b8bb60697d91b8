"""Where entries of profiles stand against each other: who wins, what is cut off, what has no effect."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final, NamedTuple

from rete_chess.compiler.profiles.stack import Entry, Stack
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
        return self.lower.problem(CODE, message, "warning")


def conflicts(stack: Stack) -> tuple[Conflict, ...]:
    """All conflicts of the profiles in force, in the order of their entries."""
    return tuple(_conflicts(stack))


def _conflicts(stack: Stack) -> Iterator[Conflict]:
    for lower, higher in combinations(stack.entries, 2):
        if lower.kind == higher.kind and _meet(lower, higher):
            text = _text(lower, higher)
            if text:
                yield Conflict(lower, higher, text)


def _meet(one: Entry, other: Entry) -> bool:
    """Whether two entries are surely for the same pieces: by type and colour, or by square."""
    if one.square >= 0 or other.square >= 0:
        return one.square == other.square
    return one.type == other.type and (one.color == other.color or "both" in (one.color, other.color))


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
