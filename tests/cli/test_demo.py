"""`rete-chess demo`."""

from __future__ import annotations

from tests.cli.helpers import Run


def test_people_see_a_game_a_count_a_piece_and_reasons(run: Run) -> None:
    outcome = run("demo")
    assert (outcome.code, outcome.err) == (0, "")
    assert "17. Rd8#  1-0, White wins by checkmate." in outcome.out
    assert "197,281 ways (as published)" in outcome.out
    assert "- {slide: knight}" in outcome.out
    assert "expected one of e2e3, e2e4" in outcome.out


def test_summary(run: Run) -> None:
    outcome = run("demo", "--json")
    summary = outcome.json
    assert summary["game"]["fen"] == "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17"
    assert summary["game"]["san"][-1] == "Rd8#"
    assert len(summary["game"]["moves"]) == 33
    assert summary["game"]["result"] == {"outcome": "win", "winner": "white", "reason": "checkmate"}
    assert (summary["perft"]["depth"], summary["perft"]["nodes"]) == (4, 197281)
    assert summary["piece"] == {
        "id": "nightrider",
        "square": "d4",
        "targets": ["b3", "b5", "b8", "c2", "c6", "e2", "e6", "f3", "f5", "f8", "h2", "h6"],
    }
    assert [refusal["code"] for refusal in summary["refusals"]] == [
        "E_MOVE_ILLEGAL",
        "E_MOVE_ILLEGAL",
        "E_GAME_OVER",
    ]
    assert "White wins by checkmate" in outcome.err
