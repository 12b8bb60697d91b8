"""Changing rules in mid-game: one mechanism, two topics, row by row; settings; custom modifiers."""

from __future__ import annotations

from typing import Any

import pytest

from rete_chess.errors import EventBudgetError, ReteChessError, RulesError
from rete_chess.server.room.game import Game
from tests.server.hall import Hall, types
from tests.server.room.test_rooms import WARD

MEEK = {
    "id": "meek",
    "name": "Meek",
    "perType": [{"pieceType": "king", "color": "black", "kind": "CaptureFlags", "value": "CANNOT_CAPTURE"}],
}
#: After Qh7 the black king can only capture, which no meek one can.
EDGE = "7k/p4K2/8/8/8/3Q4/8/8 w - - 0 1"
OWN = {"id": "own", "name": "Own", "perType": [{"pieceType": "knight", "kind": "ward-v1"}]}


class Topic:
    """One topic with a good candidate and another one, and a bad one with its code."""

    def __init__(self, name: str, key: str, good: Any, other: Any, bad: Any, code: str) -> None:
        self.name, self.key, self.good, self.other, self.bad, self.code = name, key, good, other, bad, code

    def type(self, word: str) -> str:
        return f"{self.name}.{word}"

    def in_force(self, hall: Hall) -> list[str]:
        return [found["id"] for found in hall.sync()[self.key]]


TOPICS = [
    Topic(
        "modifier-profile", "profiles", ["iron-knights"], ["wild-queens"], ["iron-horses"], "E_UNKNOWN_NAME"
    ),
    Topic(
        "presets",
        "presets",
        [{"id": "piece-hp", "scope": "both"}],
        [{"id": "king-heals"}, {"id": "piece-hp"}],
        [{"id": "king-heals"}],
        "E_PRESETS",
    ),
]
SUMMARIES = {
    "modifier-profile": "adds the profile Iron knights"
    " (knights: +1 HP, knights: 50% less damage, knights: +1 range)",
    "presets": "adds the preset Piece HP",
}
each_topic = pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.name)


def ids(candidate: Any) -> list[str]:
    return [found if isinstance(found, str) else found["id"] for found in candidate]


# -- propose, queued, proposal-pending -------------------------------------------------------------


@each_topic
@pytest.mark.parametrize("who", ["white", "black"])
def test_either_player_may_propose(topic: Topic, who: str) -> None:
    hall = Hall().seat()
    (queued,) = hall.say(who, topic.type("propose"), candidate=topic.good, id="1")
    assert (queued["type"], queued["re"]) == (topic.type("queued"), "1")
    assert (queued["expiresAt"], queued["now"]) == (hall.now + 60_000, hall.now)
    (pending,) = hall.hear("black" if who == "white" else "white")
    assert pending["type"] == topic.type("proposal-pending")
    assert (pending["proposalId"], pending["proposedBy"]) == (queued["proposalId"], who)
    assert (pending["expiresAt"], pending["now"]) == (queued["expiresAt"], hall.now)
    assert ids(pending[topic.key]) == ids(topic.good)
    assert pending["summary"] == SUMMARIES[topic.name]
    assert pending["problems"] == []
    hall.now += 20_000
    state = hall.sync()
    assert state["now"] == hall.now
    shown = state["proposal"][topic.name]
    assert (shown["proposalId"], ids(shown[topic.key])) == (queued["proposalId"], ids(topic.good))


@pytest.mark.parametrize(
    ("before", "candidate", "summary"),
    [
        ([], [], "leaves the presets as they are"),
        (["piece-hp"], [], "removes the preset Piece HP"),
        (
            [],
            [{"id": "truce", "scope": "white", "turnsRemaining": 1}],
            "adds the preset Truce (for white, for 1 turn)",
        ),
        (
            ["piece-hp"],
            [{"id": "piece-hp", "config": {"hp": 3}}, {"id": "king-heals", "turnsRemaining": 4}],
            "adds the preset King heals (for 4 turns); changes the preset Piece HP (hp 3)",
        ),
        (
            ["piece-hp", "king-heals"],
            [{"id": "king-heals"}, {"id": "piece-hp"}],
            "puts the presets in the order King heals, Piece HP",
        ),
    ],
)
def test_a_proposal_is_told_in_plain_words(before: list[str], candidate: list[Any], summary: str) -> None:
    hall = Hall(presets=[{"id": name} for name in before]).seat()
    hall.say("white", "presets.propose", candidate=candidate)
    assert hall.hear("black")[0]["summary"] == summary


