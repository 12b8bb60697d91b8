"""What users register: found by every variant, never twice under an id, and gone without a trace."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rete_chess
from rete_chess import Engine, Match, catalog
from rete_chess.checks import examine
from rete_chess.compiler import ActivePreset, program_of
from rete_chess.compiler.catalog import DocumentRegistry
from rete_chess.documents import Document, load_document
from rete_chess.errors import DocumentError, NameLookupError
from rete_chess.match import format_save, parse_save
from rete_chess.presets.registration import registered as python_registered

#: A cannon that hops to capture and leaps to move, which no shipped one does.
CANNON = """kind: piece
id: field-gun
name: Field gun
letter: g
value: 4.5
moves:
  - {leap: all, mode: move}
  - {hop: orthogonal, mode: capture, land: any}
"""
TILE = "kind: tile\nid: bog\nname: Bog\ndescription: Nobody goes there.\nblocks: true\n"
ABILITY = """kind: ability
id: proud
name: Proud
description: It does not castle.
moves: [{forbid: {piece: {id: $self}, kind: castle}, because: it is too proud}]
"""
LAYOUT = """kind: layout
id: guns
name: Guns
description: Two guns and their kings.
fen: 4k2g/4p2p/8/8/8/8/4P2P/4K2G w - - 0 1
"""
MODIFIER = """kind: modifier
id: grim
type: data
version: 1
name: Grim
primitives: [{kind: seed-attribute, attr: Grudge, value: 3}]
"""
PROFILE = """kind: profile
id: long-pawns
name: Long pawns
perType: [{pieceType: pawn, kind: grim}]
"""
PRESET = """kind: preset
id: short-war
name: Short war
description: A gun that captures wins.
rules: [{id: shot, at: capture, when: [{event: {piece: $p, side: $s}}, {piece: {id: $p, type: field-gun}}],
  do: [{win: {side: $s, reason: a shot}}]}]
