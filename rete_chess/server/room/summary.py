"""What a proposal would change, in plain words for whoever has to agree: which rules come, go or differ."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

Json = dict[str, Any]

#: The settings and durations that one line tells at most.
_MOST: Final = 6


def summary_of(
    noun: str,
    old: Sequence[Json],
    new: Sequence[Json],
    name_of: Callable[[Json], str],
    words_of: Callable[[Json], Sequence[str]],
) -> str:
    """The difference between rules in force and proposed ones, such as `adds the preset Piece HP (hp 3)`; the
    words tell what is special about each, or what it gives."""
    before, after = ({found["id"]: found for found in listed} for listed in (old, new))
    parts = list(
        _differences(noun, before, after, lambda found: name_of(found) + _details(words_of(found)), name_of)
    )
    if not parts and list(after) != list(before):
        parts = [f"puts the {noun}s in the order {', '.join(map(name_of, after.values()))}"]
    return "; ".join(parts) or f"leaves the {noun}s as they are"


def _differences(
    noun: str,
    before: dict[str, Json],
    after: dict[str, Json],
    told: Callable[[Json], str],
    name_of: Callable[[Json], str],
) -> Iterator[str]:
    for key, found in after.items():
        if key not in before:
            yield f"adds the {noun} {told(found)}"
    for key, found in before.items():
        if key not in after:
            yield f"removes the {noun} {name_of(found)}"
    for key, found in after.items():
        if key in before and found != before[key]:
            yield f"changes the {noun} {told(found)}"


def _details(words: Sequence[str]) -> str:
    left_out = len(words) - _MOST
    told = [*words[:_MOST], *([f"and {left_out} more"] if left_out > 0 else [])]
    return f" ({', '.join(told)})" if told else ""


def usage_of(preset: Json) -> list[str]:
    """What is special about a preset: whose it is, for how long, and its settings."""
    scope, turns = preset.get("scope", "both"), preset.get("turnsRemaining")
    told = [] if scope == "both" else [f"for {scope}"]
    if turns is not None:
        told.append(f"for {turns} turn{'' if turns == 1 else 's'}")
    return [*told, *(f"{name} {value}" for name, value in preset.get("config", {}).items())]
