"""The checks of hit points: those that no rule lets damage take, and those that kill but are not vital."""

from __future__ import annotations

from collections.abc import Iterator

from rete_chess.checks.subject import Subject, body_of, entries
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
    for path, key, _ in entries(subject.own.get("rules", []), ("rules",)):
        if key == "heal":
            message = f"`heal` gives {HP} back, but no rule lets damage take any"
            yield subject.warning("W_HP_IDLE", message, path, hint, key=True)


def undeclared_vitality(subject: Subject) -> Iterator[Problem]:
    """Rules by which a piece dies that has used an attribute up, though nobody declares it vital."""
    vital = {
        name
        for body in subject.bodies
        for name, given in body.get("attributes", {}).items()
        if given.get("vital") is True
    }
    for path, key, value in entries(subject.own.get("rules", []), ("rules",)):
        if key == "absorb" and isinstance(value, dict) and value.get("fatal") is True:
            name = value.get("with")
            if name not in vital:
                message = f"a piece dies that has used up {name}, which is not declared vital"
                hint = f"write `vital: true` where {name} is declared"
                yield subject.problem("E_ATTRIBUTE", message, (*path, "fatal"), hint)


def _takers() -> list[str]:
    """The registered presets in which damage takes hit points."""
    return [
        name
        for name in catalog.presets().list()
        if any(
            key == "absorb" and isinstance(value, dict) and value.get("with") == HP
            for _, key, value in entries(body_of(catalog.preset(name)).get("rules", []))
        )
    ]
