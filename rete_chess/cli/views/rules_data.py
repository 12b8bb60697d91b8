"""A program's rules as JSON."""

from __future__ import annotations

from typing import Any, Final

from rete_chess.compiler import Program
from rete_chess.core.lawbook import EFFECTS, LOOK, PINS, REFEREE
from rete_chess.errors import shipped_name
from rete_chess.facts.network_rules import format_condition, format_constant
from rete_chess.facts.rules import Rule
from rete_chess.network.shapes import format_shape, lower_hooks
from rete_chess.stages import HOOK_MOMENTS, POINTS

#: How each tier of legality decides.
TIERS: Final = {
    PINS: "pins and check masks",
    LOOK: "make, look, unmake",
    EFFECTS: "effects",
    REFEREE: "hooks and effects",
}


def program_data(program: Program) -> dict[str, Any]:
    """The policies of a program, and its rules in firing order, with its tier of legality, as JSON."""
    shapes = {hook.number: format_shape(hook.shape) for hook in lower_hooks(program.network_rules)}
    points = (*POINTS, *HOOK_MOMENTS)
    rules = sorted(program.rules, key=lambda rule: (points.index(rule.stage), rule.number))
    book = program.book
    return {
        "variant": program.id,
        "name": program.name,
        "legality": {"tier": book.tier, "by": TIERS[book.tier], "reason": book.tier_reason},
        "heard": [point for point in points if point in program.rules_at],
        "core_exact": program.is_core_exact,
        "policies": [
            {
                "document": found.word.document,
                "path": found.path,
                "value": found.value,
                "origin": short_origin(found.word.origin),
            }
            for found in program.provenance.policies
        ],
        "rules": [_rule_data(rule, program, shapes.get(rule.number)) for rule in rules],
    }


def _rule_data(rule: Rule, program: Program, shape: str | None) -> dict[str, Any]:
    derived = () if program.continuous is None else program.continuous.reads.thresholds
    thresholds = {threshold.name for threshold in (*program.reads.thresholds, *derived)}
    return {
        "number": rule.number,
        "rule": rule.id,
        "origin": short_origin(rule.origin),
        "stage": rule.stage,
        "priority": rule.priority,
        "shape": shape,
        "event": [f"event.{field} = {format_constant(value)}" for field, value in rule.joined.event],
        "reads": [format_condition(condition, thresholds) for condition in rule.joined.conditions],
        "guards": len(rule.guards),
    }


def short_origin(origin: str) -> str:
    """An origin without the data folder's path: `rules/presets/piece-hp.preset.yaml:13`."""
    return shipped_name(origin)