def test_one_profile_may_be_proposed_alone() -> None:
    hall = Hall().seat()
    hall.say("white", "modifier-profile.propose", candidate=MEEK)
    (pending,) = hall.hear("black")
    assert pending["profile"] == pending["profiles"][0] == MEEK


@pytest.mark.parametrize("candidate", ["aggressive-pack-v1", ["aggressive-pack-v1"]])
def test_a_profile_may_be_proposed_by_its_id_alone(candidate: Any) -> None:
    hall = Hall().seat()
    hall.say("white", "modifier-profile.propose", candidate=candidate)
    (pending,) = hall.hear("black")
    assert pending["profile"]["id"] == pending["profiles"][0]["id"] == "aggressive-pack-v1"
    alone = Hall("me", mode="solo")
    alone.say("me", "modifier-profile.update", candidate=candidate)
    alone.play("e4")
    assert ids(alone.sync("me")["profiles"]) == ["aggressive-pack-v1"]


def test_warnings_come_with_the_proposal() -> None:
    hall = Hall().seat()
    absent = {"id": "a", "name": "A", "perInstance": [{"square": "e5", "kind": "HpBonus", "value": 1}]}
    hall.say("white", "modifier-profile.propose", candidate=[absent])
    (problem,) = hall.hear("black")[0]["problems"]
    assert (problem["code"], problem["severity"], problem["square"]) == (
        "E_PROFILE_ORPHAN_INSTANCE",
        "warning",
        "e5",
    )


@each_topic
def test_a_bad_candidate_is_refused_and_nothing_changes(topic: Topic) -> None:
    hall = Hall().seat()
    hall.say("white", topic.type("propose"), candidate=topic.good)
    hall.heard.clear()
    before = hall.room.state.fingerprint()
    (nack,) = hall.say("black", topic.type("propose"), candidate=topic.bad, id="1")
    assert (nack["code"], nack["re"]) == (topic.code, "1")
    assert hall.room.state.fingerprint() == before
    assert hall.hear("white") == []


def test_a_profile_that_cannot_be_is_refused_with_all_its_problems() -> None:
    hall = Hall().seat()
    flags = {"pieceType": "king", "kind": "CaptureFlags", "value": "CANNOT_BE_CAPTURED"}
    (nack,) = hall.say(
        "white", "modifier-profile.propose", candidate=[{"id": "x", "name": "X", "perType": [flags]}]
    )
    assert nack["code"] == "E_PROFILE_INVULN_KING"
    assert {problem["square"] for problem in nack["problems"]} == {"e1", "e8"}


@each_topic
def test_spectators_do_not_propose(topic: Topic) -> None:
    hall = Hall().seat()
    hall.say("third", "room.join")
    for word, fields in (
        ("propose", {"candidate": topic.good}),
        ("update", {"candidate": topic.good}),
        ("consent", {"decision": "approve"}),
        ("withdraw", {}),
    ):
        assert hall.say("third", topic.type(word), **fields)[0]["code"] == "E_SEAT"


@each_topic
def test_nothing_is_proposed_to_nobody(topic: Topic) -> None:
    assert Hall().say("white", topic.type("propose"), candidate=topic.good)[0]["code"] == "E_WAITING"


@each_topic
def test_nothing_is_proposed_after_the_end(topic: Topic) -> None:
    hall = Hall().seat()
    hall.say("white", "game.resign")
    assert hall.say("white", topic.type("propose"), candidate=topic.good)[0]["code"] == "E_GAME_OVER"


# -- consent ---------------------------------------------------------------------------------------


@each_topic
def test_an_approved_candidate_waits_for_the_turn_and_comes_into_force(topic: Topic) -> None:
    hall = Hall().seat()
    hall.say("white", topic.type("propose"), candidate=topic.good)
    hall.heard.clear()
    assert hall.say("black", topic.type("consent"), decision="approve") == []
    (received,) = hall.hear("white")
    assert received["type"] == topic.type("consent-received")
    assert "seq" not in received
    assert topic.in_force(hall) == []
    assert ids(hall.sync()["pending"][topic.name][topic.key]) == ids(topic.good)
    played, updated = hall.say("white", "move.play", move="e4", ply=0)
    assert (played["type"], updated["type"]) == ("move.played", topic.type("updated"))
    assert updated["seq"] == played["seq"] + 1
    assert ids(updated[topic.key]) == ids(topic.good)
    assert updated["digest"] == hall.sync()["digest"]
    assert topic.in_force(hall) == ids(topic.good)
    assert "pending" not in hall.sync()
    heard = hall.hear("black")
    assert ["legal" in message for message in heard] == [False, True]


