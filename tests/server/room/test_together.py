"""Presets and profiles that need each other: judged together, in force together, never one half of them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.hall import Hall, types
from tests.server.room.test_consent import EDGE, MEEK

#: Whoever captures a knight keeps half of its Hp; nobody declares Hp but the preset.
CURSED = {"id": "cursed", "name": "Cursed", "perType": [{"pieceType": "knight", "kind": "curse"}]}
HP = [{"id": "piece-hp", "scope": "both"}]
PROFILES, PRESETS = "modifier-profile", "presets"


def told(hall: Hall, who: str) -> tuple[list[str], list[str]]:
    """The presets and profiles in force."""
    state = hall.sync(who)
    return [found["id"] for found in state["presets"]], [found["id"] for found in state["profiles"]]


def asked(hall: Hall, who: str, topic: str, word: str, candidate: Any) -> dict[str, Any]:
    return hall.say(who, f"{topic}.{word}", candidate=candidate)[0]


def test_a_profile_is_judged_beside_presets_that_wait() -> None:
    hall = Hall("me", mode="solo")
    refused = asked(hall, "me", PROFILES, "update", [CURSED])
    assert (refused["type"], refused["code"]) == ("nack", "E_ATTRIBUTE")
    assert asked(hall, "me", PRESETS, "update", HP)["type"] == "presets.queued"
    assert asked(hall, "me", PROFILES, "update", [CURSED])["type"] == "modifier-profile.queued"
    assert told(hall, "me") == ([], [])
    again = hall.again(snapshot=hall.room.snapshot())
    assert again.state.fingerprint() == hall.room.state.fingerprint()
    heard = hall.say("me", "move.play", move="e4", ply=0)
    assert types(heard) == ["move.played", "modifier-profile.updated", "presets.updated"]
    assert told(hall, "me") == (["piece-hp"], ["cursed"])
    assert hall.sync("me").get("pending", {}) == {}
    assert hall.again().state.fingerprint() == hall.room.state.fingerprint()


def test_both_may_be_taken_away_whichever_is_said_first() -> None:
    hall = Hall("me", mode="solo", presets=HP, profiles=[CURSED])
    refused = asked(hall, "me", PRESETS, "update", [])
    assert (refused["type"], refused["code"]) == ("nack", "E_ATTRIBUTE")
    asked(hall, "me", PROFILES, "update", [])
    assert asked(hall, "me", PRESETS, "update", [])["type"] == "presets.queued"
    hall.play("e4")
    assert told(hall, "me") == ([], [])


def test_one_may_stand_in_the_place_of_the_other_at_one_boundary() -> None:
    """Old profiles need the old preset, new ones the new: neither goes before the other."""
    hall = Hall("me", mode="solo", presets=HP, profiles=[CURSED])
    asked(hall, "me", PRESETS, "update", [*HP, {"id": "king-heals"}])
    asked(hall, "me", PROFILES, "update", ["iron-knights"])
    asked(hall, "me", PRESETS, "update", [])
    hall.play("e4")
    assert told(hall, "me") == ([], ["iron-knights"])


def test_what_waits_beside_presets_goes_with_them() -> None:
    hall = Hall("me", mode="solo")
    asked(hall, "me", PRESETS, "update", HP)
    asked(hall, "me", PROFILES, "update", [CURSED])
    heard = hall.say("me", "presets.withdraw")
    assert types(heard) == ["nack", "presets.rejected"]
    assert "Hp" in heard[0]["message"]
    assert hall.sync("me").get("pending", {}) == {}
    hall.play("e4")
    assert told(hall, "me") == ([], [])
    assert hall.again().state.fingerprint() == hall.room.state.fingerprint()


def test_what_can_be_alone_waits_on_when_presets_are_withdrawn() -> None:
    hall = Hall("me", mode="solo")
    asked(hall, "me", PROFILES, "update", ["iron-knights"])
    asked(hall, "me", PRESETS, "update", HP)
    assert types(hall.say("me", "presets.withdraw")) == ["presets.rejected"]
    heard = hall.say("me", "move.play", move="e4", ply=0)
    assert types(heard) == ["move.played", "modifier-profile.updated"]
    assert told(hall, "me") == ([], ["iron-knights"])


@pytest.mark.parametrize("first", [PRESETS, PROFILES])
def test_agreed_changes_come_into_force_together(first: str) -> None:
    """Whatever is agreed first: what needs the presets is refused until they are agreed."""
    hall = Hall().seat()
    asked(hall, "white", PRESETS, "propose", HP)
    assert asked(hall, "white", PROFILES, "propose", [CURSED])["type"] == "modifier-profile.queued"
    assert types(hall.hear("black")) == ["presets.proposal-pending", "modifier-profile.proposal-pending"]
    if first == PROFILES:
        refused = hall.say("black", "modifier-profile.consent", decision="approve")[0]
        assert (refused["type"], refused["code"]) == ("nack", "E_ATTRIBUTE")
    for topic in (PRESETS, PROFILES):
        hall.say("black", f"{topic}.consent", decision="approve")
    hall.play("e4")
    assert told(hall, "white") == (["piece-hp"], ["cursed"])
    hall.say("white", "takeback.propose", plies=1)
    hall.say("black", "takeback.consent", decision="approve")
    assert told(hall, "white") == ([], [])
    assert set(hall.sync()["pending"]) == {PRESETS, PROFILES}
    hall.play("d4")
    assert told(hall, "white") == (["piece-hp"], ["cursed"])
    assert hall.again().state.fingerprint() == hall.room.state.fingerprint()


def test_presets_without_the_profiles_that_were_declined_are_in_force_alone() -> None:
    hall = Hall().seat()
    asked(hall, "white", PRESETS, "propose", HP)
    asked(hall, "white", PROFILES, "propose", [CURSED])
    hall.say("black", "presets.consent", decision="approve")
    hall.say("black", "modifier-profile.consent", decision="reject")
    hall.play("e4")
    assert told(hall, "white") == (["piece-hp"], [])


def test_what_cannot_be_together_at_the_boundary_is_not_there_at_all() -> None:
    """After Qh7 the black king can only capture, which a meek one cannot: neither half is in force."""
    hall = Hall("me", mode="solo", fen=EDGE)
    asked(hall, "me", PRESETS, "update", [{"id": "first-promotion-wins"}])
    assert asked(hall, "me", PROFILES, "update", [MEEK])["type"] == "modifier-profile.queued"
    heard = hall.say("me", "move.play", move="Qh7", ply=0)
    assert types(heard) == ["move.played", "nack", "nack"]
    assert {found["code"] for found in heard[1:]} == {"E_PROFILE_DEADLOCK"}
    assert told(hall, "me") == ([], [])
    assert hall.sync("me").get("pending", {}) == {}
    assert hall.again().state.fingerprint() == hall.room.state.fingerprint()
