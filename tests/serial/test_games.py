"""Games as JSON: what the state, its counters, its piece types and its settings say."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

from rete_chess import Engine, Match, load, serial
from rete_chess.compiler import ActivePreset, catalog, compile_document, program_of
from rete_chess.drawing import piece_symbol
from rete_chess.serial.shapes import PieceType
from tests.serial.fitting import assert_fits

GAMES = """
kind: variant
id: bazaar
name: Bazaar
description: |
  Sides buy things.
  The weather changes.
extends: chess
pieces: {c: cannon}
tiles: {d4: fog}
attributes:
  GoldCoins: {of: side, type: int, min: 0, max: 9, start: 3}
  Weather: {of: game, type: {enum: [fair, foul]}, start: fair}
  Storm: {of: game, type: bool}
  Age: {of: piece, type: int, start: 1, for: {type: king}}
  Secret: {of: preset, type: int, start: 5}
"""


def test_a_match_as_it_stands() -> None:
    match = Match(compile_document(load(GAMES)))
    match.play("e4")
    match.offer_draw("white")
    told = serial.match_data(match)
    assert_fits("Match", told)
    assert told["variant"]["id"] == "bazaar"
    assert told["variant"]["description"] == "Sides buy things. The weather changes."
    assert load(json.dumps(told["variant"]["document"])) == load(GAMES)
    assert (told["ply"], told["turn"], told["check"], told["checked"]) == (1, "black", False, [])
    assert told["startFen"] == match.start
    assert [record["san"] for record in told["moves"]] == ["e4"]
    assert len(told["pieces"]) == 32
    assert [piece["id"] for piece in told["pieces"]] == sorted(piece["id"] for piece in told["pieces"])
    assert told["pieces"][4] == {
        "id": 5,
        "type": "king",
        "color": "white",
        "square": "e1",
        "facts": {"Age": 1},
    }
    assert [tile["square"] for tile in told["tiles"]] == ["d4"]
    assert len(told["legal"]) == 20
    assert told["drawOffer"] == "white"
    assert not told.keys() & {"result", "pending"}


def test_records_that_somebody_kept_are_not_made_again() -> None:
    match = Match()
    match.play("e4")
    kept = [serial.record_data(match, stages=False)]
    assert serial.match_data(match, kept) == serial.match_data(match)
    assert serial.match_data(match, [])["moves"] == []


def test_a_match_that_is_over() -> None:
    match = Match()
    for move in ("f3", "e5", "g4", "Qh4#"):
        match.play(move)
    told = serial.match_data(match)
    assert told["result"] == {"outcome": "win", "winner": "black", "reason": "checkmate"}
    assert (told["legal"], told["checked"]) == ([], ["e1"])
    match = Match()
    ending = match.resign("white")
    assert serial.match_data(match)["result"]["reason"] == "resignation"
    assert serial.ending_data(ending)["events"][0]["text"] == "white resigns"
    assert_fits("Ending", serial.ending_data(ending))


def test_what_no_piece_lives_without_is_named() -> None:
    match = Match("chess")
    assert all("vital" not in told for told in (serial.match_data(match), serial.replay_data(match)))
    match.set_active_presets([{"id": "piece-hp"}])
    told, preview, replay = serial.match_data(match), serial.preview_data(match), serial.replay_data(match)
    assert told["vital"] == preview["vital"] == replay["vital"] == ["Hp"]
    for shape, data in (("Match", told), ("Preview", preview), ("Replay", replay)):
        assert_fits(shape, data)


def test_draws_that_may_be_claimed() -> None:
    match = Match(fen="4k3/8/8/8/8/8/8/R3K3 w - - 99 80")
    match.play("a1a2")
    assert serial.match_data(match)["claims"] == ["fifty moves"]
    match.claim_draw()
    assert serial.match_data(match)["claims"] == []


def test_counters_of_sides_and_game() -> None:
    coins, storm, weather = serial.panels_data(Engine(compile_document(load(GAMES))))
    assert coins == {
        "name": "GoldCoins",
        "label": "Gold coins",
        "of": "side",
        "type": "int",
        "min": 0,
        "max": 9,
        "declaredBy": ["bazaar"],
        "values": {"white": 3, "black": 3},
    }
    assert (storm["name"], storm["value"]) == ("Storm", None)
    assert (weather["words"], weather["value"]) == (["fair", "foul"], "fair")


MANA = """
kind: preset
id: mana
name: Mana
description: Each side has mana.
attributes: {Mana: {of: side, type: number, start: 2}}
"""


def test_a_counter_names_the_preset_that_declares_it_and_goes_with_it() -> None:
    with catalog.registered(MANA):
        match = Match()
        assert serial.panels_data(match) == []
        match.set_active_presets([{"id": "mana", "scope": "white"}])
        (mana,) = serial.panels_data(match)
        assert (mana["declaredBy"], mana["values"]) == (["mana"], {"white": 2, "black": None})
        match.undo_intervention()
        assert serial.panels_data(match) == []


def test_piece_types_in_play() -> None:
    found = {kind["type"]: kind for kind in serial.manifest_data(Engine(compile_document(load(GAMES))))}
    assert set(found) == {"pawn", "knight", "bishop", "rook", "queen", "king", "cannon"}
    drawing = piece_symbol("cannon")
    cannon: PieceType = {"type": "cannon", "letter": "c", "name": "Cannon", "value": 4, "drawing": drawing}
    assert drawing
    assert found["cannon"] == cannon
    symbol = ElementTree.fromstring(found["knight"]["drawing"] or "")
    assert (symbol.tag, symbol.attrib) == ("symbol", {"id": "piece-knight", "viewBox": "0 0 100 100"})
    assert [path.get("class") for path in symbol] == ["piece-body", "piece-line", "piece-mark", "piece-body"]


def test_a_type_that_joins_is_in_the_manifest() -> None:
    match = Match()
    match.spawn_piece("cannon", "white", "e4")
    assert "cannon" in [kind["type"] for kind in serial.manifest_data(match)]
    match.undo_intervention()
    assert "cannon" not in [kind["type"] for kind in serial.manifest_data(match)]


def test_presets_in_force_can_be_asked_for_again() -> None:
    uses = [ActivePreset("piece-hp", "white", None, (("hp", 3),)), ActivePreset("king-heals", "both", 7)]
    match = Match(program_of("chess", uses))
    told = serial.presets_data(match)
    assert told == [
        {"id": "piece-hp", "scope": "white", "config": {"hp": 3}},
        {"id": "king-heals", "scope": "both", "turnsRemaining": 7},
    ]
    assert serial.config_data(match) == {"piece-hp": {"hp": 3}, "king-heals": {"amount": 1}}
    match.set_active_presets(told)
    assert serial.presets_data(match) == told


def test_profiles_and_modifiers_of_a_match() -> None:
    match = Match()
    match.queue_profiles(["iron-knights"])
    told = serial.match_data(match)
    assert (told["profiles"], [found["id"] for found in told["pending"]]) == ([], ["iron-knights"])
    match.play("e4")
    told = serial.match_data(match)
    assert [found["id"] for found in told["profiles"]] == ["iron-knights"]
    assert told["moves"][0]["swap"] == {"profiles": ["iron-knights"], "happened": True, "problems": []}
    assert "pending" not in told
    match.queue_profiles(told["profiles"])  # as it was told


def test_the_modifiers_of_one_match() -> None:
    match = Match()
    match.register_modifier(
        "id: own\ntype: data\nversion: 1\nname: Own\nprimitives: [{kind: modify-movement-range, delta: 1}]",
        "own.modifier.yaml",
    )
    (own,) = serial.match_data(match)["customModifiers"]
    assert (own["kind"], own["id"]) == ("modifier", "own")


@pytest.mark.parametrize("moves", [(), ("e4", "d5", "exd5")])
def test_a_preview(moves: tuple[str, ...]) -> None:
    match = Match("atomic")
    for move in moves:
        match.play(move)
    told = serial.preview_data(match)
    assert_fits("Preview", told)
    assert told["svg"].startswith("<svg")
    assert (told["trace"] is None) == (not moves)
    assert told["rules"]["rules"][0]["origin"].startswith("descriptors/variants/atomic.variant.yaml:")
    assert any(node["kind"] == "hook" for node in told["network"]["nodes"])
    assert serial.preview_data(match.engine) == told
