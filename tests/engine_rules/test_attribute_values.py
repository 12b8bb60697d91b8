"""What attributes take: words of an enumeration, whoever writes; broken numbers where nobody said int."""

from __future__ import annotations

import pytest

from rete_chess import Engine
from rete_chess.compiler import ModifierChoice, compile_document, load, program_of
from rete_chess.errors import DocumentError, FactError, ReteChessError

MOODS = """
kind: variant
id: moods
name: Moods
extends: chess
attributes:
  Mood: {of: piece, type: {enum: [calm, angry]}, start: calm}
  Word: {of: piece, type: string, start: angry}
  Weather: {of: game, type: {enum: [sun, rain]}, start: sun}
rules:
  - id: feel
    at: move
    when: [{event: {piece: $p}}, {piece: {id: $p, Word: $word}}]
    do: [{set: {target: $p, attr: Mood, to: $word}}]
"""


@pytest.mark.parametrize("network", ["native", "durable"])
def test_a_rule_cannot_write_a_word_that_is_none_of_an_enumeration(network: str) -> None:
    engine = Engine(compile_document(MOODS), network=network)
    engine.apply("e2e4")
    pawn = engine.piece_at("e7")
    assert pawn is not None
    assert engine.session.get(engine.piece_at("e4").id, "Mood") == "angry"  # type: ignore[union-attr]
    engine.session.insert(pawn.id, "Word", "furious")
    before = engine.state_hash()
    with pytest.raises(ReteChessError) as failed:
        engine.apply("e7e5")
    assert "one of calm, angry" in str(failed.value)
    assert engine.state_hash() == before
    engine.session.insert(pawn.id, "Word", "calm")
    engine.apply("e7e5")


def test_python_cannot_either() -> None:
    engine = Engine(compile_document(MOODS))
    with pytest.raises(FactError) as failed:
        engine.session.insert(0, "Weather", "snow")
    assert failed.value.code == "E_FACT_TYPE"
    assert "one of sun, rain" in str(failed.value)
    engine.session.insert(0, "Weather", "rain")


GUARD = """
kind: modifier
id: guard
type: data
version: 1
name: Guard
description: A number that begins whole and is halved.
primitives:
  - {kind: seed-attribute, attr: Guard, value: 3}
  - {kind: on-move, primitives: [{kind: add-to-attribute, attr: Guard, delta: 0.5}]}
"""
INT = """
kind: variant
id: counted
name: Counted
extends: chess
attributes: {Guard: {of: piece, type: int, start: 1}}
"""


def test_a_whole_number_seeds_a_number() -> None:
    engine = Engine(program_of("chess", modifiers=[ModifierChoice(load(GUARD), {"type": "knight"})]))
    engine.apply("g1f3")
    assert engine.session.get(engine.piece_at("f3").id, "Guard") == 3.5  # type: ignore[union-attr]


def test_an_attribute_declared_int_stays_so_and_takes_whole_seeds_only() -> None:
    whole = GUARD.replace("delta: 0.5", "delta: 1")
    choice = ModifierChoice(load(whole), {"type": "knight"})
    program = compile_document(INT, modifiers=[choice])
    assert program.vocabulary.get("Guard").type == "int"
    with pytest.raises(DocumentError):
        compile_document(INT, modifiers=[ModifierChoice(load(whole.replace("value: 3", "value: 0.5")), {})])
