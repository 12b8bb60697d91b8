"""Cards: what pickers show of an entry, from what it says of itself."""

from __future__ import annotations

import pytest

from rete_chess import catalog
from rete_chess.compiler.catalog import Card
from rete_chess.errors import NameLookupError
from rete_chess.presets.registration import registered as python_registered


def card(kind: str, name: str) -> Card:
    return next(card for card in catalog.cards(kind) if card.id == name)


def test_a_piece_shows_its_letter_and_worth() -> None:
    cannon = catalog.pieces().get("cannon").model
    shown = card("pieces", "cannon")
    assert shown.description == " ".join((cannon.description or "").split())  # type: ignore[attr-defined]
    assert (shown.kind, shown.label, shown.icon, shown.value) == ("piece", "Cannon", "C", 4)


def test_what_a_document_does_not_say_is_made_up() -> None:
    with catalog.registered("kind: piece\nid: war-cat\nletter: x\nmoves: [{leap: knight, mode: capture}]"):
        assert card("pieces", "war-cat") == Card(
            "war-cat", "piece", "War cat", "leaps like a knight to capture", "X", 0.0
        )


def test_moves_are_told_in_plain_words() -> None:
    assert card("pieces", "silver").description == "one step ahead, one step diagonally"
    assert card("pieces", "shogi-knight").description == "leaps two ahead and one aside"
    assert card("pieces", "alfil").description == "leaps two squares diagonally"


def test_other_things_show_the_first_letter_of_their_name() -> None:
    shown = card("tiles", "fog")
    assert (shown.icon, shown.value) == ("F", None)
    assert "value" not in shown.to_json()
    assert card("abilities", "exploding").value == 2
    assert card("modifier-kinds", "HpBonus").label == "Hit points"
    assert card("rulesets", "standard-chess").kind == "ruleset"
    assert card("presets", "standard-chess").kind == "preset"


def test_python_presets_have_cards_too() -> None:
    class Calm:
        id, name, description = "calm", "Calm weather", "Nothing\nhappens."

    with python_registered(Calm):
        assert card("presets", "calm") == Card("calm", "preset", "Calm weather", "Nothing happens.", "C")


def test_an_unknown_kind() -> None:
    with pytest.raises(NameLookupError, match="did you mean 'pieces'"):
        catalog.cards("piecs")
