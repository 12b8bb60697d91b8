"""Auras and conditions that add to the attributes of modifier kinds, beside profiles."""

from __future__ import annotations

import pytest

from rete_chess import Engine
from rete_chess.compiler import compile_document
from rete_chess.documents import load_document
from tests.profiles.profiles import Data, by_type, play, profile, value

AURA = """
kind: variant
id: aura
name: Aura
extends: chess
presets: [{id: piece-hp}]
rules:
  - id: king-aura
    at: derive
    when: [{piece: {id: $king, type: king, color: $side}}]
    do: [{contribute: {target: {around: $king, radius: 2, filter: {color: $side}}, attr: HpBonus, by: 1}}]
  - id: ward
    at: derive
    when: [{piece: {id: $king, type: king, color: $side}}]
    do:
      - contribute:
          {target: {around: $king, radius: 2, filter: {color: $side}}, attr: DamageResistance, by: 0.5}
  - id: panic
    at: derive
    when: [{piece: {id: $p, type: knight, Hp: {lt: 2}}}]
    do: [{contribute: {target: $p, attr: RangeBonus, by: 1}}]
"""


def game(network: str, *profiles: Data, fen: str | None = None) -> Engine:
    program = compile_document(load_document(AURA, "aura.variant.yaml"), profiles=profiles)
    return Engine(program, fen, network)


both = pytest.mark.parametrize("network", ["native", "durable"])


@both
def test_who_leaves_the_king_loses_the_bonus(network: str) -> None:
    engine = game(network, profile("p", by_type("knight", "HpBonus", 1)))
    knight = engine.piece_at("g1")
    king = engine.piece_at("e1")
    assert knight is not None
    assert king is not None
    assert value(engine, "g1", "Hp") == 4
    found = engine.contributions("g1", "HpBonus")
    assert [(part.rule, part.source, part.amount, part.layer) for part in found] == [
        ("aura/king-aura", king.id, 1, "rule"),
        ("p", None, 1, "type"),
    ]
    play(engine, "g1f3 a7a6")
    assert value(engine, "f3", "HpBonus") == 2
    record = engine.apply("f3g5")
    gone = [event for event in record.trace.events if event.event == "withdraw"]
    assert ("aura/king-aura", knight.id) in [(event.source, event.target) for event in gone]
    assert value(engine, "g5", "HpBonus") == 1
    assert value(engine, "g5", "Hp") == 3
    play(engine, "a6a5 g5f3")
    assert value(engine, "f3", "HpBonus") == 2
    assert value(engine, "f3", "Hp") == 3  # a higher ceiling does not heal
    for _ in range(5):
        engine.undo()
    assert value(engine, "g1", "Hp") == 4


@both
def test_resistances_of_aura_and_profile_stack(network: str) -> None:
    engine = game(network, profile("p", by_type("pawn", "DamageResistance", 0.5)))
    assert value(engine, "e2", "DamageResistance") == 0.75
    assert value(engine, "a2", "DamageResistance") == 0.5
    assert value(engine, "e1", "DamageResistance") is None


@both
def test_a_trigger_raises_a_flag_once(network: str) -> None:
    raised = {"kind": "set-capture-flag", "flags": ["CANNOT_BE_CAPTURED"]}
    modifier = {"kind": "modifier", "id": "wary", "type": "data", "version": 1, "name": "Wary"}
    wary = {
        **profile("wary", by_type("knight", "wary")),
        "customModifiers": [{**modifier, "primitives": [{"kind": "on-move", "primitives": [raised]}]}],
    }
    engine = play(game(network, wary), "g1f3 a7a6 f3g5 a6a5 g5f3")
    assert value(engine, "f3", "CaptureFlags") == 1


@both
def test_panic_lengthens_the_leap(network: str) -> None:
    engine = game(network, fen="4k3/8/8/8/8/N7/8/4K3 w - - 0 1")
    knight = engine.piece_at("a3")
    assert knight is not None
    assert "a3c7" not in map(str, engine.legal_moves())
    engine.deal_damage(knight.id, 1)
    assert value(engine, "a3", "Hp") == 1
    assert value(engine, "a3", "RangeBonus") == 1
    assert "a3c7" in map(str, engine.legal_moves())
