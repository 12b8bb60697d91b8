"""Which presets may be in force together: what they require and what they exclude, by overlapping scope."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from rete_chess.compiler._program import ActivePreset
from rete_chess.errors import RulesError

#: The most moves for which a preset can be active.
LONGEST_DURATION: Final = 10_000


def check_active(active: Sequence[ActivePreset]) -> None:
    """Refuse a set of presets that do not go together."""
    for error in refusals(active):
        raise error


def refusals(active: Sequence[ActivePreset]) -> list[RulesError]:
    """Everything that speaks against a set of presets."""
    found: list[RulesError] = []
    for index, use in enumerate(active):
        if any(other.id == use.id for other in active[:index]):
            hint = "activate it once; `both` is the scope of both sides"
            found.append(RulesError("E_PRESETS", f"the preset {use.id!r} is active twice", hint=hint))
            continue
        for other in active[:index]:
            if exclude(use, other) and overlap(use, other):
                message = f"{other.id!r} and {use.id!r} cannot be active together"
                hint = "choose one of them, or give them different sides"
                found.append(RulesError("E_PRESETS", message, hint=hint))
        for needed in requirements_of(use):
            if not any(other.id == needed and overlap(use, other) for other in active):
                hint = f"activate {needed!r} too, for the same side"
                found.append(RulesError("E_PRESETS", f"{use.id!r} requires {needed!r}", hint=hint))
    return found


def check_durations(active: Iterable[ActivePreset]) -> None:
    """Refuse presets that are active for no number of moves, or for more than any game lasts."""
    for use in active:
        turns = use.turns_remaining
        if turns is not None and not (type(turns) is int and 1 <= turns <= LONGEST_DURATION):
            message = f"the preset {use.id!r} is active for no number of moves"
            expected = f"1 to {LONGEST_DURATION:,}, or None"
            raise RulesError("E_PRESETS", message, found=turns, expected=expected)


def supported(active: Iterable[ActivePreset]) -> tuple[ActivePreset, ...]:
    """The presets of a list without those whose requirement is missing, or has been dropped so itself."""
    left = tuple(active)
    while True:
        kept = tuple(
            use
            for use in left
            if all(
                any(other.id == needed and overlap(use, other) for other in left)
                for needed in requirements_of(use)
            )
        )
        if kept == left:
            return kept
        left = kept


def after_next_end(active: Sequence[ActivePreset]) -> tuple[ActivePreset, ...]:
    """The presets that are left once the next timed ones have expired."""
    turns = min(use.turns_remaining for use in active if use.turns_remaining is not None)
    left = [use for use in active if use.turns_remaining is None or use.turns_remaining > turns]
    return supported(
        use if use.turns_remaining is None else replace(use, turns_remaining=use.turns_remaining - turns)
        for use in left
    )


def requirements_of(use: ActivePreset) -> tuple[str, ...]:
    """The ids of the presets that a preset requires."""
    return use.model.requires


def exclude(one: ActivePreset, other: ActivePreset) -> bool:
    """Whether one of two presets excludes the other."""
    return other.id in one.model.incompatible_with or one.id in other.model.incompatible_with


def overlap(one: ActivePreset, other: ActivePreset) -> bool:
    """Whether two presets concern the same side."""
    return "both" in (one.scope, other.scope) or one.scope == other.scope
