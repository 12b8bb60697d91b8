"""Piece types that join a game: named by a preset, spawned by hand or a hook; undone, saved, left over."""

from __future__ import annotations

from typing import Any

import pytest

from rete_chess import Engine
from rete_chess.checks import examine
from rete_chess.compiler import ActivePreset, compile_document, load, program_of
from rete_chess.errors import DocumentError, GameError, NameLookupError, RulesError
from rete_chess.match import Match
from rete_chess.match._saves import format_save, parse_save
from rete_chess.presets import registered
from rete_chess.testing import place_piece
from tests.presets.recording import recording

ARTILLERY = """
kind: preset
id: artillery
name: Artillery
description: Whoever ends a turn rolls a cannon to h3, if it is free.
config: {gun: cannon}
rules:
  - id: roll-in
    at: turn-end
    when: [{event: {side: $side}}, {square: {is: h3, empty: true}}]
    do: [{spawn: {type: $config.gun, color: $side, square: h3}}]
"""


def artillery(**more: Any) -> ActivePreset:
    return ActivePreset("artillery", own=load(ARTILLERY), **more)


@pytest.mark.parametrize("network", ["native", "durable"])
def test_a_type_that_a_preset_spawns_is_in_play(network: str) -> None:
    engine = Engine(program_of("chess", [artillery()]), network=network)
    engine.apply("d2d4")
    gun = engine.piece_at("h3")
    assert gun is not None
    assert (gun.type, gun.color) == ("cannon", "white")
    assert "/7C/" in engine.fen()
    engine.apply("a7a6")
    assert {"h3h4", "h3h8"} <= set(engine.legal_moves())
    other = Engine(engine.program, engine.fen(), network)
    assert other.piece_at("h3").type == "cannon"  # type: ignore[union-attr]
    engine.undo()
    engine.undo()
    assert engine.piece_at("h3") is None


def test_plain_chess_has_its_six_types() -> None:
    assert len(program_of("chess").book.types) == 6
    assert program_of("chess", [artillery()]).book.types[6:] == ("cannon",)


def test_its_pieces_stay_when_the_preset_ends() -> None:
    engine = Engine(program_of("chess", [artillery(turns_remaining=2)]))
    for move in ("d2d4", "a7a6", "a2a3", "a6a5"):
        engine.apply(move)
    assert engine.active_presets == ()
    assert engine.piece_at("h3").type == "cannon"  # type: ignore[union-attr]
    assert any(move.startswith("h3") for move in engine.legal_moves())
    for _ in range(4):
        engine.undo()
    assert engine.program.book.types == program_of("chess", [artillery()]).book.types


def test_letters_that_are_taken_and_unknown_types_are_errors() -> None:
    taken = "kind: variant\nid: taken\nname: Taken\nextends: chess\npieces: {c: archbishop}\n"
    with pytest.raises(DocumentError) as failed:
        compile_document(taken, [artillery()])
    problem = failed.value.problems[0]
    assert problem.code == "E_PIECE_LETTER"
    assert "pieces: {a: cannon}" in (problem.hint or "")
    assert program_of("chess", [artillery(config=(("gun", "rook"),))]).book.types[6:] == ()
    assert "cannon" not in compile_document(taken).book.types
    lettered = compile_document(taken.replace("{c: archbishop}", "{c: archbishop, a: cannon}"), [artillery()])
    assert lettered.book.letters[lettered.book.index_of("cannon")] == "a"
    with pytest.raises(DocumentError) as failed:
        program_of(
            "chess", [ActivePreset("artillery", own=load(ARTILLERY.replace("gun: cannon", "gun: canon")))]
        )
    assert failed.value.problems[0].code == "E_PIECE_TYPE"


def test_a_new_type_is_spawned_by_hand() -> None:
    engine = Engine("chess")
    engine.apply("e2e4")
    before, types = engine.state_hash(), engine.program.book.types
    cannon = engine.spawn_piece("cannon", "black", "d5")
    assert engine.piece_at("d5").id == cannon  # type: ignore[union-attr]
    assert engine.program.book.types == (*types, "cannon")
    engine.spawn_piece("cannon", "white", "d4")
    engine.apply("d5d2" if "d5d2" in engine.legal_moves() else "d5d6")
    engine.undo()
    engine.undo()
    assert engine.program.book.types == types
    engine.apply("e2e4")
    assert engine.state_hash() == before
    for kind in ("wolf", "canon"):
        with pytest.raises(GameError) as failed:
            engine.spawn_piece(kind, "black", "d5")
        assert failed.value.code == "E_REQUEST"
    assert engine.state_hash() == before


def test_a_taken_letter_leaves_everything_as_it_was() -> None:
    taken = "kind: variant\nid: taken\nname: Taken\nextends: chess\npieces: {c: archbishop}\n"
    engine = Engine(compile_document(taken))
    before = engine.state_hash()
    with pytest.raises(RulesError) as failed:
        engine.spawn_piece("cannon", "white", "e4")
    assert failed.value.code == "E_PIECE_LETTER"
    assert (engine.state_hash(), engine.incidents) == (before, ())


def test_a_save_brings_them_back() -> None:
    match = Match("chess")
    match.play("e2e4")
    match.spawn_piece("cannon", "black", "d5")
    match.play("d5d6")
    again = parse_save(format_save(match))
    assert again.engine.state_hash() == match.engine.state_hash()
    assert again.engine.fen() == match.engine.fen()
    ruled = Match(program_of("chess", [artillery()]))
    ruled.play("d2d4")
    assert parse_save(format_save(ruled)).engine.fen() == ruled.engine.fen()


def test_a_hook_may_spawn_one_in_the_middle_of_a_move() -> None:
    def fire(context: Any) -> None:
        if context.engine.piece_at("h3") is None:
            context.engine.spawn_piece("cannon", "white", "h3")

    with registered(recording([], "gunner", ("on_after_move",), on_after_move=fire)):
        engine = Engine(program_of("chess", [ActivePreset("gunner")]))
        engine.apply("d2d4")
        assert engine.piece_at("h3").type == "cannon"  # type: ignore[union-attr]
        engine.undo()
        assert engine.piece_at("h3") is None


def test_validate_says_so_before_the_game() -> None:
    assert [problem for problem in examine(ARTILLERY).problems if problem.severity == "error"] == []
    wrong = examine(ARTILLERY.replace("type: $config.gun", "type: canon"))
    assert [problem.code for problem in wrong.problems if problem.severity == "error"] == ["E_PIECE_TYPE"]


def test_a_helper_that_places_an_unknown_type_says_so() -> None:
    with pytest.raises(NameLookupError) as failed:
        place_piece(Engine("chess"), "cannon", "white", "e4")
    assert failed.value.code == "E_UNKNOWN_NAME"
