"""The checks of meaning, in the order in which they are asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from rete_chess.checks.attributes import unread_attributes, unseeded_attributes
from rete_chess.checks.bounds import impossible_values
from rete_chess.checks.budget import costly
from rete_chess.checks.conflicts import contradicting_presets
from rete_chess.checks.ends import unreachable_ends
from rete_chess.checks.events import impossible_events
from rete_chess.checks.first_move import no_first_move
from rete_chess.checks.hit_points import idle_hit_points
from rete_chess.checks.royalty import no_royal_piece
from rete_chess.checks.shadows import shadowed_rules
from rete_chess.checks.squares import squares_off_board
from rete_chess.checks.subject import Subject
from rete_chess.checks.types import absent_types, lost_promotions, silent_rules_by_type
from rete_chess.errors import Problem

CHECKS: Final[tuple[Callable[[Subject], Iterable[Problem]], ...]] = (
    contradicting_presets,
    unreachable_ends,
    silent_rules_by_type,
    impossible_events,
    impossible_values,
    squares_off_board,
    absent_types,
    lost_promotions,
    unseeded_attributes,
    unread_attributes,
    idle_hit_points,
    no_royal_piece,
    shadowed_rules,
    no_first_move,
    costly,
)


def meaning_problems(subject: Subject) -> list[Problem]:
    """The problems that all checks find; of several at the same place the first is kept."""
    found: dict[str, Problem] = {}
    for check in CHECKS:
        for problem in check(subject):
            found.setdefault(problem.path, problem)
    return list(found.values())
