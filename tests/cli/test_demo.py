"""`rete-chess demo`."""

from __future__ import annotations

from rete_chess.cli.commands.demo_story import LONGEST
from tests.cli.helpers import Run


def test_people_see_a_document_a_mistake_a_game_a_trace_and_a_count(run: Run) -> None:
    outcome = run("demo")
    assert (outcome.code, outcome.err) == (0, "")
    assert "  id: atomic" in outcome.out
    assert "ok  atomic.variant.yaml" in outcome.out
    assert "unknown action 'destory'" in outcome.out
    assert "did you mean 'destroy'?" in outcome.out
    assert "     capture         atomic/explode  black " in outcome.out
    assert "e1e2: a king may not capture" in outcome.out
    assert "descriptors/variants/atomic.variant.yaml:13" in outcome.out
    assert "197,281 ways (as published)" in outcome.out


def test_summary(run: Run) -> None:
    outcome = run("demo", "--json")
    summary = outcome.json
    assert summary["problems"] == []
    assert [problem["code"] for problem in summary["mistake"]] == ["E_DOC_UNKNOWN_KEY"]
    game, best = summary["game"], summary["best"]
    assert len(game["moves"]) == len(game["san"]) <= LONGEST
    assert game["result"] == {"outcome": "win", "winner": "black", "reason": "loss of a royal piece"}
    assert best["number"] % 2 == 1  # Black's
    assert best["record"]["move"] == game["moves"][best["number"]]
    fired = [firing["rule"] for stage in best["record"]["stages"] for firing in stage["firings"]]
    assert fired == ["atomic/explode"]
    assert (summary["forbidden"]["legal"], summary["forbidden"]["reason"]["code"]) == (
        False,
        "E_MOVE_FORBIDDEN",
    )
    assert (summary["perft"]["depth"], summary["perft"]["nodes"]) == (4, 197281)
    assert "Black wins by loss of a royal piece" in outcome.err
