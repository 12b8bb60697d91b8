"""The graph of a network: its nodes and edges, to draw and to explain."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rete_chess.network._values import format_key
from rete_chess.network.shapes import Lowered, Shape, format_pattern, format_shape


class Node(NamedTuple):
    """One node: its id is unique in the graph, its kind says how it is drawn."""

    id: str
    kind: str
    label: str


class Edge(NamedTuple):
    """An arrow between two nodes, with a word on it or none."""

    source: str
    target: str
    label: str = ""


class Graph(NamedTuple):
    """Nodes and edges in the order in which they are drawn."""

    name: str
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]


#: How each kind of node is drawn; kinds not listed are plain ellipses.
DRAWN_AS = {
    "stage": "shape=house",
    "shape": "shape=box",
    "hook": 'shape=box style="rounded"',
    "alpha": "shape=ellipse",
}


def graph_data(graph: Graph) -> dict[str, object]:
    """The graph as dictionaries and lists."""
    return {
        "name": graph.name,
        "nodes": [{"id": n.id, "kind": n.kind, "label": n.label} for n in graph.nodes],
        "edges": [{"source": e.source, "target": e.target, "label": e.label} for e in graph.edges],
    }


def format_dot(graph: Graph) -> str:
    """The graph in the DOT language of Graphviz."""
    lines = [f"digraph {quote(graph.name)} {{", "  rankdir=LR;"]
    for node in graph.nodes:
        drawn = DRAWN_AS.get(node.kind, "shape=ellipse")
        lines.append(f"  {quote(node.id)} [label={quote(node.label)} {drawn}];")
    for edge in graph.edges:
        label = f" [label={quote(edge.label)}]" if edge.label else ""
        lines.append(f"  {quote(edge.source)} -> {quote(edge.target)}{label};")
    return "\n".join([*lines, "}", ""])


def quote(text: str) -> str:
    """A text as a DOT string: quotes and backslashes escaped, control characters shown as `?`."""
    plain = "".join(c if c.isprintable() or c == "\n" else "?" for c in text)
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


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
