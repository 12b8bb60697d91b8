"""Networks as pictures: plain data, DOT text, and what `describe` shows."""

from __future__ import annotations

import json

import pytest

from rete_chess.facts.network_rules import Condition, Constant, EventField, NetworkRule
from rete_chess.network._native import NativeNetwork
from rete_chess.network.durable import DurableNetwork, durable_available
from rete_chess.network.graph import Edge, Graph, Node, format_dot, graph_data, quote

HOOKS = (
    NetworkRule(1, "capture", (("kind", "shot"),), None, (Condition("piece", "type", Constant("rook")),)),
    NetworkRule(2, "capture", (("kind", 'b"ite'),), None, (Condition("piece", "type", Constant("rook")),)),
    NetworkRule(3, "turn-end", (), ("piece", 4), (Condition("$a", "color", EventField("side")),)),
)


def test_data_is_json() -> None:
    graph = Graph("g", (Node("a", "stage", "A"), Node("b", "hook", "B")), (Edge("a", "b", "x"),))
    assert json.loads(json.dumps(graph_data(graph))) == {
        "name": "g",
        "nodes": [
            {"id": "a", "kind": "stage", "label": "A"},
            {"id": "b", "kind": "hook", "label": "B"},
        ],
        "edges": [{"source": "a", "target": "b", "label": "x"}],
    }


def test_dot() -> None:
    graph = Graph("g", (Node("a", "stage", 'say "A"'), Node("b", "?", "B")), (Edge("a", "b"),))
    assert format_dot(graph).splitlines() == [
        'digraph "g" {',
        "  rankdir=LR;",
        '  "a" [label="say \\"A\\"" shape=house];',
        '  "b" [label="B" shape=ellipse];',
        '  "a" -> "b";',
        "}",
    ]


@pytest.mark.parametrize(
    ("text", "quoted"),
    [("a", '"a"'), ('"', '"\\""'), ("\\", '"\\\\"'), ("a\nb", '"a\\nb"'), ("\x00\x1b[", '"??["')],
    ids=["plain", "quote", "backslash", "line", "control"],
)
def test_quote(text: str, quoted: str) -> None:
    assert quote(text) == quoted


def test_describe_shows_stages_shapes_hooks_and_shared_memories() -> None:
    graph = NativeNetwork(HOOKS).describe()
    labels = {node.id: node.label for node in graph.nodes}
    assert labels["hook:1"] == "#1 kind='shot'"
    assert labels["hook:3"] == "#3 piece=4"
    assert labels["shape:capture:0"] == "event.kind=? | piece.?=?"
    assert [edge.target for edge in graph.edges if edge.source == "alpha:type='rook'"] == ["hook:1", "hook:2"]
    assert Edge("alpha:color=any", "hook:3", "$0.color=event.side") in graph.edges
    known = {node.id for node in graph.nodes}
    assert all(edge.source in known and edge.target in known for edge in graph.edges)


def test_describe_is_the_same_every_time() -> None:
    assert format_dot(NativeNetwork(HOOKS).describe()) == format_dot(NativeNetwork(HOOKS[::-1]).describe())


@pytest.mark.skipif(not durable_available(), reason="durable-rules is not installed")
def test_both_networks_give_the_same_picture() -> None:
    native, durable = NativeNetwork(HOOKS).describe(), DurableNetwork(HOOKS).describe()
    assert (native.name, durable.name) == ("native", "durable")
    assert native._replace(name="") == durable._replace(name="")
