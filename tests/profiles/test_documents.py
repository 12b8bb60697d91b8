"""Profile documents: the shipped ones load, fit their schema and can be played; the broken ones say why."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from rete_chess import Engine
from rete_chess.checks import examine
from rete_chess.compiler import catalog, compile_document, program_of
from rete_chess.compiler.profiles.conflicts import conflicts
from rete_chess.documents import ProfileDocument, load_document
from rete_chess.errors import DocumentError, RulesError
from rete_chess.resources import files
from tests.documents.bad_files import BAD, expected, fits_schema, places, stem
from tests.profiles.profiles import Data, by_square, by_type, game, profile, value

PROFILES = files("descriptors", "profiles", "*.profile.yaml")


@pytest.mark.parametrize("path", PROFILES, ids=stem)
def test_shipped_profile_fits_its_schema_and_its_name(path: Path) -> None:
    document = load_document(path)
    assert isinstance(document.model, ProfileDocument)
    assert document.model.id == stem(path)
    assert document.model.description
    assert fits_schema("profile", document.tree.value)
    assert examine(path).problems == ()


@pytest.mark.parametrize("network", ["native", "durable"])
@pytest.mark.parametrize("name", catalog.profiles().list())
def test_shipped_profile_plays_a_game(name: str, network: str) -> None:
    random = Random(name)
    engine = Engine(program_of("chess", profiles=[name]), network=network)
    start = engine.state_hash()
    for _ in range(40):
        moves = list(engine.legal_moves())
        if not moves:
            break
        engine.apply(random.choice(moves))
    while engine.move_log:
        engine.undo()
    assert engine.state_hash() == start


@pytest.mark.parametrize("path", sorted((BAD / "profiles").iterdir()), ids=stem)
def test_broken_profile_says_what_is_wrong(path: Path) -> None:
    assert places(path) == expected(path)


def test_a_variant_names_its_profiles(tmp_path: Path) -> None:
    (tmp_path / "own.profile.yaml").write_text(
        "id: own\nname: Own\nperType: [{pieceType: rook, kind: RangeBonus, value: 1}]\n", encoding="utf-8"
    )
    variant = tmp_path / "armed.variant.yaml"
    variant.write_text(
        "id: armed\nname: Armed\nextends: chess\nprofiles: [iron-knights, own]\n", encoding="utf-8"
    )
    engine = Engine(variant, network="native")
    assert engine.program.stack.ids == ("iron-knights", "own")
    assert value(engine, "a1", "RangeBonus") == 1
    more = program_of(variant, profiles=["wild-queens"])
    assert more.stack.ids == ("iron-knights", "own", "wild-queens")


def test_an_unknown_profile_of_a_variant_has_its_line() -> None:
    text = "id: armed\nname: Armed\nextends: chess\nprofiles: [iron-nights]\n"
    with pytest.raises(DocumentError) as caught:
        compile_document(load_document(text, "armed.variant.yaml"))
    (problem,) = caught.value.problems
    assert (problem.code, problem.line, problem.column) == ("E_UNKNOWN_NAME", 4, 12)
    assert problem.hint == "did you mean 'iron-knights'?"


def test_only_profiles_are_profiles() -> None:
    with pytest.raises(RulesError, match="not a profile"):
        game(catalog.preset("piece-hp"))
    with pytest.raises(RulesError, match="must be a list"):
        game().queue_profiles("iron-knights")


def test_profiles_cannot_bring_two_modifiers_of_one_name() -> None:
    def bringing(name: str, charges: int) -> Data:
        charge = {"kind": "seed-attribute", "attr": "Charge", "value": charges}
        modifier = {"kind": "modifier", "id": "charged", "type": "data", "version": 1, "name": "Charged"}
        return {
            **profile(name, by_type("pawn", "charged")),
            "customModifiers": [{**modifier, "primitives": [charge]}],
        }

    assert value(game(bringing("a", 2), bringing("b", 2)), "e2", "Charge") == 2
    with pytest.raises(DocumentError) as caught:
        game(bringing("a", 2), bringing("b", 3))
    assert caught.value.code == "E_DUPLICATE_NAME"


def test_a_profile_that_overrides_itself_is_warned_of() -> None:
    text = """id: undecided
name: Undecided
perType:
  - {pieceType: pawn, kind: PromotionOverride, value: knight}
  - {pieceType: pawn, color: white, kind: PromotionOverride, value: rook}
"""
    found = examine(text, "undecided.profile.yaml")
    assert found.is_ok
    assert [(problem.code, problem.line, problem.column) for problem in found.problems] == [
        ("W_PROFILES", 4, 5)
    ]


def test_conflicts_are_reported() -> None:
    low = profile(
        "low",
        by_type("pawn", "PromotionOverride", "rook"),
        by_type("knight", "RangeBonus", 5),
        by_type("queen", "CaptureFlags", "CAN_CAPTURE_OWN", "white"),
        by_type("rook", "HpBonus", 1),
        by_square("a1", "marksman"),
    )
    high = profile(
        "high",
        by_type("pawn", "PromotionOverride", "knight", "black"),
        by_type("knight", "RangeBonus", 4),
        by_type("queen", "CaptureFlags", "CANNOT_CAPTURE", "white"),
        by_type("rook", "HpBonus", 1),
        by_square("a1", "marksman"),
    )
    found = conflicts(program_of("chess", profiles=[low, high]).stack)
    assert [(conflict.lower.kind, conflict.text) for conflict in found] == [
        ("PromotionOverride", "promotes to knight, the other is overridden"),
        ("RangeBonus", "the sum 9 is cut to 7"),
        ("CaptureFlags", "it cannot capture at all, not even its own side"),
        ("marksman", "marksman is given twice and counts once"),
    ]
    assert conflicts(program_of("chess", profiles=[low]).stack) == ()
