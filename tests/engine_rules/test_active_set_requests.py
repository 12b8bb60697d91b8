"""Requests for presets: how they are written, and what is refused with nothing changed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from rete_chess.compiler import ActivePreset, ModifierChoice, catalog, program_of
from rete_chess.errors import CODES, ReteChessError, RulesError
from tests.engine_rules.active_sets import DOCUMENTS, HP, face, game
from tests.preset_catalog import known_presets


@pytest.fixture(autouse=True)
def documents() -> Iterator[None]:
    """The shipped presets and those of these tests."""
    with known_presets(DOCUMENTS):
        yield


def test_requests_are_mappings_in_either_spelling_or_active_presets() -> None:
    engine = game()
    expected = (ActivePreset("piece-hp", "white", 4, (("hp", 3),)), ActivePreset("queen-splits"))
    spelled = {"id": "piece-hp", "scope": "white", "config": {"hp": 3}}
    for duration in ({"turns_remaining": 4}, {"turnsRemaining": 4}):
        again = engine.set_active_presets(
            [{**spelled, **duration}, {"id": "queen-splits", "turnsRemaining": None}]
        )
        assert again == engine.active_presets == expected
    assert engine.set_active_presets(iter(expected)) == expected
    assert json.loads(json.dumps([use.to_json() for use in expected])) == [
        {"id": "piece-hp", "scope": "white", "turnsRemaining": 4, "config": {"hp": 3}},
        {"id": "queen-splits", "scope": "both"},
    ]


BAD: dict[str, tuple[Any, str, str]] = {
    "unknown preset": ([{"id": "piece-hq"}], "E_UNKNOWN_NAME", "did you mean 'piece-hp'?"),
    "unknown scope": ([{"id": "piece-hp", "scope": "whit"}], "E_DOC_CHOICE", "did you mean 'white'?"),
    "duration 0": ([{"id": "piece-hp", "turnsRemaining": 0}], "E_DOC_VALUE", "at least 1"),
    "negative duration": ([{"id": "piece-hp", "turns_remaining": -3}], "E_DOC_VALUE", "at least 1"),
    "broken duration": ([{"id": "piece-hp", "turnsRemaining": 1.5}], "E_DOC_TYPE", "a whole number"),
    "duration true": ([{"id": "piece-hp", "turnsRemaining": True}], "E_DOC_TYPE", "a whole number"),
    "duration as text": ([{"id": "piece-hp", "turnsRemaining": "3"}], "E_DOC_TYPE", "a whole number"),
    "duration spelled twice": (
        [{"id": "piece-hp", "turnsRemaining": 3, "turns_remaining": 3}],
        "E_DOC_UNKNOWN_KEY",
        "turns_remaining",
    ),
    "unknown setting": ([{"id": "piece-hp", "config": {"ph": 1}}], "E_CONFIG", "expected one of hp"),
    "text for a number": ([{"id": "piece-hp", "config": {"hp": "x"}}], "E_CONFIG", "a number"),
    "true for a number": ([{"id": "piece-hp", "config": {"hp": True}}], "E_CONFIG", "a number"),
    "list for a number": ([{"id": "piece-hp", "config": {"hp": [1]}}], "E_CONFIG", "a number"),
    "a type that is none": (
        [{"id": "extinction-chess", "config": {"targetType": "pwan"}}],
        "E_CONFIG",
        "did you mean 'pawn'?",
    ),
    "infinite number": ([{"id": "piece-hp", "config": {"hp": float("inf")}}], "E_DOC_NUMBER", "finite"),
    "large number": ([{"id": "piece-hp", "config": {"hp": 10**12}}], "E_DOC_VALUE", "between"),
    "huge number": ([{"id": "piece-hp", "config": {"hp": 10**30}}], "E_DOC_NUMBER", "digits"),
    "reference as a setting": ([HP, {"id": "needs-hp", "config": {"words": ["$a"]}}], "E_DOC_VALUE", "words"),
    "number in a list of texts": (
        [HP, {"id": "needs-hp", "config": {"words": [1]}}],
        "E_CONFIG",
        "each item a text",
    ),
    "unknown key": ([{"id": "piece-hp", "scop": "white"}], "E_DOC_UNKNOWN_KEY", "did you mean 'scope'?"),
    "no id": ([{"scope": "white"}], "E_DOC_MISSING", "`id`"),
    "id of another type": ([{"id": 7}], "E_DOC_TYPE", "an id"),
    "second one is bad": ([HP, {"id": "queen-splits", "scope": 3}], "E_DOC_TYPE", "preset 2"),
    "not a mapping": (["piece-hp"], "E_DOC_TYPE", "mapping"),
    "not a list": ("piece-hp", "E_DOC_TYPE", "list"),
    "one mapping": (HP, "E_DOC_TYPE", "list"),
    "nothing": (None, "E_DOC_TYPE", "list"),
    "too many": ([HP] * 51, "E_DOC_VALUE", "more than 50"),
    "twice": ([HP, HP], "E_PRESETS", "active twice"),
    "twice for different sides": (
        [{"id": "piece-hp", "scope": "white"}, {"id": "piece-hp", "scope": "black"}],
        "E_PRESETS",
        "active twice",
    ),
    "missing requirement": ([{"id": "needs-hp"}], "E_PRESETS", "'needs-hp' requires 'piece-hp'"),
    "requirement for the other side": (
        [{"id": "piece-hp", "scope": "white"}, {"id": "needs-hp", "scope": "black"}],
        "E_PRESETS",
        "for the same side",
    ),
    "incompatible": ([{"id": "fire"}, {"id": "water"}], "E_PRESETS", "'fire' and 'water'"),
    "incompatible by overlap": (
        [{"id": "fire"}, {"id": "water", "scope": "black"}],
        "E_PRESETS",
        "different sides",
    ),
}


@pytest.mark.parametrize(("requests", "code", "says"), BAD.values(), ids=BAD)
def test_bad_request_is_refused_and_changes_nothing(requests: Any, code: str, says: str) -> None:
    engine = game("e2e4")
    engine.set_active_presets([{"id": "queen-splits", "turnsRemaining": 5}])
    before = face(engine)
    with pytest.raises(ReteChessError) as caught:
        engine.set_active_presets(requests)
    assert caught.value.code == code in CODES
    assert says in str(caught.value)
    assert face(engine) == before
    engine.undo()
    assert face(engine) == face(game())


@pytest.mark.parametrize(
    "requests",
    [
        [{"id": "fire", "scope": "white"}, {"id": "water", "scope": "black"}],
        [{"id": "piece-hp", "scope": "white"}, {"id": "needs-hp"}],
        [{"id": "needs-hp"}, {"id": "piece-hp"}],
    ],
    ids=["excluded for another side", "required for one of the sides", "required later in the list"],
)
def test_what_goes_together(requests: list[dict[str, Any]]) -> None:
    assert len(game().set_active_presets(requests)) == 2


# -- what the other rules need ---------------------------------------------------------------------

#: A profile that needs hit points.
VAMPIRES = {
    "id": "vampires",
    "name": "Vampires",
    "perType": [{"pieceType": "knight", "kind": "vampire"}],
}


def test_a_preset_does_not_end_under_a_modifier_that_needs_it() -> None:
    """Refused when it is asked for, whichever comes first: no move may fail for it later."""
    engine = game()
    engine.set_active_presets([{"id": "piece-hp", "turnsRemaining": 3}])
    before = face(engine)
    with pytest.raises(RulesError, match="cannot go on when piece-hp ends") as caught:
        engine.apply_modifier("vampire", {"type": "knight"})
    assert (caught.value.code, face(engine)) == ("E_PRESETS", before)
    with pytest.raises(RulesError, match="cannot go on when piece-hp ends"):
        engine.queue_profiles([VAMPIRES])
    engine.set_active_presets([{"id": "piece-hp"}])
    engine.apply_modifier("vampire", {"type": "knight"})
    with pytest.raises(RulesError, match="cannot go on when piece-hp ends"):
        engine.set_active_presets([{"id": "piece-hp", "turnsRemaining": 3}])
    choice = ModifierChoice(catalog.modifier("vampire", {}), {})
    with pytest.raises(RulesError, match="cannot go on when piece-hp ends"):
        program_of("chess", [ActivePreset("piece-hp", turns_remaining=3)], [choice])


def test_all_ends_are_looked_at() -> None:
    engine = game()
    engine.set_active_presets([{"id": "piece-hp"}])
    engine.apply_modifier("vampire", {"type": "knight"})
    with pytest.raises(RulesError, match="cannot go on when piece-hp ends"):
        engine.set_active_presets(
            [{"id": "queen-splits", "turnsRemaining": 2}, {"id": "piece-hp", "turnsRemaining": 9}]
        )
