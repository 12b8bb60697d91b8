"""The check of hit points that no rule lets damage take: every hit kills at once."""

from __future__ import annotations

from collections.abc import Iterator

from rete_chess.checks.subject import Subject, body_of, doings
from rete_chess.compiler import catalog
from rete_chess.errors import Problem
from rete_chess.modifiers.hp_bonus import HP


def idle_hit_points(subject: Subject) -> Iterator[Problem]:
    """The warning of hit points that a variant gives or heals though every hit kills at once."""
    actions = [action for rule in subject.program.rules for action in rule.actions]
    if not subject.is_variant or any(item.hears and HP in item.writes for item in actions):
        return
    hint = f"add a preset with such a rule: {', '.join(_takers())}"
    if HP in subject.own.get("attributes", {}):
        message = f"no rule lets damage take {HP}, so that every hit kills at once"
        yield subject.warning("W_HP_IDLE", message, ("attributes", HP), hint, key=True)
    for path, key, _ in doings(subject.own):
        if key == "heal":
            message = f"`heal` gives {HP} back, but no rule lets damage take any"
            yield subject.warning("W_HP_IDLE", message, path, hint, key=True)


def _takers() -> list[str]:
    """The registered presets in which damage takes hit points."""
    return [
        name
        for name in catalog.presets().list()
        if any(
            key == "absorb" and isinstance(value, dict) and value.get("with") == HP
            for _, key, value in doings(body_of(catalog.preset(name)))
        )
    ]
