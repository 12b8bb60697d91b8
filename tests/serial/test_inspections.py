"""Inspections and explanations as JSON."""

from __future__ import annotations

import pytest

from rete_chess import Engine, Match, load, serial
from rete_chess.compiler import compile_document, program_of
from rete_chess.errors import BoardError, GameError
from tests.serial.fitting import assert_fits

COURT = """
kind: variant
id: court
name: Court
extends: chess
presets: [{id: piece-hp}]
abilities: [{id: exploding, for: {type: rook}}]
modifiers: [{id: zeal, for: {type: knight}}, {id: curse, for: {type: knight}}]
customModifiers:
  - kind: modifier
    id: zeal
    type: data
    version: 1
    name: Zeal
    primitives:
      - kind: on-capture
        primitives:
          - kind: conditional
            condition: {attr: Hp, op: lt, value: 2}
            then: [{kind: add-to-attribute, attr: Hp, delta: 1}]
            else: [{kind: add-to-attribute, attr: Hp, delta: 2}]
          - {kind: add-to-attribute, attr: Hp, delta: 1}
      - {kind: on-capture, primitives: [{kind: modify-movement-range, delta: 1}]}
      - {kind: on-move, primitives: [{kind: add-to-attribute, attr: Hp, delta: 1}]}
rules:
  - id: cheer
    at: derive
    when: [{piece: {id: $king, type: king, color: $side}}]
    do: [{contribute: {target: {around: $king, radius: 1, filter: {color: $side}}, attr: HpBonus, by: 1}}]
"""


@pytest.fixture
def court() -> Match:
    return Match(compile_document(load(COURT)))


def test_facts_with_those_who_contribute(court: Match) -> None:
    told = serial.inspection_data(court, "e2")
    assert_fits("Inspection", told)
    assert (told["id"], told["type"], told["name"], told["color"]) == (13, "pawn", "Pawn", "white")
    assert told["facts"]["HpBonus"] == 1
    assert "HpBonus" not in told["stored"]
    assert told["contributions"] == {
        "HpBonus": [
            {
                "by": "court/cheer",
                "layer": "rule",
                "source": {"id": 5, "name": "white king", "square": "e1"},
                "amount": 1,
            }
        ]
    }


def test_profiles_contribute_on_nobodys_behalf() -> None:
    engine = Engine(program_of("chess", profiles=["iron-knights"]))
    (part,) = serial.inspection_data(engine, "b1")["contributions"]["HpBonus"]
    assert part == {"by": "iron-knights", "layer": "type", "source": None, "amount": 1}


def test_hooks_in_words(court: Match) -> None:
    told = serial.inspection_data(court, "b1")
    assert told["hooks"] == ["2 on-capture triggers", "1 on-move trigger", "1 on-captured trigger"]
    assert [(found["kind"], found["id"], found["hooks"]) for found in told["carries"]] == [
        ("modifier", "zeal", ["2 on-capture triggers", "1 on-move trigger"]),
        ("modifier", "curse", ["1 on-captured trigger"]),
    ]
    rook = serial.inspection_data(court, "h8")
    assert rook["hooks"] == ["1 on-death trigger"]
    assert [(found["kind"], found["id"]) for found in rook["carries"]] == [("ability", "exploding")]
    assert serial.inspection_data(court, "e1")["hooks"] == []


def test_hooks_by_a_profile() -> None:
    engine = Engine(program_of("chess", profiles=["aggressive-pack-v1"]))
    assert serial.inspection_data(engine, "b1")["hooks"] == ["1 on-capture trigger"]


def test_moves_and_where_movement_leads(court: Match) -> None:
    ours, theirs = serial.inspection_data(court, "b1"), serial.inspection_data(court, "g8")
    assert [move["san"] for move in ours["moves"]] == ["Na3", "Nc3"]
    assert ours["reach"] == ["a3", "c3"]
    assert (theirs["moves"], theirs["reach"]) == ([], ["f6", "h6"])
    pinned = Engine("chess", "4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1")
    assert "a2" not in [move["to"] for move in serial.inspection_data(pinned, "e2")["moves"]]
    assert "a2" in serial.inspection_data(pinned, "e2")["reach"]


def test_a_match_that_is_over_has_no_moves(court: Match) -> None:
    court.resign()
    assert serial.inspection_data(court, "b1")["moves"] == []


def test_nobody_there(court: Match) -> None:
    with pytest.raises(GameError, match="nobody stands on e4"):
        serial.inspection_data(court, "e4")
    with pytest.raises(BoardError):
        serial.inspection_data(court, "z9")


@pytest.mark.parametrize(
    ("move", "legal", "code", "rule"),
    [
        ("e2e4", True, "LEGAL", "pawn"),
        ("e1e5", False, "E_MOVE_REACH", "king"),
        ("nonsense", False, "E_MOVE_TEXT", None),
    ],
)
def test_explanations(move: str, legal: bool, code: str, rule: str | None) -> None:
    told = serial.explanation_data(Engine().explain(move))
    assert_fits("Explanation", told)
    assert (told["move"], told["legal"]) == (move, legal)
    assert (told["reason"]["code"], told["reason"]["rule"]) == (code, rule)
    origin = told["reason"]["origin"]
    assert origin is None if rule is None else (origin or "").startswith("descriptors/pieces/")
