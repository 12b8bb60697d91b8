"""Presets and profiles judged together, and profiles mended."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.api.asking import ask, refused


def profile(name: str, *entries: dict[str, Any], **more: Any) -> dict[str, Any]:
    by_type = [entry for entry in entries if "pieceType" in entry]
    by_square = [entry for entry in entries if "square" in entry]
    return {"id": name, "name": name.capitalize(), "perType": by_type, "perInstance": by_square, **more}


def check(*profiles: Any, **more: Any) -> Any:
    asked = {"variant": "chess", "presets": [], "profiles": [*profiles], "customModifiers": [], **more}
    return ask("profiles/check", "ProfilesCheck", **asked)


def codes(found: Any, key: str = "problems") -> list[str]:
    return [problem["code"] for problem in found[key]]


ABSENT = profile("absent", {"square": "e5", "kind": "HpBonus", "value": 1})
GUARD = profile("guard", {"pieceType": "king", "kind": "CaptureFlags", "value": ["CANNOT_BE_CAPTURED"]})


HUNGER = {
    "id": "hunger",
    "type": "data",
    "version": 1,
    "name": "Hunger",
    "primitives": [{"kind": "modify-movement-range", "delta": 1}],
}


def test_what_is_fine() -> None:
    found = check("iron-knights", "royal-guard", presets=[{"id": "piece-hp"}])
    assert (found["ok"], found["problems"], found["conflicts"]) == (True, [], [])
    assert found["profiles"] == ["iron-knights", "royal-guard"]
    assert "+1 HP" in {entry["text"] for entry in found["entries"]}
    assert found["presets"]["presets"][0]["changes"]


@pytest.mark.parametrize("source", ["iron-knights", {"id": "own", "name": "Own"}])
def test_one_profile_needs_no_list(source: Any) -> None:
    asked = {"variant": "chess", "presets": [], "profiles": source}
    wanted = source if isinstance(source, str) else source["id"]
    assert ask("profiles/check", "ProfilesCheck", **asked)["profiles"] == [wanted]
    assert ask("preview", "Preview", text="chess", profiles=source)["fen"]


def test_problems_say_whether_they_can_be_mended() -> None:
    found = check(ABSENT, GUARD)
    assert found["ok"] is False
    told = {problem["code"]: problem for problem in found["problems"]}
    assert told["E_PROFILE_ORPHAN_INSTANCE"]["isFixable"]
    assert told["E_PROFILE_INVULN_KING"]["isFixable"]
    assert told["E_PROFILE_INVULN_KING"]["profile"] == "guard"
    lone = check("iron-knights", fen="8/8/8/8/8/8/8/R6r w - - 0 1")
    problem, *_ = [found for found in lone["problems"] if found["code"] == "E_PROFILE_NO_KING"]
    assert not problem["isFixable"]
    assert problem["advice"]


def test_too_many_attributes_are_left_to_the_authors_judgement() -> None:
    primitives = [{"kind": "seed-attribute", "attr": f"A{one}", "value": 1} for one in "BCDEFGHIJKLMNOPQR"]
    heavy = profile("heavy", {"pieceType": "rook", "kind": "hunger"})
    found = check(heavy, customModifiers=[{**HUNGER, "primitives": primitives}])
    assert {*codes(found)} == {"E_PROFILE_ATTR_LIMIT"}
    assert not any(problem["isFixable"] for problem in found["problems"])
    assert "16" in found["problems"][0]["advice"]


def test_conflicts_of_profiles_and_of_presets() -> None:
    one = profile("one", {"pieceType": "pawn", "kind": "PromotionOverride", "value": "rook"})
    two = profile("two", {"pieceType": "pawn", "kind": "PromotionOverride", "value": "queen"})
    found = check(one, two)
    assert found["ok"] is True
    assert codes(found, "conflicts") == ["W_PROFILES"]
    refusing = check(presets=[{"id": "standard-chess"}, {"id": "suicide-chess"}])
    assert refusing["presets"]["ok"] is False
    assert refusing["ok"] is False


def test_a_modifier_of_which_the_game_lacks_something_is_judged() -> None:
    healing = {**HUNGER, "primitives": [{"kind": "add-to-attribute", "attr": "Hp", "delta": 1}]}
    army = profile("army", {"pieceType": "knight", "kind": "hunger"}, customModifiers=[healing])
    found = check(army, GUARD)
    assert {"E_ATTRIBUTE"} <= {*codes(found)}
    (lacking,) = [problem for problem in found["problems"] if problem["code"] == "E_ATTRIBUTE"]
    assert (lacking["profile"], lacking["path"]) == ("army", "customModifiers[0].primitives[0]")
    assert "piece-hp" in lacking["advice"]
    assert (found["ok"], found["profiles"]) == (False, ["army", "guard"])
    assert check(army, presets=[{"id": "piece-hp"}])["ok"] is True


def test_the_rules_of_a_running_game_stand_in_the_place_of_the_variants_own() -> None:
    own = {"id": "suicide-chess"}
    doubled = check(variant="antichess", presets=[own])
    assert codes(doubled) == ["E_PRESETS"]
    running = check(variant="antichess", presets=[own], whole=True)
    assert (running["ok"], [use["id"] for use in running["presets"]["presets"]]) == (True, ["suicide-chess"])
    other = check(variant="antichess", presets=[{"id": "standard-chess"}], whole=True)
    assert other["ok"] is True
    assert check(variant="antichess", presets=[{"id": "standard-chess"}])["ok"] is False
    guarded = {"kind": "variant", "id": "v", "name": "V", "extends": "chess", "profiles": ["iron-knights"]}
    assert check("royal-guard", variant=guarded)["profiles"] == ["iron-knights", "royal-guard"]
    assert check("royal-guard", variant=guarded, whole=True)["profiles"] == ["royal-guard"]
    assert check("iron-knights", variant=guarded, whole=True)["ok"] is True


def test_every_mistake_is_told_at_once() -> None:
    found = check(
        "iron-knihts",
        {"id": "odd", "name": "Odd", "perTypes": []},
        ABSENT,
        ABSENT,
        presets=[{"id": "piece-hpp"}],
        customModifiers=[{**HUNGER, "primitives": [{"kind": "nothing"}]}],
    )
    assert found["ok"] is False
    assert {"E_UNKNOWN_NAME", "E_DOC_UNKNOWN_KEY", "E_PRIMITIVE_KIND", "E_PROFILE"} <= {*codes(found)}
    assert "E_PROFILE_ORPHAN_INSTANCE" in codes(found)
    assert {problem.get("profile") for problem in found["problems"]} >= {"iron-knihts", "odd", "absent"}
    assert "presets" not in found


def test_own_modifiers_and_documents() -> None:
    army = profile("army", {"pieceType": "knight", "kind": "hunger"})
    assert check(army)["ok"] is False
    assert check(army, customModifiers=[HUNGER])["ok"] is True
    assert check(army, documents=[{"kind": "modifier", **HUNGER}])["ok"] is True
    assert (
        check(army, variant={"kind": "variant", "id": "v", "name": "V", "extends": "atomic"})["ok"] is False
    )
    assert refused("profiles/check", variant="atomik")["code"] == "E_UNKNOWN_NAME"
    assert refused("profiles/check", variant="kind: variant")["code"] == "E_DOC_MISSING"


@pytest.mark.parametrize("given", [ABSENT, GUARD], ids=["orphan", "invulnerable"])
def test_a_fix_mends_the_problem(given: dict[str, Any]) -> None:
    problem = check("iron-knights", given)["problems"][0]
    found = ask(
        "profiles/fix", "ProfileFix", variant="chess", profiles=["iron-knights", given], problem=problem
    )
    assert found["profile"]["id"] == given["id"]
    assert problem["code"] not in codes(found["check"])
    assert check("iron-knights", found["profile"]) == found["check"]


def test_what_cannot_be_mended_has_advice() -> None:
    asked: dict[str, Any] = {"variant": "chess", "profiles": [ABSENT]}
    problem = {"code": "E_PROFILE_NO_KING", "message": "white has no royal piece"}
    error = refused("profiles/fix", **asked, problem=problem)
    assert (error["code"], bool(error["hint"])) == ("E_PROFILE", True)
    other = {"code": "E_PROFILE_DEADLOCK", "message": "", "path": "perType[0]", "profile": "rooks"}
    assert refused("profiles/fix", **asked, problem=other)["code"] == "E_PROFILE"
    far = {"code": "E_PROFILE_DEADLOCK", "message": "", "path": "perType[9]"}
    assert refused("profiles/fix", **asked, problem=far)["code"] == "E_PROFILE"
    assert refused("profiles/fix", variant="chess", problem=far)["code"] == "E_PROFILE"
