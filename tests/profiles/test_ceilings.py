"""Ceilings: of any vital attribute, raised by what the vocabulary says."""

from __future__ import annotations

import pytest

from rete_chess import Engine
from rete_chess.compiler import compile_document, program_of
from rete_chess.documents import load_document
from rete_chess.engine.derived.ceilings import ceiling, clip
from rete_chess.errors import DocumentError
from rete_chess.facts.vocabulary import Attribute, Vocabulary
from rete_chess.match._library import meaning_of

BLOOD = """
kind: variant
id: blood
name: Blood
description: Chess in which blood is lost.
extends: chess
attributes: {Blood: {of: piece, type: int, start: 3%s}}
rules:
  - id: bleed
    at: damage
    when: [{event: {target: $t}}, {piece: {id: $t, Blood: {gt: 0}}}]
    do: [{absorb: {target: $t, with: Blood, fatal: true}}]
"""


def blood(more: str) -> Engine:
    return Engine(compile_document(load_document(BLOOD % more, "blood.variant.yaml")))


def test_the_vocabulary_knows_what_has_a_ceiling_and_who_raises_it() -> None:
    known = Vocabulary(
        [
            Attribute("Blood", "piece", "int", vital=True),
            Attribute("Armour", "piece", "int"),
            Attribute("Plates", "piece", "int", raises="Armour"),
            Attribute("Straps", "piece", "int", raises="Armour"),
            Attribute("Luck", "piece", "int", raises="Nothing"),
        ]
    )
    assert known.limited == {"Armour": ("Plates", "Straps"), "Blood": ()}


def test_what_kills_is_declared_vital() -> None:
    with pytest.raises(DocumentError, match="not declared vital"):
        blood("")
    assert blood(", vital: true").program.vocabulary.get("Blood").vital
    assert program_of("chess").vocabulary.limited == {}


def test_no_vital_attribute_is_above_its_ceiling() -> None:
    engine = blood(", vital: true")
    piece = engine.piece_at("e2")
    assert piece is not None
    assert ceiling(engine.program, engine.board, piece.id, "Blood") == 3
    engine.session.insert(piece.id, "Blood", 9)
    assert clip(engine._game, [("Blood", piece.id)])
    assert engine.session.get(piece.id, "Blood") == 3
    assert not clip(engine._game, [("Blood", piece.id), ("Unknown", piece.id)])


def test_saves_know_a_preset_by_what_it_means() -> None:
    plain = {"id": "x", "attributes": {"Hp": {"of": "piece", "type": "int"}}}
    vital = {"id": "x", "attributes": {"Hp": {"of": "piece", "type": "int", "vital": True}}}
    other = {"id": "x", "attributes": {"Hp": {"of": "piece", "type": "number"}}}
    assert meaning_of(plain) == meaning_of(vital) != meaning_of(other)
