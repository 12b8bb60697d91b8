"""Modifiers that profiles bring along, and those that only one game knows."""

from __future__ import annotations

from typing import Any

import pytest

from rete_chess import Engine, Match
from rete_chess.compiler import program_of
from rete_chess.documents import Document, load_document
from rete_chess.errors import DocumentError, NameLookupError, ProfileError, ReteChessError
from rete_chess.match._saves import format_save, parse_save
from tests.profiles.profiles import Data, by_type, game, play, profile, value


def modifier(name: str, charge: int = 2, **more: Any) -> Data:
    seed = {"kind": "seed-attribute", "attr": "Charge", "value": charge}
    head = {"kind": "modifier", "id": name, "type": "data", "version": 1, "name": name}
    return {**head, "primitives": [seed], **more}


def text(name: str, charge: int = 2) -> str:
    return (
        f"{{kind: modifier, id: {name}, type: data, version: 1, name: {name}, "
        f"primitives: [{{kind: seed-attribute, attr: Charge, value: {charge}}}]}}"
    )


CHARGED = profile("charged-pawns", by_type("pawn", "charged"))
BROKEN = {**profile("p"), "customModifiers": [modifier("bad", primitives=[{"kind": "seed-attribute"}])]}
HIDING = {**profile("hiding", by_type("pawn", "vampire")), "customModifiers": [modifier("vampire")]}


def test_profiles_ask_the_modifiers_of_their_game() -> None:
    engine = game()
    with pytest.raises(ReteChessError, match="charged"):
        engine.queue_profiles([CHARGED])
    engine.register_modifier(text("charged"), "charged.modifier.yaml")
    engine.queue_profiles([CHARGED])
    play(engine, "a2a3")
    assert value(engine, "e2", "Charge") == 2
    with pytest.raises(ReteChessError):
        game().queue_profiles([CHARGED])  # no other game knows it


def test_such_a_profile_is_saved_with_what_it_needs() -> None:
    match = Match(network="native")
    match.engine.custom_modifiers.register(text("charged"), "charged.modifier.yaml")  # behind its back
    match.queue_profiles([CHARGED])
    match.play("a2a3")
    again = parse_save(format_save(match), "match.save.json", "native")
    assert again.engine.state_hash() == match.engine.state_hash()
    assert value(again.engine, "e2", "Charge") == 2
    assert again.engine.custom_modifiers.has("charged")


@pytest.mark.parametrize("network", ["native", "durable"])
def test_what_comes_along_counts_and_is_said(network: str) -> None:
    engine = game(HIDING, network=network)
    assert value(engine, "e2", "Charge") == 2
    (warning,) = engine.profile_warnings
    assert (warning.code, warning.path, warning.severity) == (
        "W_PROFILES",
        "customModifiers[0].id",
        "warning",
    )
    later = game(network=network)
    assert [found.code for found in later.queue_profiles([HIDING])] == ["W_PROFILES"]
    record = later.apply("a2a3")
    assert record.swap is not None
    assert [found.code for found in record.swap.warnings] == ["W_PROFILES"]
    assert value(later, "e2", "Charge") == 2
    assert later.custom_modifiers.get("vampire").model.name == "Vampire"  # type: ignore[attr-defined]


def test_the_same_modifier_under_the_same_id_hides_nothing() -> None:
    engine = game()
    shipped = engine.custom_modifiers.get("pacifist").tree.value
    assert (
        game({**profile("p", by_type("pawn", "pacifist")), "customModifiers": [shipped]}).profile_warnings
        == ()
    )


def test_unused_modifiers_are_checked_on_every_path() -> None:
    document = load_document(
        "kind: profile\nid: p\nname: P\n"
        "customModifiers:\n"
        "  - {id: bad, type: data, version: 1, name: B, primitives: [{kind: seed-attribute}]}\n",
        "p.profile.yaml",
    )
    given: Document | Data
    for given in (BROKEN, document):
        with pytest.raises(DocumentError):
            program_of("chess", profiles=[given])
        with pytest.raises(ProfileError):
            game().queue_profiles([given])
        with pytest.raises(ProfileError):
            Match(network="native").queue_profiles([given])
        assert game().check_profiles([given])[0].path.startswith("customModifiers[0]")


def test_a_save_with_a_broken_modifier_is_refused() -> None:
    match = Match(network="native")
    match.queue_profiles([{**profile("p"), "customModifiers": [modifier("fine")]}])
    broken = format_save(match).replace('"attr": "Charge",', "")
    with pytest.raises(ReteChessError):
        parse_save(broken, "match.save.json", "native")


def test_one_profile_has_one_modifier_of_an_id() -> None:
    with pytest.raises(DocumentError) as caught:
        game({**profile("p"), "customModifiers": [modifier("one"), modifier("one", 3)]})
    assert caught.value.code == "E_DUPLICATE_NAME"


def test_the_game_knows_what_its_profiles_bring() -> None:
    bringing = {**CHARGED, "customModifiers": [modifier("charged")]}
    assert game(bringing).custom_modifiers.has("charged")
    engine = game()
    engine.queue_profiles([bringing])
    assert not engine.custom_modifiers.has("charged")
    play(engine, "a2a3")
    assert engine.custom_modifiers.has("charged")
    assert "charged" in engine.clone().custom_modifiers.list()
    engine.apply_modifier("charged", {"type": "rook"})
    assert value(engine, "a1", "Charge") == 2
    engine.undo()
    assert not engine.custom_modifiers.has("charged")


def test_a_match_records_the_modifiers_it_is_told() -> None:
    match = Match(network="native")
    match.register_modifier(text("charged"), "charged.modifier.yaml")
    match.apply_modifier("charged", {"type": "rook"})
    match.play("a2a3")
    match.unregister_modifier("charged")
    match.play("a7a6")
    assert not match.engine.custom_modifiers.has("charged")
    assert value(match.engine, "a1", "Charge") == 2  # who carries it keeps it
    again = parse_save(format_save(match), "match.save.json", "native")
    assert again.engine.state_hash() == match.engine.state_hash()
    assert [found.what for found in again.interventions] == ["know", "modifier", "forget"]
    for one in (match, again):
        one.undo()
        one.undo()
        assert one.engine.custom_modifiers.has("charged")
        one.redo()
        assert not one.engine.custom_modifiers.has("charged")
    with pytest.raises(NameLookupError):
        match.unregister_modifier("vampire")
    assert Engine(network="native").custom_modifiers.has("charged") is False
