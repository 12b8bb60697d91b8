"""The catalogue as JSON: every card, what its kind tells beside it, and every document."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from rete_chess import load, serial
from rete_chess.compiler import catalog
from rete_chess.errors import NameLookupError
from rete_chess.modifiers.catalog import MODIFIER_KINDS
from rete_chess.presets.registration import registered as python_registered
from rete_chess.primitives import PRIMITIVES
from tests.serial.fitting import assert_fits

LISTINGS = {
    **{key: key for key in ("variants", "rulesets", "presets", "layouts", "pieces", "tiles")},
    **{key: key for key in ("abilities", "profiles", "modifiers", "primitives")},
    "modifierKinds": "modifier-kinds",
}


@pytest.fixture(scope="module")
def told() -> Any:
    return serial.catalog_data()


def card(told: Any, kind: str, name: str) -> Any:
    return next(card for card in told[kind] if card["id"] == name)


def test_it_fits(told: Any) -> None:
    assert_fits("Catalog", told)
    assert set(told) == set(LISTINGS)


@pytest.mark.parametrize("key", LISTINGS)
def test_every_entry_has_its_card(told: Any, key: str) -> None:
    plain = [card.to_json() for card in catalog.cards(LISTINGS[key])]
    assert [{name: found[name] for name in each} for each, found in zip(plain, told[key])] == plain
    assert len(told[key]) == len(plain) > 0


def test_variants_can_be_drawn(told: Any) -> None:
    los_alamos = card(told, "variants", "los-alamos")
    assert (los_alamos["width"], los_alamos["height"], los_alamos["tags"]) == (6, 6, ["6 x 6"])
    assert los_alamos["fen"].startswith("rnqknr/")
    assert set(los_alamos["pieces"].values()) >= {"king", "queen", "rook", "knight", "pawn"}
    warlords = card(told, "variants", "warlords")
    assert warlords["presets"][0] == {"id": "truce", "scope": "both", "turnsRemaining": 8}
    assert warlords["extends"] == "chess"


def test_presets_tell_their_settings_and_foes(told: Any) -> None:
    hp = card(told, "presets", "piece-hp")
    assert (hp["config"], hp["isRuleset"], hp["isPython"]) == ({"hp": 2}, False, False)
    assert card(told, "presets", "king-heals")["requires"] == ["piece-hp"]
    assert card(told, "presets", "berolina-pawns")["incompatibleWith"] == ["berolina-pawns-2"]
    assert card(told, "rulesets", "standard-chess")["isRuleset"]


def test_presets_written_in_python_are_told_too() -> None:
    class Calm:
        id, name, description = "calm", "Calm weather", "Nothing happens."

    with python_registered(Calm):
        entry: Any = serial.catalog_entry_data("presets", "calm")
        assert entry["card"]["isPython"]
        assert entry["document"]["name"] == "Calm weather"
        assert_fits("CatalogEntry", entry)


def test_pieces_and_tiles_have_drawings(told: Any) -> None:
    assert card(told, "pieces", "rook")["drawing"].startswith('<symbol id="piece-rook"')
    assert card(told, "tiles", "well")["drawing"].startswith('<symbol id="tile-well"')
    assert (card(told, "pieces", "cannon")["letter"], card(told, "pieces", "cannon")["value"]) == ("c", 4)


def test_what_else_kinds_tell(told: Any) -> None:
    assert card(told, "variants", "warlords")["tiles"] == dict.fromkeys(("c4", "c5", "f4", "f5"), "well")
    assert card(told, "tiles", "wall")["isClosed"]
    assert card(told, "modifiers", "curse")["hooks"] == ["1 on-captured trigger"]
    assert card(told, "modifiers", "curse")["primitives"] == 2
    assert card(told, "abilities", "exploding")["hooks"] == ["1 on-death trigger"]
    assert card(told, "profiles", "iron-knights")["kinds"] == ["HpBonus", "DamageResistance", "RangeBonus"]
    assert card(told, "layouts", "standard")["fen"].startswith("rnbqkbnr/")


#: A value that each modifier kind takes, and one that it does not.
VALUES: dict[str, tuple[Any, Any]] = {
    "HpBonus": (2, "many"),
    "RangeBonus": (1, 1000),
    "DirectionAdditions": ("knight", "up"),
    "CaptureFlags": (["CANNOT_CAPTURE"], ["INVISIBLE"]),
    "PromotionOverride": ("queen", 5),
    "DamageResistance": (0.5, 1.5),
}


@pytest.mark.parametrize("name", MODIFIER_KINDS.list())
def test_modifier_kinds_tell_their_form_stacking_and_schema(told: Any, name: str) -> None:
    found, kind = card(told, "modifierKinds", name), MODIFIER_KINDS.get(name)
    assert (found["attribute"], found["stackingRule"]) == (kind.attr_name, kind.stacking_rule)
    assert found["uiForm"]["control"]
    validator = jsonschema.Draft202012Validator(found["valueSchema"])
    right, wrong = VALUES[name]
    assert (validator.is_valid(right), validator.is_valid(wrong)) == (True, False)


@pytest.mark.parametrize("name", PRIMITIVES.list())
def test_primitives_tell_the_schema_of_their_parameters(told: Any, name: str) -> None:
    found = card(told, "primitives", name)
    validator = jsonschema.Draft202012Validator(found["schema"])
    assert len(found["examples"]) >= 2
    for example in found["examples"]:
        assert list(validator.iter_errors(example)) == []
        assert not validator.is_valid({**example, "kind": "other"})
        assert not validator.is_valid({**example, "nonsense": 1})
    assert (found["group"] == "trigger") == name.startswith("on-")
    assert (
        set(found["childKeys"]) <= set(found["parameters"]) == set(found["schema"]["properties"]) - {"kind"}
    )


def test_the_groups_of_primitives(told: Any) -> None:
    state = [found["id"] for found in told["primitives"] if found["group"] == "state"]
    assert state == ["seed-attribute", "add-to-attribute", "multiply-attribute"]


@pytest.mark.parametrize("key", LISTINGS)
def test_every_entry_has_its_document(told: Any, key: str) -> None:
    for found in told[key]:
        entry: Any = serial.catalog_entry_data(key, found["id"])
        assert_fits("CatalogEntry", entry)
        assert entry["card"] == found
        if key == "primitives":
            assert (entry["text"], entry["document"]) == ("", None)
        else:
            assert load(entry["text"]) == load(json.dumps(entry["document"]))


def test_both_names_of_the_modifier_kinds() -> None:
    assert serial.catalog_entry_data("modifier-kinds", "HpBonus") == serial.catalog_entry_data(
        "modifierKinds", "HpBonus"
    )


@pytest.mark.parametrize(
    ("kind", "name", "hint"),
    [
        ("piecs", "rook", "did you mean 'pieces'"),
        ("pieces", "rok", "did you mean 'rook'"),
        ("modifierKinds", "HpBonos", "did you mean 'HpBonus'"),
        ("primitives", "on-captur", "did you mean 'on-captur"),
        ("presets", "piece-hpp", "did you mean 'piece-hp'"),
        ("rulesets", "piece-hp", "unknown ruleset"),
    ],
)
def test_no_such_entry(kind: str, name: str, hint: str) -> None:
    with pytest.raises(NameLookupError, match=hint):
        serial.catalog_entry_data(kind, name)


def test_what_is_told_belongs_to_the_caller() -> None:
    entry: Any = serial.catalog_entry_data("modifierKinds", "CaptureFlags")
    entry["card"]["uiForm"]["words"].clear()
    entry["document"].clear()
    again: Any = serial.catalog_entry_data("modifierKinds", "CaptureFlags")
    assert len(again["card"]["uiForm"]["words"]) == 3
    assert again["document"]["kind"] == "preset"