"""
VARIANT = """kind: variant
id: gunners
name: Gunners
extends: chess
pieces: {g: field-gun}
layout: guns
tiles: {d4: bog}
abilities: [{id: proud, for: {type: king}}]
modifiers: [{id: grim, for: {type: field-gun}}]
presets: [{id: short-war}]
"""
ALL = (CANNON, TILE, ABILITY, LAYOUT, MODIFIER, PROFILE, PRESET, VARIANT)

KINDS: list[tuple[Callable[[], DocumentRegistry], str, str, str]] = [
    (catalog.pieces, CANNON, "field-gun", "piece type"),
    (catalog.tiles, TILE, "bog", "tile"),
    (catalog.abilities, ABILITY, "proud", "ability"),
    (catalog.layouts, LAYOUT, "guns", "layout"),
    (catalog.modifiers, MODIFIER, "grim", "modifier"),
    (catalog.profiles, PROFILE, "long-pawns", "profile"),
    (catalog.presets, PRESET, "short-war", "preset"),
    (catalog.variants, VARIANT, "gunners", "variant"),
]
each_kind = pytest.mark.parametrize(
    ("registry", "text", "name", "noun"), KINDS, ids=[kind[3].replace(" ", "-") for kind in KINDS]
)


# -- the contract ----------------------------------------------------------------------------------


@each_kind
def test_register_get_has_list_remove(
    registry: Callable[[], DocumentRegistry], text: str, name: str, noun: str
) -> None:
    known = registry()
    before = known.list()
    assert not known.has(name)
    document = known.register(text)
    try:
        assert known.has(name)
        assert known.get(name) is document
        assert known.list() == tuple(sorted((*before, name)))
        assert len(known) == len(before) + 1
        assert not known.is_shipped(name)
        with pytest.raises(NameLookupError, match=f"{noun} '{name}' is registered already") as caught:
            known.register(text)
        assert caught.value.code == "E_DUPLICATE_NAME"
        with pytest.raises(NameLookupError, match=f"unknown {noun}.*did you mean '{name}'") as unknown:
            known.get(f"{name}s")
        assert unknown.value.code == "E_UNKNOWN_NAME"
    finally:
        known.remove(name)
    assert known.list() == before


@each_kind
def test_shipped_ids_are_taken_and_stay(
    registry: Callable[[], DocumentRegistry], text: str, name: str, noun: str
) -> None:
    known = registry()
    shipped = known.list()[0]
    with pytest.raises(NameLookupError, match=f"{noun} '{shipped}' is registered already"):
        known.register(text.replace(f"id: {name}", f"id: {shipped}"))
    with pytest.raises(NameLookupError, match=f"the {noun} '{shipped}' is shipped, and stays"):
        known.remove(shipped)
    with pytest.raises(NameLookupError) as caught:
        known.remove("nobody")
    assert (caught.value.code, caught.value.expected) == ("E_UNKNOWN_NAME", None)
    assert known.has(shipped)


def test_a_document_a_path_and_a_text_will_do(tmp_path: Path) -> None:
    path = tmp_path / "bog.tile.yaml"
    path.write_text(TILE.removeprefix("kind: tile\n"), encoding="utf-8")
    for source in (path, TILE, TILE.encode(), load_document(TILE)):
        with catalog.registered(source):
            assert catalog.tiles().get("bog").kind == "tile"
        assert not catalog.tiles().has("bog")


def test_a_document_is_checked_before_it_is_known() -> None:
    with pytest.raises(DocumentError) as caught:
        catalog.tiles().register(TILE.replace("blocks", "block"), "bog.tile.yaml")
    assert (caught.value.code, caught.value.problems[0].line) == ("E_DOC_UNKNOWN_KEY", 5)
    with pytest.raises(DocumentError) as caught:
        catalog.modifiers().register(MODIFIER.replace("seed-attribute", "seed-atribute"))
    assert caught.value.code == "E_PRIMITIVE_KIND"
    assert not catalog.tiles().has("bog")
    assert not catalog.modifiers().has("grim")


def test_every_registry_takes_its_own_kind() -> None:
    with pytest.raises(DocumentError, match="not a piece but a tile") as caught:
        catalog.pieces().register(TILE)
    assert (caught.value.code, caught.value.problems[0].line) == ("E_DOC_KIND", 1)
    with pytest.raises(DocumentError, match="a scenario has no registry"):
        catalog.register("kind: scenario\nname: x\nscenarios: [{name: y, play: e2e4, result: ongoing}]")


def test_what_was_registered_goes_when_another_is_refused() -> None:
    with (
        pytest.raises(NameLookupError),
        catalog.registered(TILE, TILE.replace("id: bog", "id: fog")),
    ):
        pass
    assert not catalog.tiles().has("bog")


def test_documents_and_python_presets_share_their_ids() -> None:
    class ShortWar:
        id, name, description = "short-war", "Short war", "For tests."

    with (
        python_registered(ShortWar),
        pytest.raises(NameLookupError, match="'short-war' is registered already"),
    ):
        catalog.presets().register(PRESET)
    with (
        catalog.registered(CANNON, PRESET),
        pytest.raises(NameLookupError, match="'short-war' is registered already, as a document"),
        python_registered(ShortWar),
    ):
        pass


def fact(engine: Engine, square: str, attribute: str) -> Any:
    piece = engine.piece_at(square)
    assert piece is not None
    return engine.session.get(piece.id, attribute)


# -- games -----------------------------------------------------------------------------------------


def test_a_variant_is_made_of_what_was_registered() -> None:
    with catalog.registered(*ALL):
        engine = Engine("gunners")
        assert fact(engine, "h1", "PieceType") == "field-gun"
        assert fact(engine, "h1", "Grudge") == 3
        assert [move for move in engine.legal_moves() if move.startswith("h1")] == ["h1g1", "h1g2", "h1h7"]
        assert engine.explain("e1g1").reason is not None
        engine.apply("h1h7")  # over its own pawn
        assert engine.result is not None
        assert engine.result.reason == "a shot"


def test_files_name_what_was_registered(tmp_path: Path) -> None:
    path = tmp_path / "own.variant.yaml"
    path.write_text("id: own\nname: Own\nextends: gunners\nprofiles: [long-pawns]\n", encoding="utf-8")
    with catalog.registered(*ALL):
        assert examine(path).problems == ()
        assert fact(Engine(path), "e2", "Grudge") == 3
    problem = examine(path).problems[0]
    assert (problem.code, problem.line) == ("E_UNKNOWN_NAME", 3)


def test_a_match_of_it_is_saved_and_taken_up_again() -> None:
    with catalog.registered(*ALL):
        match = Match("gunners")
        match.play("h1g1")
        assert parse_save(format_save(match)).engine.state_hash() == match.engine.state_hash()


def test_a_layout_may_be_asked_for_by_its_name() -> None:
    with catalog.registered(CANNON, LAYOUT), pytest.raises(DocumentError, match="unknown layout 'gun'"):
        rete_chess.compile(load_document(VARIANT.replace("layout: guns", "layout: gun")))


def test_two_profiles_of_texts_are_two() -> None:
    other = PROFILE.replace("long-pawns", "short-pawns").replace("pawn, kind", "king, kind")
    variant = "kind: variant\nid: v\nname: V\nextends: chess\nprofiles: [long-pawns, short-pawns]\n"
    with catalog.registered(MODIFIER, PROFILE, other):
        engine = Engine(rete_chess.compile(load_document(variant)))
        assert [fact(engine, square, "Grudge") for square in ("e1", "e2")] == [3, 3]


# -- nothing goes stale ----------------------------------------------------------------------------


def other(text: str, old: str, new: str) -> Document:
    assert old in text
    return load_document(text.replace(old, new))


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        (CANNON, "leap: all", "leap: knight"),
        (TILE, "blocks: true", "blocks: false"),
        (LAYOUT, "4k2g", "3k3g"),
        (ABILITY, "kind: castle", "kind: move"),
        (MODIFIER, "value: 3", "value: 4"),
        (PRESET, "a shot", "two shots"),
        (VARIANT, "d4: bog", "d5: bog"),
    ],
    ids=["piece", "tile", "layout", "ability", "modifier", "preset", "variant"],
)
def test_another_document_of_the_same_id_makes_another_program(text: str, old: str, new: str) -> None:
    rest = [given for given in ALL if given != text]
    with catalog.registered(*rest):
        with catalog.registered(text):
            first = program_of("gunners")
            assert program_of("gunners") is first
        with catalog.registered(other(text, old, new)):
            second = program_of("gunners")
        with catalog.registered(text):
            assert program_of("gunners") is first
    assert first.hash != second.hash


def test_a_preset_that_is_gone_is_unknown_again() -> None:
    plain = (
        "kind: preset\nid: calm\nname: Calm\ndescription: No castling.\nmoves: [{forbid: {kind: castle}}]\n"
    )
    with catalog.registered(plain):
        program_of("chess", [ActivePreset("calm")])
    with pytest.raises(NameLookupError) as caught:
        program_of("chess", [ActivePreset("calm")])
    assert caught.value.code == "E_UNKNOWN_NAME"


def test_a_game_goes_on_without_what_it_was_made_of() -> None:
    with catalog.registered(*ALL):
        engine = Engine("gunners")
    engine.apply("h1g1")
    engine.undo()
    assert "h1h7" in engine.legal_moves()


def test_a_registered_preset_may_exclude_a_shipped_one() -> None:
    text = PRESET.replace("rules:", "incompatibleWith: [piece-hp]\nrules:")
    with catalog.registered(CANNON, text):
        engine = Engine(program_of("chess", [ActivePreset("short-war")]))
        with pytest.raises(rete_chess.ReteChessError, match="cannot be active together"):
            engine.set_active_presets([{"id": "short-war"}, {"id": "piece-hp"}])
