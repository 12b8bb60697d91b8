"""What the game keeps of itself: patterns and ends read it, nobody sets it."""

from __future__ import annotations

import pytest

from rete_chess.checks import examine
from rete_chess.compiler import compile_document
from rete_chess.documents import load_document
from rete_chess.testing import run_scenarios

VARIANT = """kind: variant
id: late
name: Late
extends: chess
rules:
  - id: late
    at: capture
    when: [{event: {piece: $p}}, {game: {%s}}]
    do: [%s]
result:
  ends: [{draw: too long, when: [{game: {FullmoveNumber: {ge: 4}}}]}]
tests:
  - {name: early, play: e2e4 d7d5 e4d5, notFires: [late]}
  - {name: later, play: a2a3 a7a6 e2e4 d7d5 e4d5, fires: [late], result: ongoing}
  - {name: too late, play: a2a3 a7a6 e2e4 d7d5 e4d5 d8d5, result: {draw: too long}}
"""
LOG = "{log: {text: late}}"


@pytest.mark.parametrize("network", ["native", "durable"])
@pytest.mark.parametrize("test", ["FullmoveNumber: {ge: 3}", "FullmoveNumber: 3, Turn: white"])
def test_patterns_read_the_counters_of_the_game(test: str, network: str) -> None:
    document = load_document(VARIANT % (test, LOG), "late.variant.yaml")
    assert compile_document(document).rules
    outcomes = run_scenarios(document, network)
    assert [str(outcome) for outcome in outcomes if not outcome.passed] == []


@pytest.mark.parametrize(
    ("test", "action", "place", "words"),
    [
        ("FullmoveNumbr: 3", LOG, "E_ATTRIBUTE 8:42", "did you mean 'FullmoveNumber'?"),
        (
            "FullmoveNumber: 3",
            "{set: {target: $game, attr: FullmoveNumber, to: 1}}",
            "E_ATTRIBUTE 9:38",
            "rules read it alone",
        ),
    ],
)
def test_what_cannot_be(test: str, action: str, place: str, words: str) -> None:
    (problem,) = examine(VARIANT % (test, action), "late.variant.yaml").problems
    assert f"{problem.code} {problem.line}:{problem.column}" == place
    assert words in f"{problem.message} {problem.hint}"
