"""Values that only the game makes and that a rule cannot use: the rule is named, and nothing has changed."""

from __future__ import annotations

import pytest

from rete_chess import Engine
from rete_chess.compiler import compile_document
from rete_chess.documents import load_document
from rete_chess.errors import RuleFailedError

DOCUMENT = """\
kind: variant
id: tried
name: Tried
extends: chess
attributes:
  Word: {of: piece, type: string, start: gold}
  Place: {of: piece, type: int, start: 99}
  Some: {of: piece, type: int, start: 1, for: {type: queen}}
  Hp: {of: piece, type: int, start: 1}
"""
RULE = "rules:\n  - {id: one, at: capture, when: [{event: {piece: $p}}], do: [%s]}\n"
END = "result:\n  ends:\n    - {win: $word, reason: gold, when: [{piece: {Word: $word, square: [d5]}}]}\n"

FAILING = {
    "{spawn: {type: pawn, color: $p.Word, square: e4}}": "'gold' is no side",
    "{spawn: {type: $p.Word, color: white, square: e4}}": "'gold' is no piece type in play",
    "{spawn: {type: pawn, color: white, square: $p.Word}}": "no such square; found 'gold'",
    "{transform: {target: $p, type: $p.Word}}": "'gold' is no piece type in play",
    "{win: {side: $p.Word, reason: x}}": "'gold' is no side",
    "{relocate: {target: $p, to: $p.Word}}": "no such square; found 'gold'",
    "{relocate: {target: $p, to: $p.Place}}": "99 is no square",
    "{tile: {square: $p.Place, type: wall}}": "99 is no square",
    "{effect: {kind: boom, square: $p.Word}}": "no such square; found 'gold'",
    "{destroy: {target: {around: $p.Place}}}": "99 is no square",
    "{set: {target: $p, attr: Place, to: $p.Word}}": "Place holds another type; found 'gold'",
    "{damage: {target: $p, amount: $p.Some}}": "$p.Some has no number to go by",
    "{damage: {target: $p, amount: {of: $p.Some, times: 2}}}": "{of: $p.Some, times: 2, plus: 0} has no",
    "{heal: {target: $p, amount: $p.Some}}": "$p.Some has no number to go by",
    "{set: {target: $p, attr: Hp, to: $p.Some}}": "$p.Some has no value",
    "{add: {target: $p, attr: Hp, by: $p.Some}}": "$p.Some has no number to go by",
    "{multiply: {target: $p, attr: Hp, by: $p.Some}}": "$p.Some has no number to go by",
    "{destroy: {target: {around: $p, radius: $p.Some}}}": "$p.Some has no number to go by",
}


@pytest.mark.parametrize("action", FAILING)
def test_a_rule_with_a_value_of_another_kind_is_named(action: str) -> None:
    engine = Engine(compile_document(load_document(DOCUMENT + RULE % action, "tried.variant.yaml")))
    engine.apply("e2e4")
    engine.apply("d7d5")
    before = engine.state_hash()
    with pytest.raises(RuleFailedError) as caught:
        engine.apply("e4d5")
    assert caught.value.code == "E_RULE_FAILED"
    assert "tried/one (tried.variant.yaml:11) failed" in str(caught.value)
    assert FAILING[action] in str(caught.value)
    assert engine.state_hash() == before


def test_an_end_with_no_side_as_its_winner_is_named() -> None:
    engine = Engine(compile_document(load_document(DOCUMENT + END, "tried.variant.yaml")))
    engine.apply("e2e4")
    with pytest.raises(RuleFailedError, match=r"the end 'gold' \(tried.variant.yaml:12\) failed"):
        engine.apply("d7d5")


ABSORB = "rules:\n  - {id: one, at: damage, when: [{event: {piece: $p, target: $it}}], do: [%s]}\n"


@pytest.mark.parametrize(
    "action",
    [
        "{absorb: {target: $it, with: Hp, atMost: $p.Some}}",
        "{add: {target: $event, attr: amount, by: $p.Some}}",
        "{set: {target: $event, attr: amount, to: $p.Some}}",
    ],
)
def test_damage_that_goes_by_what_is_missing_names_it(action: str) -> None:
    engine = Engine(compile_document(load_document(DOCUMENT + ABSORB % action, "tried.variant.yaml")))
    for move in ("e2e4", "d7d5"):
        engine.apply(move)
    before = engine.state_hash()
    with pytest.raises(RuleFailedError, match=r"tried/one .*\$p\.Some has no") as caught:
        engine.apply("e4d5")
    assert caught.value.code == "E_RULE_FAILED"
    assert engine.state_hash() == before
