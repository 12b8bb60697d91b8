"""The picture both networks give of themselves: stages, shapes, hooks and the alpha memories they share."""

from __future__ import annotations

from collections.abc import Iterable

from rete_chess.network.graph import Edge, Graph, Node
from rete_chess.network.shapes import Lowered, Shape, format_pattern, format_shape
from rete_chess.network.values import format_key


def draw_network(name: str, lowered: Iterable[Lowered]) -> Graph:
    """Each stage points to its shapes, a shape to its hooks, an alpha memory to the hooks that join it."""
    nodes: dict[str, Node] = {}
    edges: dict[Edge, None] = {}
    shapes: dict[tuple[str, Shape], str] = {}
    for hook in lowered:
        stage = f"stage:{hook.stage}"
        nodes.setdefault(stage, Node(stage, "stage", hook.stage))
        shape = shapes.setdefault((hook.stage, hook.shape), f"shape:{hook.stage}:{len(shapes)}")
        nodes.setdefault(shape, Node(shape, "shape", format_shape(hook.shape)))
        rule = f"hook:{hook.number}"
        nodes[rule] = Node(rule, "hook", format_hook(hook))
        edges[Edge(stage, shape)] = None
        edges[Edge(shape, rule)] = None
        for pattern, attribute, constant in zip(hook.shape.patterns, hook.attributes, hook.constants):
            value = "any" if constant is None else format_key(constant)
            alpha = f"alpha:{attribute}={value}"
            nodes.setdefault(alpha, Node(alpha, "alpha", f"{attribute} = {value}"))
            edges[Edge(alpha, rule, format_pattern(pattern, attribute, constant))] = None
    return Graph(name, tuple(nodes.values()), tuple(edges))


def format_hook(hook: Lowered) -> str:
    """A hook in one line: its number and what it asks of the event."""
    asked = [f"{field}={format_key(key)}" for field, key in hook.joined]
    return " ".join([f"#{hook.number}", *asked])
