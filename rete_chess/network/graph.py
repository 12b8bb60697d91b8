"""A plain picture of a network: nodes and edges, as JSON-able data and as DOT text."""

from __future__ import annotations

from typing import NamedTuple


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
