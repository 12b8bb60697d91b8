"""A program as JSON: its policies, its rules with their lines, its network as a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rete_chess.brief import shipped_name
from rete_chess.compiler import Program
from rete_chess.core.flat.claims import obstacle
from rete_chess.core.lawbook import EFFECTS, LOOK, PINS, REFEREE
from rete_chess.documents.reading.tree import copied
from rete_chess.facts.network_rules import format_condition, format_constant
from rete_chess.facts.rules import Rule
from rete_chess.network import make_network
from rete_chess.network.graph import Graph, graph_data
from rete_chess.network.shapes import format_shape, lower_hooks
from rete_chess.stages import HOOK_MOMENTS, POINTS

if TYPE_CHECKING:
    from rete_chess.serial import shapes

#: How each tier of legality decides.
TIERS: Final = {
    PINS: "pins and check masks",
    LOOK: "make, look, unmake",
    EFFECTS: "effects",
    REFEREE: "hooks and effects",
}


def program_data(program: Program) -> shapes.Program:
    """The policies of a program, and its rules in firing order, with its tier of legality."""
    forms = {hook.number: format_shape(hook.shape) for hook in lower_hooks(program.network_rules)}
    points = (*POINTS, *HOOK_MOMENTS)
    rules = sorted(program.rules, key=lambda rule: (points.index(rule.stage), rule.number))
    book = program.book
    return {
        "variant": program.id,
        "name": program.name,
        "legality": {
            "tier": book.tier,
            "by": TIERS[book.tier],
            "reason": book.tier_reason,
            "board": obstacle(book),
        },
        "heard": [point for point in points if point in program.rules_at],
        "core_exact": program.is_core_exact,
        "policies": [
            {
                "document": found.word.document,
                "path": found.path,
                "value": copied(found.value),
                "side": found.side,
                "origin": shipped_name(found.word.origin),
            }
            for found in program.provenance.policies
        ],
        "rules": [_rule(rule, program, forms.get(rule.number)) for rule in rules],
    }


def _rule(rule: Rule, program: Program, form: str | None) -> shapes.Rule:
    derived = () if program.continuous is None else program.continuous.reads.thresholds
    thresholds = {threshold.name for threshold in (*program.reads.thresholds, *derived)}
    return {
        "number": rule.number,
        "rule": rule.id,
        "origin": shipped_name(rule.origin),
        "stage": rule.stage,
        "priority": rule.priority,
        "shape": form,
        "event": [f"event.{field} = {format_constant(value)}" for field, value in rule.joined.event],
        "reads": [format_condition(condition, thresholds) for condition in rule.joined.conditions],
        "guards": len(rule.guards),
    }


def network_graph(program: Program, network: str | None = None) -> Graph:
    """The picture a network gives of itself, with the names of the rules at their hooks."""
    graph = make_network(network, program.network_rules).describe()
    names = {f"hook:{rule.number}": rule.id for rule in program.rules}
    named = [
        node._replace(label=f"{names[node.id]} {node.label}") if node.id in names else node
        for node in graph.nodes
    ]
    return graph._replace(nodes=tuple(named))


def network_data(program: Program, network: str | None = None) -> shapes.Graph:
    """The network of a program as a graph."""
    data: Any = graph_data(network_graph(program, network))
    found: shapes.Graph = data
    return found