@each_topic
def test_move_and_rules_are_one_group_of_entries(topic: Topic) -> None:
    hall = Hall("me", mode="solo")
    hall.say("me", topic.type("update"), candidate=topic.good)
    hall.play("e4")
    assert [entry.seq is not None for entry in hall.last.entries] == [True, True]


@each_topic
def test_consent_with_an_id_is_answered(topic: Topic) -> None:
    hall = Hall().seat()
    hall.say("white", topic.type("propose"), candidate=topic.good)
    hall.heard.clear()
    (answer,) = hall.say("black", topic.type("consent"), decision="approve", id="1")
    assert (answer["type"], answer["re"]) == (topic.type("consent-received"), "1")


@each_topic
def test_a_rejected_candidate_is_gone_for_both(topic: Topic) -> None:
    hall = Hall().seat()
    hall.say("white", topic.type("propose"), candidate=topic.good)
    hall.heard.clear()
    (rejected,) = hall.say("black", topic.type("consent"), decision="reject", id="1")
    assert (rejected["type"], rejected["why"], rejected["re"]) == (topic.type("rejected"), "rejected", "1")
    assert hall.hear("white")[0]["proposalId"] == rejected["proposalId"]
    hall.play("e4", "e5")
    assert topic.in_force(hall) == []


@each_topic
def test_nobody_agrees_with_themselves(topic: Topic) -> None:
    hall = Hall().seat()
    hall.say("white", topic.type("propose"), candidate=topic.good)
    before = hall.room.state.fingerprint()
    assert hall.say("white", topic.type("consent"), decision="approve")[0]["code"] == "E_SELF_CONSENT"
    assert hall.room.state.fingerprint() == before


@each_topic
@pytest.mark.parametrize("asked", [{}, {"proposalId": "p7"}])
def test_consent_without_a_proposal(topic: Topic, asked: Any) -> None:
    hall = Hall().seat()
    assert hall.say("black", topic.type("consent"), decision="approve", **asked)[0]["code"] == "E_NO_PROPOSAL"


@each_topic
def test_a_late_consent(topic: Topic) -> None:
    hall = Hall().seat()
    hall.say("white", topic.type("propose"), candidate=topic.good)
    hall.heard.clear()
    hall.now += 60_000  # the timer has not been heard of yet
    rejected, nack = hall.say("black", topic.type("consent"), decision="approve")
    assert (rejected["why"], nack["code"]) == ("timeout", "E_NO_PROPOSAL")


# -- replaced, superseded, withdrawn, out of time --------------------------------------------------


@each_topic
@pytest.mark.parametrize("who", ["white", "black"])
def test_a_newer_proposal_of_anybody_replaces_the_older(topic: Topic, who: str) -> None:
    hall = Hall().seat()
    (first,) = hall.say("white", topic.type("propose"), candidate=topic.good)
    hall.heard.clear()
    rejected, second = hall.say(who, topic.type("propose"), candidate=topic.other)
    assert (rejected["why"], rejected["proposalId"]) == ("replaced", first["proposalId"])
    assert second["type"] == topic.type("queued")
    other = "black" if who == "white" else "white"
    assert types(hall.hear(other)) == [topic.type("rejected"), topic.type("proposal-pending")]
    answer = hall.say(other, topic.type("consent"), decision="approve", proposalId=first["proposalId"])
    assert [answer[0]["code"], answer[1]["type"]] == ["E_SUPERSEDED", "room.state"]
    answer = hall.say(other, topic.type("consent"), decision="approve")
    assert [answer[0]["code"], answer[1]["type"]] == ["E_SUPERSEDED", "room.state"]
    assert hall.say(other, topic.type("consent"), decision="approve", proposalId=second["proposalId"]) == []
    hall.play("e4")
    assert topic.in_force(hall) == ids(topic.other)


@each_topic
def test_after_a_consent_the_id_may_be_left_out_again(topic: Topic) -> None:
    hall = Hall().seat()
    hall.say("white", topic.type("propose"), candidate=topic.good)
    _, second = hall.say("white", topic.type("propose"), candidate=topic.other)
    hall.say("black", topic.type("consent"), decision="reject", proposalId=second["proposalId"])
    hall.say("white", topic.type("propose"), candidate=topic.good)
    hall.heard.clear()
    assert hall.say("black", topic.type("consent"), decision="approve") == []


@each_topic
def test_a_stale_timer_does_not_reject_a_newer_proposal(topic: Topic) -> None:
    hall = Hall().seat()
    hall.say("white", topic.type("propose"), candidate=topic.good)
    hall.now += 59_000
    hall.say("white", topic.type("propose"), candidate=topic.other)
    hall.heard.clear()
    hall.pass_time(1_000)  # the time of the first one
    assert hall.last.entries == []
    hall.pass_time(58_999)
    assert hall.last.entries == []
    hall.pass_time(1)
    assert [message["why"] for message in hall.hear("black")] == ["timeout"]


