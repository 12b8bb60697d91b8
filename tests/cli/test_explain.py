"""`rete-chess explain`: the contract for machines, and a sentence for people."""

from __future__ import annotations

from tests.cli.helpers import Run


def test_machines_get_the_reason_with_rule_and_line(run: Run) -> None:
    outcome = run("explain", "atomic", "e2e3", "--fen", "4k3/8/8/8/8/4p3/4K3/8 w - - 0 1", "--json")
    assert outcome.code == 0
    answer = outcome.json
    assert (answer["move"], answer["legal"]) == ("e2e3", False)
    assert set(answer["reason"]) == {"code", "message", "rule", "origin"}
    assert answer["reason"]["code"] == "E_MOVE_FORBIDDEN"
    assert answer["reason"]["rule"] == "atomic"
    assert "atomic.variant.yaml:" in answer["reason"]["origin"]


def test_people_read_a_sentence(run: Run) -> None:
    outcome = run("explain", "chess", "e2e4")
    assert outcome.out.startswith("e2e4 is legal: the pawn moves so, and nothing forbids it.\n")
    assert "pawn.piece.yaml:" in outcome.out


def test_shipped_documents_are_named_without_the_installation(run: Run) -> None:
    reason = run("explain", "chess", "e2e5", "--json").json["reason"]
    assert reason["origin"].startswith("descriptors/pieces/pawn.piece.yaml:")
