"""Documents of a user's own: a save brings them along, and no folder is asked when it is loaded."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rete_chess import Match
from rete_chess.compiler import ActivePreset, catalog, program_of
from rete_chess.documents import load_document
from rete_chess.documents.kinds.document import digest_of
from rete_chess.errors import ReteChessError, SaveError
from rete_chess.facts.session import OWNER
from rete_chess.facts.vocabulary import GAME
from rete_chess.match import format_save, parse_save
from rete_chess.presets import Preset, registration
from tests.match.games import OWN_MODIFIER, play_random
from tests.match.own_documents import DOCUMENTS, VARIANT, write_manor
from tests.preset_catalog import known_presets

OWN = [
    ("tile", "ice"),
    ("ability", "butler"),
    ("modifier", "nimble"),
    ("piece", "yeoman"),
    ("layout", "hall"),
    ("preset", "frost"),
]


def manor(folder: Path) -> Match:
    """A match in which every document that lies beside the variant has been used."""
    match = Match(write_manor(folder), network="native")
    for move in ("e2e4", "a7a6", "g1f3", "d7d6"):
        match.play(move)
    match.set_active_presets([{"id": "frost"}, {"id": "piece-hp"}])
    match.apply_modifier("nettles", {"type": "queen"})
    play_random(match, Random(4), 6)
    return match


def library(text: str) -> dict[tuple[str, str], dict[str, Any]]:
    entries = json.loads(text)["variant"]["library"]
    return {(entry["kind"], entry["id"]): entry for entry in entries}


def test_it_loads_where_no_file_is_left(tmp_path: Path) -> None:
    match = manor(tmp_path)
    text = format_save(match)
    for path in tmp_path.iterdir():
        path.unlink()
    loaded = parse_save(text, network="native")
    assert format_save(loaded) == text
    for index in range(len(match.history), -1, -1):
        match.jump_to(index)
        loaded.jump_to(index)
        assert loaded.engine.state_hash() == match.engine.state_hash()
    loaded.set_active_presets([{"id": "tally"}])
    assert [use.id for use in parse_save(format_save(loaded)).engine.active_presets] == ["tally"]


def test_all_that_is_not_shipped_is_in_the_save_and_nothing_else(tmp_path: Path) -> None:
    entries = library(format_save(manor(tmp_path)))
    own = {f"{name}.{kind}" for (kind, name), entry in entries.items() if "document" in entry}
    elsewhere = {"household.profile", "cottage.variant"}  # among the profiles and what the variant extends
    assert own == set(DOCUMENTS) - elsewhere
    assert {name for name, entry in entries.items() if "hash" in entry} == {("preset", "piece-hp")}


def test_other_documents_of_the_same_names_do_not_win(tmp_path: Path, monkeypatch: Any) -> None:
    """Neither those that the files have become, nor those in the folder one happens to be in."""
    match = manor(tmp_path)
    text = format_save(match)
    (tmp_path / "game.save.json").write_text(text, encoding="utf-8")
    (tmp_path / "manor.variant.json").write_text("{}", encoding="utf-8")
    for stem in DOCUMENTS:
        (tmp_path / f"{stem}.yaml").write_text("id: other\nname: Other\n", encoding="utf-8")
        (tmp_path / f"{stem}.json").write_text("{}", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert format_save(parse_save(Path("game.save.json"))) == text


def test_a_registered_document_of_the_same_name_does_not_win(tmp_path: Path) -> None:
    text = format_save(manor(tmp_path))
    nettles = DOCUMENTS["nettles.modifier"].replace("amount: 1", "amount: 2")
    other = load_document(nettles, "nettles.modifier.yaml")
    with known_presets({"tally": "config: {step: 9}", "frost": ""}), catalog.registered(other):
        assert format_save(parse_save(text)) == text


def test_what_was_registered_is_brought_along(tmp_path: Path) -> None:
    own = [load_document(text, f"{stem}.yaml") for stem, text in DOCUMENTS.items()]
    with catalog.registered(*own, load_document(VARIANT, "manor.variant.yaml")):
        match = Match("manor", network="native")
        for move in ("e2e4", "a7a6", "g1f3"):
            match.play(move)
        match.set_active_presets([{"id": "frost"}])
        match.apply_modifier("nettles", {"type": "queen"})
        match.play("d7d6")
        text = format_save(match)
        assert format_save(parse_save(text)) == text
    assert {entry["id"] for entry in library(text).values() if "document" in entry} >= {
        "yeoman",
        "hall",
        "ice",
    }
    assert format_save(parse_save(text)) == text


def test_a_match_goes_by_the_files_as_they_were(tmp_path: Path) -> None:
    """What is edited while the game goes on counts from the next game on."""
    match = manor(tmp_path)
    match.jump_to(2)
    for stem in DOCUMENTS:
        (tmp_path / f"{stem}.yaml").write_text("broken: [", encoding="utf-8")
    match.set_active_presets([{"id": "frost"}])
    match.apply_modifier("nettles", {"type": "rook"})
    text = format_save(match)
    assert format_save(parse_save(text)) == text
    with pytest.raises(ReteChessError):
        Match(tmp_path / "manor.variant.yaml")


def test_games_of_equal_variants_have_their_own_neighbours(tmp_path: Path) -> None:
    for name, step in (("one", 2), ("two", 5)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "v.variant.yaml").write_text(
            "kind: variant\nid: v\nname: V\nextends: chess\n", encoding="utf-8"
        )
        preset = DOCUMENTS["tally.preset"].replace("step: 1", f"step: {step}")
        (tmp_path / name / "tally.preset.yaml").write_text(preset, encoding="utf-8")
    taken = []
    for name in ("one", "two"):
        match = Match(tmp_path / name / "v.variant.yaml", network="native")
        match.set_active_presets([{"id": "tally"}])
        for move in ("e2e4", "d7d5", "e4d5"):
            match.play(move)
        taken.append(match.engine.session.get(GAME, f"Taken{OWNER}white"))
        assert format_save(parse_save(format_save(match))) == format_save(match)
    assert taken == [2, 5]


def test_a_profile_from_elsewhere_brings_what_lies_beside_it(tmp_path: Path) -> None:
    write_manor(tmp_path)
    match = Match(network="native")
    match.play("e2e4")
    match.queue_profiles([tmp_path / "household.profile.yaml"])
    match.play("g8f6")
    match.play("a2a3")
    match.play("f6g8")
    text = format_save(match)
    assert set(library(text)) == {("ability", "butler")}
    for path in tmp_path.iterdir():
        path.unlink()
    knight = parse_save(text).engine.piece_at("g8")
    assert knight is not None
    assert parse_save(text).engine.session.get(knight.id, "Steps") == 1


def test_a_modifier_of_the_game_alone(tmp_path: Path) -> None:
    match = Match(network="native")
    match.engine.custom_modifiers.register(OWN_MODIFIER, "own.modifier.yaml")
    match.play("e2e4")
    match.apply_modifier("own", {"type": "knight"})
    match.play("g8f6")
    knight = match.engine.piece_at("f6")
    assert knight is not None
    assert match.engine.session.get(knight.id, "Luck") == 3
    text = format_save(match)
    loaded = parse_save(text)
    assert format_save(loaded) == text
    loaded.undo()
    loaded.undo()
    assert loaded.engine.state_hash() == Match().engine.state_hash()
    loaded.redo()
    assert len(loaded.engine.board.columns["Luck"]) == 4
    loaded.apply_modifier("own", {"type": "rook"})


def test_a_neighbour_is_not_replaced_by_a_modifier_of_the_game(tmp_path: Path) -> None:
    write_manor(tmp_path)
    match = Match(tmp_path / "manor.variant.yaml", network="native")
    other = DOCUMENTS["nettles.modifier"].replace("amount: 1", "amount: 2")
    with pytest.raises(ReteChessError, match="another modifier has the id"):
        match.engine.custom_modifiers.register(other, "nettles.modifier.yaml")


def test_an_altered_document_is_noticed(tmp_path: Path) -> None:
    data = json.loads(format_save(manor(tmp_path)))
    entry = next(entry for entry in data["variant"]["library"] if entry["id"] == "ice")
    entry["document"]["blocks"] = True
    with pytest.raises(SaveError) as caught:
        parse_save(json.dumps(data))
    assert caught.value.code == "E_SAVE_VARIANT"


@pytest.mark.parametrize(("kind", "name"), OWN)
def test_a_document_that_is_not_there_is_not_looked_for(tmp_path: Path, kind: str, name: str) -> None:
    data = json.loads(format_save(manor(tmp_path)))
    variant = data["variant"]
    variant["library"] = [
        entry for entry in variant["library"] if (entry["kind"], entry["id"]) != (kind, name)
    ]
    parts = (variant["documents"], data["start"]["presets"], variant["profiles"], variant["library"])
    variant["hash"] = digest_of(*parts)
    with pytest.raises(SaveError) as caught:
        parse_save(json.dumps(data), "game.save.json")
    assert caught.value.code == "E_SAVE_STATE"
    assert name in str(caught.value)


def test_a_preset_in_python_must_be_known() -> None:
    class Calm:
        id = "calm-days"
        name = "Calm days"
        description = "Nothing happens."

        def on_turn_start(self, ctx: Any) -> None:
            """Nothing."""

    with registration.registered(Calm):
        match = Match(program_of("chess"), network="native")
        match.set_active_presets([{"id": "calm-days"}])
        text = format_save(match)
        assert "hash" in library(text)["preset", "calm-days"]
        assert format_save(parse_save(text)) == text
    with pytest.raises(SaveError) as caught:
        parse_save(text)
    assert caught.value.code == "E_SAVE_VARIANT"


BOG = (
    "kind: tile\nid: bog\nname: Bog\ndescription: Wet.\nattributes: {Mud: {of: tile, type: int, start: 1}}\n"
)
BOGS = "kind: variant\nid: bogs\nname: Bogs\nextends: chess\ntiles: {e4: bog}\n"


@pytest.mark.parametrize("later", [[], [BOG.replace("start: 1", "start: 5")]], ids=["gone", "changed"])
def test_a_match_is_not_saved_with_documents_it_did_not_go_by(later: list[str]) -> None:
    with catalog.registered(BOG, BOGS):
        match = Match("bogs")
        match.play("e2e4")
        text = format_save(match)
    with catalog.registered(*later):
        match.play("e7e5")
        with pytest.raises(SaveError, match="the match cannot be saved") as caught:
            format_save(match)
        assert caught.value.code == "E_SAVE_STATE"
        assert format_save(parse_save(text)) == text


class Levy(Preset):
    """Brings a rook along when it begins."""

    id = "levy"
    name = "Levy"
    description = "A rook on e4."

    def on_activate(self, context: Any) -> None:
        context.engine.spawn_piece("rook", "white", "e4")


def test_what_a_hook_does_at_the_start_is_done_once_more_when_a_save_is_loaded() -> None:
    with registration.registered(Levy):
        match = Match(program_of("chess", [ActivePreset("levy")]))
        match.play("e4e5")
        loaded = parse_save(format_save(match))
        assert loaded.engine.state_hash() == match.engine.state_hash()
        assert "4R3" not in match.start