@each_topic
def test_a_proposal_is_withdrawn_by_its_maker_alone(topic: Topic) -> None:
    hall = Hall().seat()
    assert hall.say("white", topic.type("withdraw"))[0]["code"] == "E_NO_PROPOSAL"
    hall.say("white", topic.type("propose"), candidate=topic.good)
    hall.heard.clear()
    assert hall.say("black", topic.type("withdraw"))[0]["code"] == "E_NO_PROPOSAL"
    (rejected,) = hall.say("white", topic.type("withdraw"), id="1")
    assert (rejected["why"], rejected["re"]) == ("withdrawn", "1")
    assert hall.hear("black")[0]["why"] == "withdrawn"
    assert hall.say("black", topic.type("consent"), decision="approve")[0]["code"] == "E_NO_PROPOSAL"


@each_topic
def test_what_is_agreed_to_is_not_withdrawn_by_one_alone(topic: Topic) -> None:
    hall = Hall().seat()
    hall.say("white", topic.type("propose"), candidate=topic.good)
    hall.say("black", topic.type("consent"), decision="approve")
    for who in ("white", "black"):
        assert hall.say(who, topic.type("withdraw"))[0]["code"] == "E_NO_PROPOSAL"
    hall.play("e4")
    assert topic.in_force(hall) == ids(topic.good)


@each_topic
def test_the_last_update_of_a_turn_counts(topic: Topic) -> None:
    hall = Hall("me", mode="solo")
    (first,) = hall.say("me", topic.type("update"), candidate=topic.good)
    (second,) = hall.say("me", topic.type("update"), candidate=topic.other)
    assert first["proposalId"] != second["proposalId"]
    played = types(hall.say("me", "move.play", move="e4", ply=0))
    assert played == ["move.played", topic.type("updated")]
    assert ids(hall.sync("me")[topic.key]) == ids(topic.other)


def test_a_clock_that_runs_out_ends_all_that_is_proposed() -> None:
    hall = Hall(clock={"initial": 60}).seat().play("e4")
    for topic in TOPICS:
        hall.say("white", topic.type("propose"), candidate=topic.good)
    hall.say("black", "presets.consent", decision="approve")
    hall.say("white", "takeback.propose")
    hall.say("white", "game.offer-draw")
    hall.heard.clear()
    hall.pass_time(60_000)
    heard = hall.hear("white")
    assert types(heard) == ["game.updated", "modifier-profile.rejected", "takeback.rejected", "nack"]
    assert [message.get("why", message.get("code")) for message in heard[1:]] == ["game-over"] * 2 + [
        "E_GAME_OVER"
    ]
    assert (heard[0]["result"]["reason"], "drawOffer" in heard[0]) == ("time-out", False)
    assert types(hall.hear("black")) == types(heard)[:3]
    assert hall.room.deadline is None
    assert not {"proposal", "pending", "drawOffer"} & hall.sync().keys()
    assert hall.say("black", "modifier-profile.consent", decision="approve")[0]["code"] == "E_NO_PROPOSAL"


@each_topic
def test_proposals_end_with_the_game(topic: Topic) -> None:
    hall = Hall().seat()
    hall.say("white", topic.type("propose"), candidate=topic.good)
    hall.heard.clear()
    updated, rejected = hall.say("black", "game.resign")
    assert (updated["type"], rejected["type"], rejected["why"]) == (
        "game.updated",
        topic.type("rejected"),
        "game-over",
    )
    assert hall.room.deadline is None


def test_proposals_of_both_topics_stand_beside_each_other() -> None:
    hall = Hall().seat()
    for topic in TOPICS:
        hall.say("white", topic.type("propose"), candidate=topic.good)
    for topic in TOPICS:
        hall.say("black", topic.type("consent"), decision="approve")
    answer = hall.say("white", "move.play", move="e4", ply=0)
    assert types(answer) == ["move.played", "modifier-profile.updated", "presets.updated"]


@each_topic
def test_the_last_approved_wins(topic: Topic) -> None:
    hall = Hall().seat()
    for candidate in (topic.good, topic.other):
        hall.say("white", topic.type("propose"), candidate=candidate)
        hall.say("black", topic.type("consent"), decision="approve")
    hall.play("e4")
    assert topic.in_force(hall) == ids(topic.other)


