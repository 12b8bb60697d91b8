"""The six modifier kinds: what they take, how they stack, and what they do."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from rete_chess.compiler import catalog
from rete_chess.errors import DocumentError, NameLookupError
from rete_chess.facts.vocabulary import STACKINGS
from rete_chess.modifiers.catalog import MODIFIER_KINDS
from rete_chess.modifiers.kind import ModifierKind
from tests.profiles.profiles import by_square, by_type, game, play, profile, value

KINDS = list(MODIFIER_KINDS)


def test_the_registry_knows_six_kinds() -> None:
    assert MODIFIER_KINDS.list() == (
        "CaptureFlags",
        "DamageResistance",
        "DirectionAdditions",
        "HpBonus",
        "PromotionOverride",
        "RangeBonus",
    )
    assert MODIFIER_KINDS.has("HpBonus")
    with pytest.raises(NameLookupError, match="did you mean 'HpBonus'"):
        MODIFIER_KINDS.get("HpBonis")


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
def test_a_kind_says_all_about_itself(kind: ModifierKind) -> None:
    assert kind.attr_name == kind.id
    assert kind.label
    assert kind.stacking_rule in STACKINGS
    assert kind.ui_form["control"]
    assert kind.attribute.stacking == kind.stacking_rule
    assert f"{kind.document_id}.preset.yaml:" in catalog.kind(kind.document_id).origin()


@pytest.mark.parametrize(
    ("kind", "values", "result"),
    [
        ("HpBonus", [2, 1], 3),
        ("HpBonus", [2, -3], -1),
        ("RangeBonus", [4, 5], 7),
        ("RangeBonus", [-4, 5], 1),
        ("RangeBonus", [-4, 1], 0),
        ("DirectionAdditions", [((0, 1),), ((1, 0), (0, 1))], ((0, 1), (1, 0))),
        ("CaptureFlags", [1, 2, 2], 3),
        ("PromotionOverride", [("knight",), ("rook",)], ("rook",)),
        ("DamageResistance", [0.5, 0.5], 0.75),
        ("DamageResistance", [0.1, 0.2, 0.3], 0.496),
        ("DamageResistance", [1, 0.3], 1),
    ],
)
def test_values_stack(kind: str, values: list[Any], result: Any) -> None:
    assert MODIFIER_KINDS.get(kind).apply(values) == result


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        ("HpBonus", [2, -1, 5]),
        ("RangeBonus", [9, -4, 1]),
        ("CaptureFlags", [1, 4, 2]),
        ("DirectionAdditions", [((0, 1),), ((1, 2),), ((-1, 0), (0, 1))]),
        ("DamageResistance", [0.1, 0.37, 0.715]),
    ],
)
def test_the_order_of_sources_leaves_no_trace(kind: str, values: list[Any]) -> None:
    found = {MODIFIER_KINDS.get(kind).apply(order) for order in permutations(values)}
    assert len(found) == 1


@pytest.mark.parametrize(
    ("kind", "written", "code"),
    [
        ("HpBonus", "2", "E_DOC_TYPE"),
        ("HpBonus", 1.5, "E_DOC_TYPE"),
        ("HpBonus", 101, "E_DOC_VALUE"),
        ("RangeBonus", [1], "E_DOC_TYPE"),
        ("DamageResistance", 1.5, "E_DOC_VALUE"),
        ("DamageResistance", -0.1, "E_DOC_VALUE"),
        ("CaptureFlags", "CANNOT_FLY", "E_DOC_CHOICE"),
        ("CaptureFlags", ["CANNOT_CAPTURE", 3], "E_DOC_TYPE"),
        ("DirectionAdditions", "upwards", "E_DOC_CHOICE"),
        ("DirectionAdditions", [[0, 0]], "E_DOC_VALUE"),
        ("PromotionOverride", "amazonn", "E_UNKNOWN_NAME"),
        ("HpBonusses", 1, "E_UNKNOWN_NAME"),
        ("marksmann", None, "E_UNKNOWN_NAME"),
        ("marksman", 2, "E_DOC_CONFLICT"),
    ],
)
def test_wrong_values_are_refused(kind: str, written: Any, code: str) -> None:
    with pytest.raises(DocumentError) as caught:
        game(profile("wrong", by_type("pawn", kind, written)))
    assert [problem.code for problem in caught.value.problems] == [code]
    assert caught.value.problems[0].path.startswith("perType[0]")


def test_two_bonuses_of_two_profiles_are_summed() -> None:
    a, b = profile("a", by_type("pawn", "HpBonus", 2)), profile("b", by_type("pawn", "HpBonus", 1))
    for order in ((a, b), (b, a)):
        engine = game(*order, presets=["piece-hp"])
        assert value(engine, "e2", "HpBonus") == 3
        assert value(engine, "e2", "Hp") == 5


def test_a_bonus_without_hit_points_gives_them() -> None:
    engine = game(profile("tough", by_type("pawn", "HpBonus", 1, "black")))
    assert value(engine, "d7", "Hp") == 2
    assert value(engine, "d2", "Hp") is None
    play(engine, "e2e4 d7d5 e4d5")
    assert engine.piece_at("d5").color == "black"  # type: ignore[union-attr]
    assert value(engine, "d5", "Hp") == 1
    play(engine, "a7a6 e4d5")
    assert engine.piece_at("d5").color == "white"  # type: ignore[union-attr]


def test_the_ceiling_of_healing_follows_the_bonus() -> None:
    healed = profile("healed", by_square("e1", "HpBonus", 0), by_type("pawn", "HpBonus", 1))
    engine = game(healed, presets=["piece-hp", "king-heals"])
    pawn = engine.piece_at("e2")
    assert pawn is not None
    engine.session.insert(pawn.id, "Hp", 1)
    play(engine, "a2a3 a7a6 b2b3 b7b6 c2c3 c7c6")
    assert value(engine, "e2", "Hp") == 3


def test_resistances_of_a_half_leave_a_quarter() -> None:
    armour = profile(
        "armour", by_type("pawn", "DamageResistance", 0.5), by_square("d7", "DamageResistance", 0.5)
    )
    engine = game(armour, presets=["piece-hp"])
    assert value(engine, "d7", "DamageResistance") == 0.75
    play(engine, "e2e4 d7d5 e4d5")
    assert value(engine, "d5", "Hp") == 1.75


def test_resistance_comes_before_shields() -> None:
    engine = game(
        profile("armour", by_type("pawn", "DamageResistance", 1)), presets=["piece-shield", "piece-hp"]
    )
    play(engine, "e2e4 d7d5 e4d5")
    assert value(engine, "d5", "Shield") == 1
    assert value(engine, "d5", "Hp") == 2


def test_a_longer_range_is_an_attack_too() -> None:
    long = profile("long", by_type("knight", "RangeBonus", 1))
    assert play(game(long, fen="7k/8/8/8/4N3/8/8/K7 w - - 0 1"), "e4d6").in_check  # over f7 to h8
    assert not play(game(long, fen="7k/5p2/8/8/4N3/8/8/K7 w - - 0 1"), "e4d6").in_check
    assert not play(game(fen="7k/8/8/8/4N3/8/P7/K7 w - - 0 1"), "e4d6").in_check


def test_added_directions_give_check() -> None:
    fen = "6k1/8/8/4R3/8/8/8/R5K1 w - - 0 1"
    assert play(
        game(profile("wild", by_square("e5", "DirectionAdditions", "knight")), fen=fen), "e5e7"
    ).in_check
    assert not play(
        game(profile("wild", by_square("a1", "DirectionAdditions", "knight")), fen=fen), "e5e7"
    ).in_check


def test_flags_decide_about_captures() -> None:
    flags = profile(
        "flags",
        by_type("pawn", "CaptureFlags", "CANNOT_CAPTURE", "white"),
        by_square("d7", "CaptureFlags", ["CANNOT_BE_CAPTURED"]),
        by_type("queen", "CaptureFlags", "CAN_CAPTURE_OWN"),
    )
    engine = play(game(flags), "e2e4 d7d5")
    moves = set(map(str, engine.legal_moves()))
    assert "e4d5" not in moves
    assert {"d1c1", "d1d2"} <= moves
    assert "d1e1" not in moves  # not even a queen captures her king
    assert value(engine, "d5", "CaptureFlags") == 1


def test_a_piece_that_cannot_promote_still_cannot() -> None:
    to_knight = profile(
        "k", by_type("pawn", "PromotionOverride", "knight"), by_type("rook", "PromotionOverride", "queen")
    )
    engine = game(to_knight, fen="7k/4P3/8/8/8/8/8/K6R w - - 0 1")
    moves = set(map(str, engine.legal_moves()))
    assert "e7e8n" in moves
    assert "e7e8q" not in moves
    assert "h1g1" in moves
    assert not any(move.endswith("q") for move in moves)


def test_the_last_profile_overrides_and_single_pieces_win() -> None:
    low = profile(
        "low", by_square("a2", "PromotionOverride", "bishop"), by_type("pawn", "PromotionOverride", "rook")
    )
    high = profile("high", by_type("pawn", "PromotionOverride", "knight"))
    engine = game(low, high)
    assert value(engine, "b2", "PromotionOverride") == ("knight",)
    assert value(engine, "a2", "PromotionOverride") == ("bishop",)
    assert value(game(high, low), "b2", "PromotionOverride") == ("rook",)
