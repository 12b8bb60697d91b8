"""`rete-chess rules`: every rule of a program with its origin, shape, reads, and the tier of legality."""

from __future__ import annotations

from typing import Any

import pytest

from rete_chess.compiler import ActivePreset, program_of
from rete_chess.presets import registered
from rete_chess.serial import program_data
from tests.cli.helpers import ROOT, Run

RULE_KEYS = {"number", "rule", "origin", "stage", "priority", "shape", "event", "reads", "guards"}


def test_rules_in_the_order_in_which_they_fire(run: Run) -> None:
    words = ("petrified", "--preset", "piece-hp:white", "--preset", "piece-shield")
    answer = run("rules", *words, "--json").json
    assert (answer["variant"], answer["name"]) == ("petrified", "Petrified")
    assert answer["heard"] == ["damage", "capture"]
    assert not answer["core_exact"]
    assert [rule["number"] for rule in answer["rules"]] == [1, 2, 0]
    assert [rule["stage"] for rule in answer["rules"]] == ["damage", "damage", "capture"]
    assert all(set(rule) == RULE_KEYS for rule in answer["rules"])
    hp, shield, petrify = answer["rules"]
    assert petrify["rule"] == "petrified/petrify"
    assert (petrify["event"], petrify["reads"]) == (["event.player = true"], ["piece.PieceType ≠ pawn"])
    assert set(hp["reads"]) == {"target.Hp > 0", "target.Color = white"}
    assert shield["shape"] == "event.event=? | target.?=?"


def test_origins_are_lines_of_shipped_files(run: Run) -> None:
    for rule in run("rules", "atomic", "--preset", "piece-hp", "--json").json["rules"]:
        file, _, line = rule["origin"].rpartition(":")
        text = (ROOT / file).read_text("utf-8").splitlines()[int(line) - 1]
        assert f"id: {rule['rule'].split('/')[1]}" in text


def test_numbers_are_shown_as_documents_write_them(run: Run) -> None:
    document = (
        "kind: variant\nid: half\nname: Half\ndescription: '-'\nextends: chess\n"
        "attributes: {Hp: {of: piece, type: number, start: 1}}\n"
        "rules:\n  - {id: r, at: move, when: [{event: {piece: $p}}, {piece: {id: $p, Hp: 0.5}}], "
        "do: [{set: {target: $p, attr: Hp, to: 1}}]}\n"
    )
    (rule,) = run("rules", "-", "--json", lines=document).json["rules"]
    assert rule["reads"] == ["piece.Hp = 0.5"]
    assert rule["origin"] == "<stdin>:8"


@pytest.mark.parametrize("variant", ["chess", "atomic", "racing-kings", "three-check"])
def test_legality_is_that_of_the_program(run: Run, variant: str) -> None:
    book = program_of(variant).book
    legality = run("rules", variant, "--json").json["legality"]
    assert (legality["tier"], legality["reason"]) == (book.tier, book.tier_reason)
    assert (legality["board"] == "") == (variant in ("chess", "atomic"))


def test_people_read_blocks(run: Run) -> None:
    outcome = run("rules", "atomic")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith(
        "Atomic: 1 rule\nlegality  tier 3, effects: captures change the board beyond the capture\n"
        "board     the flat core can play it\n"
        "heard     capture\nperft     by the core\n"
    )
    assert "  0  atomic/explode  at capture\n     descriptors/variants/atomic.variant.yaml:" in outcome.out
    assert "     reads  nothing\n" in outcome.out


def test_plain_chess_has_none(run: Run) -> None:
    assert "Chess: 0 rules\n" in run("rules").out


def test_policies_have_their_lines(run: Run) -> None:
    answer = run("rules", "atomic", "--preset", "double-move", "--json").json
    found = {f"{policy['document']}/{policy['path']}": policy for policy in answer["policies"]}
    assert {"chess/royal", "atomic/check", "double-move/turn"} <= set(found)
    for policy in answer["policies"]:
        file, _, line = policy["origin"].rpartition(":")
        assert int(line) <= len((ROOT / file).read_text("utf-8").splitlines())
    turn = found["double-move/turn"]
    assert turn["value"]["moves"] == 2
    assert "     chess/royal  policy\n     descriptors/variants/chess.variant.yaml:" in run("rules").out


def test_every_policy_of_a_document_is_listed_for_its_side(run: Run) -> None:
    document = """kind: variant
id: said
name: Said
extends: chess
royal: [{type: king}, {type: queen}]
check: {unless: [{piece: {type: queen}}]}
selfCheck: forbid
turn: {moves: 2}
moves:
  - {forbid: {kind: castle}, because: no}
  - {for: {type: knight}, add: [{leap: all, mode: move}]}
result:
  instead: true
  defaults: suppress
  claims: allow
  ends:
    - {draw: no rooks, when: [{not: {piece: {type: rook}}}]}
"""
    answer = run("rules", "-", "--preset", "monster-rules:black", "--json", lines=document).json
    assert [(policy["path"], policy["origin"]) for policy in answer["policies"][:10]] == [
        ("royal", "<stdin>:5"),
        ("check", "<stdin>:6"),
        ("selfCheck", "<stdin>:7"),
        ("turn", "<stdin>:8"),
        ("moves[0]", "<stdin>:10"),
        ("moves[1]", "<stdin>:11"),
        ("result.instead", "<stdin>:13"),
        ("result.defaults", "<stdin>:14"),
        ("result.claims", "<stdin>:15"),
        ("result.ends[0]", "<stdin>:17"),
    ]
    sides = {policy["document"]: policy["side"] for policy in answer["policies"]}
    assert sides == {"said": "both", "monster-rules": "black"}
    shown = run("rules", "--preset", "monster-rules:black").out
    assert "     monster-rules/turn  policy of black\n     rules/presets/monster-rules.preset.yaml:" in shown


def test_hooks_that_are_asked_are_policies() -> None:
    class Judge:
        id = "judge"
        name = "Judge"
        description = "For tests."

        def filter_moves(self, context: Any, moves: Any) -> Any:
            return moves

        def on_check_game_result(self, context: Any) -> None:
            return None

    with registered(Judge):
        data = program_data(program_of("chess", [ActivePreset("judge", "white")]))
    found = {policy["path"]: policy for policy in data["policies"] if policy["document"] == "judge"}
    assert set(found) == {"filter_moves", "on_check_game_result"}
    assert all(policy["origin"].startswith(f"{__name__}:") for policy in found.values())
    assert {policy["side"] for policy in found.values()} == {"white"}


def test_policies_that_are_replaced_are_not_listed(run: Run) -> None:
    royal = [
        policy
        for policy in run("rules", "knightmate", "--json").json["policies"]
        if "royal" in policy["path"]
    ]
    assert [policy["document"] for policy in royal] == ["knightmate-rules"]