# -- update ----------------------------------------------------------------------------------------


@each_topic
def test_two_players_do_not_update_without_consent(topic: Topic) -> None:
    hall = Hall().seat()
    (nack,) = hall.say("white", topic.type("update"), candidate=topic.good)
    assert (nack["code"], nack["hint"]) == ("E_CONSENT_NEEDED", "propose it")


@each_topic
@pytest.mark.parametrize("word", ["update", "propose"])
def test_who_plays_alone_needs_no_consent(topic: Topic, word: str) -> None:
    hall = Hall("me", mode="solo")
    (queued,) = hall.say("me", topic.type(word), candidate=topic.good, id="1")
    assert (queued["type"], queued["re"]) == (topic.type("queued"), "1")
    assert "expiresAt" not in queued
    hall.play("e4")
    assert [found["id"] for found in hall.sync("me")[topic.key]] == ids(topic.good)


@each_topic
def test_who_plays_alone_takes_back_what_waits(topic: Topic) -> None:
    hall = Hall("me", mode="solo")
    hall.say("me", topic.type("update"), candidate=topic.good)
    assert hall.say("me", topic.type("withdraw"))[0]["why"] == "withdrawn"
    assert hall.say("me", topic.type("withdraw"))[0]["code"] == "E_NO_PROPOSAL"
    hall.play("e4")
    assert hall.sync("me")[topic.key] == []


@each_topic
def test_until_somebody_joins_the_creator_changes_rules_at_once(topic: Topic) -> None:
    hall = Hall()
    queued, updated = hall.say("white", topic.type("update"), candidate=topic.good, id="1")
    assert (queued["type"], queued["re"]) == (topic.type("queued"), "1")
    assert (updated["type"], ids(updated[topic.key])) == (topic.type("updated"), ids(topic.good))
    assert topic.in_force(hall) == ids(topic.good)
    hall.seat()
    assert hall.say("white", topic.type("update"), candidate=topic.other)[0]["code"] == "E_CONSENT_NEEDED"
    assert hall.again().state.fingerprint() == hall.room.state.fingerprint()


def test_changes_before_the_game_add_up() -> None:
    hall = Hall()
    for topic in TOPICS:
        hall.say("white", topic.type("update"), candidate=topic.good)
    assert [topic.in_force(hall) for topic in TOPICS] == [["iron-knights"], ["piece-hp"]]
    pieces = {piece["square"]: piece["facts"]["Hp"] for piece in hall.sync()["pieces"]}
    assert (pieces["b1"], pieces["a1"]) == (3, 2)


# -- the turn's end --------------------------------------------------------------------------------


def test_rules_wait_until_the_turn_really_passes() -> None:
    hall = Hall(presets=[{"id": "double-move"}]).seat()
    hall.say("white", "modifier-profile.propose", candidate=["iron-knights"])
    hall.say("black", "modifier-profile.consent", decision="approve")
    hall.say("white", "presets.propose", candidate=[])
    hall.say("black", "presets.consent", decision="approve")
    hall.heard.clear()
    assert types(hall.say("white", "move.play", move="e4", ply=0)) == ["move.played"]
    assert types(hall.say("white", "move.play", move="d4", ply=1)) == [
        "move.played",
        "modifier-profile.updated",
        "presets.updated",
    ]


def test_profiles_that_cannot_come_into_force_are_refused_to_their_proposer() -> None:
    hall = Hall(fen=EDGE).seat()
    (queued,) = hall.say("black", "modifier-profile.propose", candidate=[MEEK])
    hall.say("white", "modifier-profile.consent", decision="approve")
    hall.heard.clear()
    assert types(hall.say("white", "move.play", move="Qh7", ply=0)) == ["move.played"]
    played, nack = hall.hear("black")
    assert (played["type"], nack["type"], nack["code"]) == ("move.played", "nack", "E_PROFILE_DEADLOCK")
    assert nack["proposalId"] == queued["proposalId"]
    assert "seq" not in nack
    assert nack["problems"][0]["profile"] == "meek"
    assert "pending" not in hall.sync()
    assert len(played["legal"]) == 1


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (RulesError("E_PRESETS", "they do not go together"), "E_PRESETS"),
        (EventBudgetError(1000, ["a", "b", "a", "b"]), "E_BUDGET"),
    ],
)
def test_presets_that_cannot_come_into_force_are_refused_to_their_proposer(
    monkeypatch: pytest.MonkeyPatch, error: ReteChessError, code: str
) -> None:
    hall = Hall().seat()
    hall.say("white", "presets.propose", candidate=[{"id": "piece-hp"}])
    hall.say("black", "presets.consent", decision="approve")
    hall.heard.clear()

    def fail(game: Game, requests: Any) -> None:
        raise error

    monkeypatch.setattr(Game, "set_presets", fail)
    played, nack = hall.say("white", "move.play", move="e4", ply=0)
    assert (played["type"], nack["code"]) == ("move.played", code)
    assert types(hall.hear("black")) == ["move.played"]
    assert "pending" not in hall.sync()
    assert hall.sync()["presets"] == []


