"""`rete-chess network`: the same graph as data, as DOT and as lines."""

from __future__ import annotations

from tests.cli.helpers import Run

HP = ("network", "atomic", "--preset", "piece-hp:white", "--network", "native")


def test_data_names_the_rules(run: Run) -> None:
    graph = run(*HP, "--json").json
    assert set(graph) == {"name", "nodes", "edges"}
    labels = {node["id"]: node["label"] for node in graph["nodes"]}
    assert labels["hook:0"].startswith("atomic/explode ")
    assert labels["stage:damage"] == "damage"
    assert {"Hp > 0 = true", "Color = 'white'"} <= set(labels.values())
    for edge in graph["edges"]:
        assert {edge["source"], edge["target"]} <= set(labels)
    assert run(*HP, "--format", "json").json == graph


def test_dot(run: Run) -> None:
    text = run(*HP, "--format", "dot").out
    assert text.startswith('digraph "native" {\n')
    assert text.endswith("}\n")
    assert '"stage:damage" -> ' in text


def test_text(run: Run) -> None:
    outcome = run(*HP)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith("native: 2 stages, 2 shapes, 2 rules, 2 fact patterns\n")
    assert "\ncapture\n  any event\n    atomic/explode #0\n" in outcome.out
    assert "piece-hp/lose-hp #1 event='damage'  target.Hp > 0=true | target.Color='white'" in outcome.out


def test_plain_chess_has_an_empty_one(run: Run) -> None:
    assert run("network", "--network", "native", "--json").json == {
        "name": "native",
        "nodes": [],
        "edges": [],
    }


def test_unknown_format(run: Run) -> None:
    assert run("network", "--format", "svg").code == 2
