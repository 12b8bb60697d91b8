"""Documents that lie beside a variant's file: known to its games, and to no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from rete_chess import Engine, Match
from rete_chess.checks import examine
from rete_chess.compiler import program_of
from rete_chess.errors import ReteChessError

PRESET = """
kind: preset
id: greedy-pawns
name: Greedy pawns
description: Captures count.
config: {step: 1}
attributes:
  Taken: {of: piece, type: int, start: 0}
rules:
  - id: count
    at: capture
    when: [{event: {piece: $p}}]
    do: [{add: {target: $p, attr: Taken, by: $config.step}}]
"""
VARIANT = """
kind: variant
id: feast
name: Feast
extends: chess
presets: [{id: greedy-pawns, config: {step: 2}}]
"""


@pytest.fixture
def feast(tmp_path: Path) -> Path:
    (tmp_path / "greedy-pawns.preset.yaml").write_text(PRESET, encoding="utf-8")
    path = tmp_path / "feast.variant.yaml"
    path.write_text(VARIANT, encoding="utf-8")
    return path


def test_a_preset_beside_the_variant_is_played(feast: Path) -> None:
    engine = Engine(program_of(feast), network="native")
    for move in ("e2e4", "d7d5", "e4d5"):
        record = engine.apply(move)
    assert [firing.rule for firing in record.trace.firings] == ["greedy-pawns/count"]
    pawn = engine.piece_at("d5")
    assert pawn is not None
    assert engine.session.get(pawn.id, "Taken") == 2
    assert str(feast.parent) in record.trace.firings[0].origin


def test_it_can_be_toggled_in_mid_game_and_taken_back(feast: Path) -> None:
    match = Match(program_of(feast), network="native")
    match.play("e2e4")
    before = match.engine.state_hash()
    match.set_active_presets([])
    match.set_active_presets([{"id": "greedy-pawns"}])
    assert [use.id for use in match.engine.active_presets] == ["greedy-pawns"]
    match.play("d7d5")
    match.undo()
    match.undo()
    match.play("e2e4")
    assert match.engine.state_hash() == before


def test_nobody_else_sees_it(feast: Path) -> None:
    program_of(feast)
    with pytest.raises(ReteChessError, match="greedy-pawns"):
        Engine(network="native").set_active_presets([{"id": "greedy-pawns"}])


def test_a_shipped_preset_is_not_replaced(feast: Path) -> None:
    other = PRESET.replace("greedy-pawns", "piece-hp")
    (feast.parent / "piece-hp.preset.yaml").write_text(other, encoding="utf-8")
    engine = Engine(program_of(feast), network="native")
    engine.set_active_presets([{"id": "piece-hp"}])
    assert any(rule.id == "piece-hp/lose-hp" for rule in engine.program.rules)


# -- piece types, layouts and other variants -------------------------------------------------------

CAMEL = """
kind: piece
id: camel
name: Camel
letter: c
value: 2
moves:
  - {leap: [[1, 3], [-1, 3], [3, 1]]}
"""
LAYOUT = """
kind: layout
id: caravan
name: Caravan
description: Camels for knights.
fen: "rcbqkbcr/pppppppp/8/8/8/8/PPPPPPPP/RCBQKBCR w KQkq - 0 1"
"""
BASE = "kind: variant\nid: desert\nname: Desert\nextends: chess\npieces: {c: camel}\nlayout: caravan\n"
OASIS = "kind: variant\nid: oasis\nname: Oasis\nextends: desert\npresets: [{id: piece-hp}]\n"


@pytest.fixture
def oasis(tmp_path: Path) -> Path:
    (tmp_path / "camel.piece.yaml").write_text(CAMEL, encoding="utf-8")
    (tmp_path / "caravan.layout.yaml").write_text(LAYOUT, encoding="utf-8")
    (tmp_path / "desert.variant.yaml").write_text(BASE, encoding="utf-8")
    path = tmp_path / "oasis.variant.yaml"
    path.write_text(OASIS, encoding="utf-8")
    return path


def test_a_piece_type_a_layout_and_a_parent_beside_the_variant(oasis: Path) -> None:
    assert examine(oasis).problems == ()
    engine = Engine(program_of(oasis), network="native")
    camel = {str(move) for move in engine.legal_moves() if str(move).startswith("b1")}
    assert camel == {"b1a4", "b1c4"}
    assert str(oasis.parent / "camel.piece.yaml") in str(engine.explain("b1a4"))


def test_a_piece_type_that_changes_makes_another_program(oasis: Path) -> None:
    before = program_of(oasis)
    (oasis.parent / "camel.piece.yaml").write_text(CAMEL.replace("[3, 1]", "[3, 3]"), encoding="utf-8")
    after = program_of(oasis)
    assert before.hash != after.hash
    moves = {str(move) for move in Engine(after, network="native").legal_moves()}
    assert "b1e4" in moves


def test_what_lies_beside_is_offered_for_a_misspelt_name(oasis: Path) -> None:
    (oasis.parent / "desert.variant.yaml").write_text(
        BASE.replace("{c: camel}", "{c: camle}"), encoding="utf-8"
    )
    (problem,) = examine(oasis.parent / "desert.variant.yaml").problems
    assert (problem.code, problem.line, problem.hint) == ("E_UNKNOWN_NAME", 5, "did you mean 'camel'?")


def test_a_file_that_changes_is_read_anew(feast: Path) -> None:
    preset = feast.parent / "greedy-pawns.preset.yaml"
    for text in (PRESET, "# A comment.\n" + PRESET, PRESET.replace("count", "tally")):
        preset.write_text(text, encoding="utf-8")
        (rule,) = program_of(feast).rules
        line = text.splitlines().index(next(row for row in text.splitlines() if "- id:" in row)) + 1
        assert rule.origin == f"{preset}:{line}"
        assert rule.id.split("/")[1] in text