def test_the_refusal_waits_for_a_proposer_who_is_away() -> None:
    hall = Hall(fen=EDGE).seat()
    hall.say("black", "modifier-profile.propose", candidate=[MEEK])
    hall.say("white", "modifier-profile.consent", decision="approve")
    heard = hall.seqs["black"]
    hall.leave("black")
    hall.play("Qh7")
    hall.room = hall.again()  # also across a restart
    hall.take(hall.room.wake(hall.now))
    joined, *more = hall.say("phone", "room.join", token=hall.tokens["black"], since=heard)
    assert types(joined["missed"]) == ["room.presence", "move.played", "room.presence"]
    assert [message["code"] for message in more if message["type"] == "nack"] == ["E_PROFILE_DEADLOCK"]
    hall.play("Kxh7")
    answer = hall.say("desk", "room.join", token=hall.tokens["black"])
    assert "nack" not in types(answer)  # heard: its player has gone on


def test_a_refusal_comes_again_until_its_player_acts() -> None:
    """A line may break between `room.joined`, which tells the newest number, and the refusal behind it."""
    hall = Hall(fen=EDGE).seat()
    hall.say("black", "modifier-profile.propose", candidate=[MEEK])
    hall.say("white", "modifier-profile.consent", decision="approve")
    hall.leave("black")
    hall.play("Qh7")
    for number in range(3):
        joined, *more = hall.say(
            f"{number}", "room.join", token=hall.tokens["black"], since=hall.room.state.seq
        )
        assert [m["code"] for m in more if m["type"] == "nack"] == ["E_PROFILE_DEADLOCK"]
        assert joined["missed"] == []
        hall.leave(f"{number}")
        hall.say("third", "room.join")
        hall.room = hall.again()
        hall.take(hall.room.wake(hall.now))
    hall.say("phone", "room.join", token=hall.tokens["black"])
    hall.say("phone", "room.sync")  # a question is no act
    assert "nack" in types(hall.say("desk", "room.join", token=hall.tokens["black"]))
    hall.say("desk", "game.offer-draw")
    assert "nack" not in types(hall.say("phone", "room.join", token=hall.tokens["black"]))


@each_topic
def test_what_waits_ends_with_the_game(topic: Topic) -> None:
    hall = Hall().seat()
    hall.say("white", topic.type("propose"), candidate=topic.good)
    hall.say("black", topic.type("consent"), decision="approve")
    hall.heard.clear()
    updated, nack = hall.say("white", "game.resign")
    assert (updated["type"], nack["code"]) == ("game.updated", "E_GAME_OVER")
    assert types(hall.hear("black")) == ["game.updated"]
    assert "pending" not in hall.sync()


@each_topic
def test_what_waits_ends_with_a_mate(topic: Topic) -> None:
    hall = Hall().seat().play("f3", "e5", "g4")
    hall.say("white", topic.type("propose"), candidate=topic.good)
    hall.say("black", topic.type("consent"), decision="approve")
    hall.heard.clear()
    assert types(hall.say("black", "move.play", move="Qh4", ply=3)) == ["move.played"]
    assert [message.get("code") for message in hall.hear("white")] == [None, "E_GAME_OVER"]


def test_presets_that_end_by_themselves_are_told() -> None:
    hall = Hall("me", mode="solo", presets=[{"id": "piece-hp", "turnsRemaining": 1}])
    answer = hall.say("me", "move.play", move="e4", ply=0)
    assert types(answer) == ["move.played", "presets.updated"]
    assert answer[1]["presets"] == []


def test_a_consent_to_what_cannot_be_now_is_refused_and_the_proposal_stays() -> None:
    hall = Hall(fen=EDGE).seat()
    hall.say("black", "modifier-profile.propose", candidate=[MEEK])
    hall.play("Qh7")
    before = hall.room.state.fingerprint()
    (nack,) = hall.say("white", "modifier-profile.consent", decision="approve")
    assert nack["code"] == "E_PROFILE_DEADLOCK"
    assert hall.room.state.fingerprint() == before
    hall.play("Kxh7")
    assert hall.say("white", "modifier-profile.consent", decision="approve") == []


