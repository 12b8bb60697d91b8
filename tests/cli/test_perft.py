"""`rete-chess perft`."""

from __future__ import annotations

import pytest

from rete_chess.network._native import NativeNetwork
from tests.cli.helpers import KIWIPETE, START, Run

COUNTS = {
    "start 0": (START, 0, 1),
    "start 1": (START, 1, 20),
    "start 3": (START, 3, 8902),
    "kiwipete 2": (KIWIPETE, 2, 2039),
    "mated": ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", 2, 0),
    "bare kings": ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1, 5),
}


@pytest.mark.parametrize(("fen", "depth", "nodes"), COUNTS.values(), ids=COUNTS)
def test_counts(run: Run, fen: str, depth: int, nodes: int) -> None:
    outcome = run("perft", "--fen", fen, "--depth", str(depth), "--json")
    assert outcome.code == 0
    assert outcome.err == ""
    answer = outcome.json
    assert answer.pop("seconds") >= 0
    assert answer == {"variant": "chess", "fen": fen, "depth": depth, "nodes": nodes}


@pytest.mark.parametrize(("fen", "depth", "nodes"), COUNTS.values(), ids=COUNTS)
def test_divide_adds_up(run: Run, fen: str, depth: int, nodes: int) -> None:
    answer = run("perft", "--fen", fen, "--depth", str(depth), "--divide", "--json").json
    assert answer["nodes"] == nodes
    assert list(answer["divide"]) == sorted(answer["divide"])
    if depth:
        assert sum(answer["divide"].values()) == nodes


def test_divide_names_moves(run: Run) -> None:
    divide = run("perft", "--depth", "2", "--divide", "--json").json["divide"]
    assert divide["e2e4"] == 20
    assert len(divide) == 20


def test_variant_may_be_named(run: Run) -> None:
    assert run("perft", "chess", "--depth", "1", "--json").json["nodes"] == 20


def test_people_see_a_table(run: Run) -> None:
    outcome = run("perft", "--depth", "3")
    assert "8,902" in outcome.out
    assert START in outcome.out


def test_people_see_the_moves_sorted(run: Run) -> None:
    lines = run("perft", "--depth", "1", "--divide").out.split()
    moves = [word for word in lines if len(word) == 4 and word[1].isdigit()]
    assert moves == sorted(moves)
    assert len(moves) == 20


RULES = {
    "three-check": (("three-check",), 3, 8902),
    "three-check, one to go": (("three-check", "--fen", "4k3/8/8/8/8/8/3Q4/4K3 w - - 1+1 0 1"), 2, 78),
    "piece-hp": (("--preset", "piece-hp"), 3, 8902),
    "atomic": (("atomic",), 3, 8902),
    "antichess": (("antichess",), 3, 8067),
    "turn that ends early": (
        ("horde", "--preset", "double-move", "--fen", "8/8/8/3p4/8/1k1P4/8/8 w - - 0 1"),
        2,
        8,
    ),
}


@pytest.mark.parametrize("network", ["native", "durable"])
@pytest.mark.parametrize(("words", "depth", "nodes"), RULES.values(), ids=RULES)
def test_counts_by_rules(run: Run, words: tuple[str, ...], depth: int, nodes: int, network: str) -> None:
    if network == "durable":
        pytest.importorskip("durable_rules_engine")
    given = ("perft", *words, "--depth", str(depth), "--network", network, "--json")
    assert run(*given).json["nodes"] == nodes
    divided = run(*given, "--divide").json
    assert divided["nodes"] == sum(divided["divide"].values()) == nodes


@pytest.mark.parametrize(
    ("words", "variable", "kinds"),
    [
        ((), None, {"native"}),
        (("--network", "durable"), None, {"durable"}),
        ((), "durable", {None}),
        (("--network", "native"), "durable", {"native"}),
    ],
    ids=["nobody chooses", "by option", "by environment", "option over environment"],
)
def test_network_that_plays_the_rules(
    run: Run, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], variable: str | None, kinds: set[str]
) -> None:
    asked: set[str | None] = set()

    def make(kind: str | None, hooks: object, fingerprint: str) -> NativeNetwork:
        asked.add(kind)
        return NativeNetwork(hooks)  # type: ignore[arg-type]

    monkeypatch.setattr("rete_chess.engine._game.make_network", make)
    if variable is None:
        monkeypatch.delenv("RETE_CHESS_NETWORK", raising=False)
    else:
        monkeypatch.setenv("RETE_CHESS_NETWORK", variable)
    run("perft", "three-check", *words, "--fen", "4k3/8/8/8/8/8/3Q4/4K3 w - - 1+1 0 1", "--depth", "2")
    assert asked == kinds


@pytest.mark.parametrize("options", [(), ("--divide",)])
def test_a_count_ends_in_its_budget(run: Run, options: tuple[str, ...]) -> None:
    outcome = run("perft", "--depth", "12", *options, "--budget", "20000", "--json")
    assert outcome.code == 2
    assert outcome.json["error"]["code"] == "E_BUDGET"
    assert "the count needs more than 20,000 steps" in outcome.json["error"]["message"]