# -- coming back -----------------------------------------------------------------------------------


@each_topic
def test_proposals_and_what_waits_are_told_again(topic: Topic) -> None:
    hall = Hall().seat()
    (queued,) = hall.say("white", topic.type("propose"), candidate=topic.good)
    (pending,) = hall.hear("black")
    hall.room = hall.again()
    hall.take(hall.room.wake(hall.now))
    assert hall.room.deadline == queued["expiresAt"]
    assert queued in hall.say("white 2", "room.join", token=hall.tokens["white"])
    assert pending in hall.say("black 2", "room.join", token=hall.tokens["black"])
    hall.say("black 2", topic.type("consent"), decision="approve")
    (received,) = [m for m in hall.hear("white 2") if m["type"] == topic.type("consent-received")]
    assert received in hall.say("white 3", "room.join", token=hall.tokens["white"])


# -- preset-config.update --------------------------------------------------------------------------


def test_a_setting_is_a_change_of_presets_in_short_form() -> None:
    hall = Hall(presets=[{"id": "extinction-chess"}, {"id": "piece-hp"}]).seat()
    queen = {"targetType": "queen"}
    (queued,) = hall.say("white", "preset-config.update", preset="extinction-chess", config=queen, id="1")
    assert (queued["type"], queued["re"]) == ("presets.queued", "1")
    (pending,) = hall.hear("black")
    assert pending["type"] == "presets.proposal-pending"
    assert pending["presets"] == [
        {"id": "extinction-chess", "scope": "both", "config": queen},
        {"id": "piece-hp", "scope": "both"},
    ]
    assert pending["summary"] == "changes the preset Extinction chess (targetType queen)"
    hall.say("black", "presets.consent", decision="approve")
    hall.play("e4")
    assert hall.sync()["config"]["extinction-chess"] == queen


def test_settings_of_who_plays_alone_share_the_slot_of_presets() -> None:
    hall = Hall("me", mode="solo", presets=[{"id": "piece-hp"}])
    hall.say("me", "presets.update", candidate=[{"id": "piece-hp"}, {"id": "king-heals"}])
    hall.say("me", "preset-config.update", preset="piece-hp", config={"hp": 4})
    hall.play("e4")
    assert ids(hall.sync("me")["presets"]) == ["piece-hp", "king-heals"]
    assert hall.sync("me")["config"]["piece-hp"]["hp"] == 4


def lasting(hall: Hall, who: str) -> list[tuple[str, int | None]]:
    return [(found["id"], found.get("turnsRemaining")) for found in hall.sync(who)["presets"]]


def test_a_setting_makes_no_preset_last_longer() -> None:
    hall = Hall("me", mode="solo", presets=[{"id": "piece-hp"}, {"id": "truce", "turnsRemaining": 5}])
    hall.say("me", "preset-config.update", preset="piece-hp", config={"hp": 3})
    hall.play("e4")
    assert lasting(hall, "me") == [("piece-hp", None), ("truce", 4)]
    hall.say("me", "preset-config.update", preset="piece-hp", config={"hp": 4})
    hall.say("me", "preset-config.update", preset="piece-hp", config={"hp": 5})  # on top of what waits
    hall.play("e5")
    assert lasting(hall, "me") == [("piece-hp", None), ("truce", 3)]
    assert hall.sync("me")["config"]["piece-hp"]["hp"] == 5


def test_a_setting_does_not_begin_again_what_has_ended_meanwhile() -> None:
    hall = Hall(presets=[{"id": "piece-hp"}, {"id": "truce", "turnsRemaining": 2}]).seat()
    hall.say("white", "preset-config.update", preset="piece-hp", config={"hp": 4})
    hall.play("e4", "e5")
    assert lasting(hall, "white") == [("piece-hp", None)]
    hall.say("black", "presets.consent", decision="approve")
    hall.room = hall.again(snapshot=hall.room.snapshot())
    hall.take(hall.room.wake(hall.now))
    for side in ("white", "black"):
        hall.say(side, "room.join", token=hall.tokens[side])
    hall.play("d4")
    assert lasting(hall, "white") == [("piece-hp", None)]
    assert hall.sync()["config"]["piece-hp"]["hp"] == 4
    assert hall.again().state.fingerprint() == hall.room.state.fingerprint()


def test_a_setting_of_what_has_ended_meanwhile_changes_nothing() -> None:
    hall = Hall(presets=[{"id": "piece-hp", "turnsRemaining": 1}, {"id": "king-heals"}]).seat()
    hall.say("white", "preset-config.update", preset="piece-hp", config={"hp": 4})
    hall.say("black", "presets.consent", decision="approve")
    hall.play("e4")
    assert lasting(hall, "white") == []  # king-heals needs what has ended


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"preset": "king-heals", "config": {}}, "E_UNKNOWN_NAME"),
        ({"preset": "piece-hp", "config": {"hitpoints": 3}}, "E_CONFIG"),
    ],
)
def test_wrong_setting(fields: Any, code: str) -> None:
    hall = Hall(presets=[{"id": "piece-hp"}]).seat()
    assert hall.say("white", "preset-config.update", **fields)[0]["code"] == code


# -- custom modifiers ------------------------------------------------------------------------------


def test_a_modifier_is_registered_for_all_and_acts_once_a_profile_uses_it() -> None:
    hall = Hall().seat()
    (registered,) = hall.say("black", "custom-modifier.register", descriptor=WARD, id="1")
    assert (registered["type"], registered["re"]) == ("custom-modifier.registered", "1")
    assert registered["descriptor"] == WARD
    assert hall.hear("white")[0]["descriptor"] == WARD
    assert hall.sync()["customModifiers"] == [WARD]
    assert hall.sync()["pieces"][1]["facts"] == {}
    hall.say("white", "modifier-profile.propose", candidate=[OWN])
    (pending,) = hall.hear("black")
    assert pending["profiles"] == [{**OWN, "customModifiers": [WARD]}]  # frozen as it is
    hall.say("black", "modifier-profile.consent", decision="approve")
    hall.play("e4")
    assert hall.sync()["pieces"][1]["facts"]["ShieldCharges"] == 3


@pytest.mark.parametrize(
    ("descriptor", "code"),
    [
        ({**WARD, "primitives": [{"kind": "fly"}]}, "E_PRIMITIVE_KIND"),
        ({**WARD, "primitives": [{"kind": "seed-attribute", "attr": "Hp"}]}, "E_DOC_MISSING"),
        ({**WARD, "type": "scripted"}, "E_MODIFIER_SCRIPTED"),
        ({**WARD, "primitives": WARD["primitives"] * 51}, "E_MODIFIER_SIZE"),
        ({**WARD, "id": "shield-v1"}, "E_DUPLICATE_NAME"),
        ({**WARD, "kind": "piece"}, "E_DOC_CHOICE"),
        ({}, "E_DOC_MISSING"),
    ],
)
def test_wrong_modifier(descriptor: Any, code: str) -> None:
    hall = Hall().seat()
    (nack,) = hall.say("black", "custom-modifier.register", descriptor=descriptor)
    assert code in {nack["code"], *(problem["code"] for problem in nack.get("problems", ()))}
    assert hall.sync()["customModifiers"] == []


def embedded(hall: Hall) -> None:
    hall.say("white", "modifier-profile.propose", candidate=[{**OWN, "customModifiers": [WARD]}])


def approved(hall: Hall) -> None:
    embedded(hall)
    hall.say("black", "modifier-profile.consent", decision="approve")


def in_force(hall: Hall) -> None:
    approved(hall)
    hall.play("e4")


def registered(hall: Hall) -> None:
    hall.say("white", "custom-modifier.register", descriptor=WARD)


@pytest.mark.parametrize("before", [registered, embedded, approved, in_force])
def test_an_id_is_taken_where_it_is_registered_in_force_proposed_or_waiting(before: Any) -> None:
    hall = Hall().seat()
    before(hall)
    assert hall.say("black", "custom-modifier.register", descriptor=WARD)[0]["code"] == "E_DUPLICATE_NAME"


def test_modifiers_stay_when_moves_are_taken_back() -> None:
    hall = Hall("me", mode="solo").play("e4")
    hall.say("me", "custom-modifier.register", descriptor=WARD)
    hall.say("me", "takeback.propose", plies=1)
    assert hall.sync("me")["customModifiers"] == [WARD]


def test_one_room_knows_nothing_of_anothers_modifiers() -> None:
    first, second = Hall().seat(), Hall().seat()
    first.say("white", "custom-modifier.register", descriptor=WARD)
    assert second.say("white", "modifier-profile.propose", candidate=[OWN])[0]["code"] == "E_UNKNOWN_NAME"
    assert types(second.say("white", "custom-modifier.register", descriptor=WARD)) == [
        "custom-modifier.registered"
    ]


def test_a_room_knows_so_many_modifiers() -> None:
    hall = Hall(customModifiers=[{**WARD, "id": f"ward-{number}"} for number in range(50)]).seat()
    assert hall.say("white", "custom-modifier.register", descriptor=WARD)[0]["code"] == "E_DOC_LIMIT"
