"""The game in a room: moves, questions about them, draws, resignation, take-back, rematch, bots."""

from __future__ import annotations

from typing import Any

import pytest

from rete_chess.server.room import Room, choose, hash_of
from rete_chess.server.room.bot import ACCEPT
from tests.server.hall import Hall, stored, types

#: Black is mated in two moves of each side.
FOOLS_MATE = ("f3", "e5", "g4", "Qh4")
REPETITION = ("Nf3", "Nf6", "Ng1", "Ng8") * 2


# -- move.play -------------------------------------------------------------------------------------


def test_everybody_hears_a_move_and_who_moves_next_the_legal_ones() -> None:
    hall = Hall().seat()
    hall.say("third", "room.join")
    (played,) = hall.say("white", "move.play", move="e4", ply=0, id="1")
    assert (played["type"], played["ply"], played["re"]) == ("move.played", 1, "1")
    assert (played["move"], played["san"], played["side"], played["turn"]) == ("e2e4", "e4", "white", "black")
    assert played["changes"]["pieces"] == {
        "13": {"id": 13, "type": "pawn", "color": "white", "square": "e4", "facts": {}}
    }
    assert not played["check"]
    assert played["digest"] == hall.room.state.digest
    assert "legal" not in played
    (heard,) = [message for message in hall.hear("black") if message["type"] == "move.played"]
    assert len(heard.pop("legal")) == 20
    assert heard == {key: value for key, value in played.items() if key != "re"}
    assert hall.hear("third")[-1] == heard


def test_captures_and_effects_are_told() -> None:
    hall = Hall("me", mode="solo", variant="atomic").play("e4", "d5")
    (played,) = hall.say("me", "move.play", move="exd5", ply=2)
    assert sorted(played["changes"]["pieces"].values(), key=str) == [None, None]
    assert played["presetEffects"] or played["events"]
    assert played["effects"]
    assert "explosion" in {effect["kind"] for effect in played["effects"]}


def test_the_end_is_told_with_the_move() -> None:
    hall = Hall().seat().play(*FOOLS_MATE[:-1])
    (played,) = hall.say("black", "move.play", move="Qh4#", ply=3)
    assert played["check"]
    assert played["result"] == {"outcome": "win", "winner": "black", "reason": "checkmate"}
    assert hall.sync()["result"]["winner"] == "black"
    assert hall.say("white", "move.play", move="a3", ply=4)[0]["code"] == "E_GAME_OVER"


@pytest.mark.parametrize(
    ("who", "fields", "code", "more"),
    [
        ("black", {"move": "e5", "ply": 1}, "E_NOT_YOUR_TURN", []),
        ("third", {"move": "e5", "ply": 1}, "E_SEAT", []),
        ("white", {"move": "e4", "ply": 0}, "E_PLY", ["room.state"]),
        ("white", {"move": "e4", "ply": 2}, "E_PLY", ["room.state"]),
        ("white", {"move": "e4", "ply": 1, "digest": "older"}, "E_PLY", ["room.state"]),
        ("white", {"move": "hello", "ply": 1}, "E_MOVE_TEXT", []),
        ("white", {"move": "e2e5", "ply": 1}, "E_MOVE_ILLEGAL", []),
        ("white", {"move": "e1e2", "ply": 1}, "E_MOVE_ILLEGAL", []),
    ],
)
def test_move_is_refused_and_nothing_changes(who: str, fields: Any, code: str, more: list[str]) -> None:
    hall = Hall("black", fen="4k3/8/8/8/8/8/4P3/r3K3 b - - 0 1").seat().play("Rb1")
    hall.say("third", "room.join")
    hall.heard.clear()
    before = hall.room.state.fingerprint()
    answer = hall.say(who, "move.play", id="1", **fields)
    assert (answer[0]["code"], answer[0]["re"]) == (code, "1")
    assert types(answer[1:]) == more
    assert hall.room.state.fingerprint() == before
    assert hall.last.entries == []
    assert [hall.hear(other) for other in ("white", "black", "third")] == [[], [], []]


def test_refusal_of_a_move_names_the_rule_and_its_line() -> None:
    hall = Hall("me", mode="solo", variant="atomic", fen="4k3/8/8/8/8/4p3/4K3/8 w - - 0 1")
    (nack,) = hall.say("me", "move.play", move="e2e3", ply=0)
    assert nack["reason"]["rule"]
    assert nack["reason"]["origin"].startswith("descriptors/variants/atomic.variant.yaml:")
    assert "E_" not in nack["message"]


ENDLESS = """
kind: variant
id: endless
name: Endless
extends: chess
rules:
  - {id: there, at: move, when: [{event: {piece: $p, to: [e4]}}], do: [{relocate: {target: $p, to: e5}}]}
  - {id: back, at: move, when: [{event: {piece: $p, to: [e5]}}], do: [{relocate: {target: $p, to: e4}}]}
"""


def test_too_many_events_are_too_much_work_by_the_same_code() -> None:
    hall = Hall("me", mode="solo", variant=ENDLESS)
    before = hall.room.state.fingerprint()
    (nack,) = hall.say("me", "move.play", move="e2e4", ply=0)
    assert nack["code"] == "E_BUDGET"
    assert "events in one move" in nack["message"]
    assert "endless/there" in nack["message"]
    assert hall.room.state.fingerprint() == before
    hall.play("d2d4")


def test_a_game_does_not_become_longer_than_can_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rete_chess.server.room.game.MOST_MOVES", 14)
    hall = Hall("me", mode="solo").play("e4", "e5", "Nf3", "Nc6", "Bc4")
    before = hall.room.state.digest
    (refused,) = hall.say("me", "move.play", move="Nf6", ply=5)
    assert (refused["type"], refused["code"]) == ("nack", "E_SAVE_SIZE")
    assert hall.room.state.digest == before
    monkeypatch.setattr("rete_chess.server.room.game.MOST_MOVES", 100)
    monkeypatch.setattr("rete_chess.server.room.game.MOST_INTERVENTIONS", 9)
    (refused,) = hall.say("me", "modifier-profile.update", candidate=["iron-knights"])
    assert (refused["type"], refused["code"]) == ("nack", "E_SAVE_SIZE")
    assert hall.room.state.digest == before
    hall.say("me", "presets.update", candidate=[{"id": "piece-hp"}])
    told = hall.say("me", "game.resign")
    assert "game.updated" in types(told)


def test_digest_must_be_that_of_the_room() -> None:
    hall = Hall().seat()
    digest = hall.sync()["digest"]
    assert types(hall.say("white", "move.play", move="e4", ply=0, digest=digest)) == ["move.played"]


def test_no_moves_until_both_seats_are_taken() -> None:
    hall = Hall()
    assert hall.say("white", "move.play", move="e4", ply=0)[0]["code"] == "E_WAITING"
    assert hall.say("white", "game.offer-draw")[0]["code"] == "E_WAITING"
    assert hall.say("white", "game.resign")[0]["code"] == "E_WAITING"
    assert hall.say("white", "takeback.propose")[0]["code"] == "E_WAITING"


def test_a_turn_of_several_moves_stays_with_its_side() -> None:
    hall = Hall(presets=[{"id": "double-move", "scope": "white"}]).seat()
    (played,) = hall.say("white", "move.play", move="e4", ply=0)
    assert played["turn"] == "white"
    assert played["legal"]
    assert hall.say("black", "move.play", move="e5", ply=1)[0]["code"] == "E_NOT_YOUR_TURN"
    assert hall.say("white", "move.play", move="d4", ply=1)[0]["turn"] == "black"


# -- questions -------------------------------------------------------------------------------------


def test_trace_explain_inspect() -> None:
    hall = Hall("me", mode="solo", variant="atomic").play("e4", "d5", "exd5")
    (trace,) = hall.say("me", "move.trace", ply=3, id="t")
    assert (trace["type"], trace["re"], trace["move"]) == ("move.trace", "t", "e4d5")
    assert len(trace["stages"]) == 12
    fired = {firing["rule"] for stage in trace["stages"] for firing in stage["firings"]}
    assert set(trace["origins"]) == fired == {"atomic/explode"}
    file, _, line = trace["origins"]["atomic/explode"].rpartition(":")
    assert file.endswith("atomic.variant.yaml")
    assert int(line) > 1
    (why,) = hall.say("me", "move.explain", move="e7e4", id="e")
    assert (why["legal"], why["reason"]["code"], why["re"]) == (False, "E_MOVE_REACH", "e")
    (why,) = hall.say("me", "move.explain", move="e7e5")
    assert why["legal"]
    (piece,) = hall.say("me", "piece.inspect", square="b8", id="i")
    assert (piece["piece"]["type"], piece["square"], piece["re"]) == ("knight", "b8", "i")
    assert [move["to"] for move in piece["moves"]] == ["a6", "c6", "d7"]


@pytest.mark.parametrize(
    ("question", "fields", "code"),
    [
        ("move.trace", {"ply": 2}, "E_HISTORY"),
        ("piece.inspect", {"square": "e4"}, "E_REQUEST"),
        ("piece.inspect", {"square": "z9"}, "E_SQUARE"),
    ],
)
def test_question_without_an_answer(question: str, fields: Any, code: str) -> None:
    assert Hall("me", mode="solo").say("me", question, **fields)[0]["code"] == code


# -- draws and resignation -------------------------------------------------------------------------


def test_a_draw_is_offered_and_accepted() -> None:
    hall = Hall().seat()
    (offered,) = hall.say("black", "game.offer-draw", id="1")
    assert (offered["type"], offered["drawOffer"], offered["re"]) == ("game.updated", "black", "1")
    assert hall.sync()["drawOffer"] == "black"
    (agreed,) = hall.say("white", "game.answer-draw", accept=True)
    assert agreed["result"] == {"outcome": "draw", "winner": None, "reason": "agreement"}
    assert hall.sync()["legal"] == []


def test_a_draw_is_declined_by_word_or_by_a_move() -> None:
    hall = Hall().seat()
    hall.say("black", "game.offer-draw")
    (declined,) = hall.say("white", "game.answer-draw", accept=False)
    assert "drawOffer" not in declined
    hall.say("black", "game.offer-draw")
    assert types(hall.say("white", "move.play", move="e4", ply=0)) == ["move.played", "game.updated"]
    assert "drawOffer" not in hall.sync()


def test_an_offer_stands_while_its_side_moves() -> None:
    hall = Hall().seat()
    hall.say("white", "game.offer-draw")
    hall.play("e4")
    assert hall.sync()["drawOffer"] == "white"
    assert hall.say("black", "game.offer-draw")[0]["result"]["reason"] == "agreement"


@pytest.mark.parametrize(
    ("who", "word", "fields", "code"),
    [
        ("white", "game.answer-draw", {"accept": True}, "E_DRAW"),
        ("black", "game.offer-draw", {}, "E_DRAW"),
        ("black", "game.answer-draw", {"accept": True}, "E_DRAW"),
        ("white", "game.claim-draw", {}, "E_DRAW"),
        ("black", "game.claim-draw", {}, "E_NOT_YOUR_TURN"),
        ("white", "game.rematch", {}, "E_REQUEST"),
        ("white", "takeback.propose", {"plies": 1}, "E_NOTHING_TO_UNDO"),
        ("white", "takeback.consent", {"decision": "approve"}, "E_NO_PROPOSAL"),
    ],
)
def test_word_out_of_place(who: str, word: str, fields: Any, code: str) -> None:
    hall = Hall().seat()
    if who == "black":
        hall.say("black", "game.offer-draw")
    before = hall.room.state.fingerprint()
    assert hall.say(who, word, **fields)[0]["code"] == code
    assert hall.room.state.fingerprint() == before


def test_a_draw_is_claimed_by_repetition() -> None:
    hall = Hall().seat().play(*REPETITION)
    (claimed,) = hall.say("white", "game.claim-draw")
    assert claimed["result"] == {"outcome": "draw", "winner": None, "reason": "threefold repetition"}


def test_either_side_may_resign() -> None:
    hall = Hall().seat()
    (resigned,) = hall.say("black", "game.resign", id="1")
    assert resigned["result"] == {"outcome": "win", "winner": "white", "reason": "resignation"}
    assert hall.say("white", "game.resign")[0]["code"] == "E_GAME_OVER"


def test_who_plays_alone_speaks_for_both() -> None:
    hall = Hall("me", mode="solo").play("e4")
    hall.say("me", "game.offer-draw")
    assert hall.sync("me")["drawOffer"] == "black"
    assert hall.say("me", "game.answer-draw", accept=False)[0]["type"] == "game.updated"
    assert hall.say("me", "game.resign")[0]["result"]["winner"] == "white"


# -- take-back -------------------------------------------------------------------------------------


def test_a_take_back_needs_the_other_players_word() -> None:
    hall = Hall().seat().play("e4", "e5")
    (queued,) = hall.say("white", "takeback.propose", plies=2, id="1")
    assert (queued["type"], queued["re"]) == ("takeback.queued", "1")
    assert queued["expiresAt"] == hall.now + 60_000
    (pending,) = hall.hear("black")
    assert (pending["type"], pending["plies"], pending["proposedBy"]) == (
        "takeback.proposal-pending",
        2,
        "white",
    )
    (done,) = hall.say("black", "takeback.consent", decision="approve", proposalId=pending["proposalId"])
    assert (done["type"], done["plies"], done["state"]["ply"], done["state"]["moves"]) == (
        "takeback.done",
        2,
        0,
        [],
    )
    assert len(hall.hear("white")[0]["state"]["legal"]) == 20
    assert done["state"]["legal"] == []


def test_after_a_take_back_the_ply_repeats_and_the_digest_tells() -> None:
    hall = Hall().seat().play("e4")
    late = {"move": "e5", "ply": 1, "digest": hall.sync()["digest"]}
    hall.say("white", "takeback.propose")
    hall.say("black", "takeback.consent", decision="approve")
    hall.play("d4")
    assert types(hall.say("black", "move.play", **late)) == ["nack", "room.state"]


@pytest.mark.parametrize(("who", "plies", "why"), [("white", 1, "rejected"), ("black", 1, "withdrawn")])
def test_nobody_goes_back_further_than_was_told(who: str, plies: int, why: str) -> None:
    """To play on is to decline what the other asked for, and to think better of what one asked for."""
    hall = Hall().seat().play("e4")
    (queued,) = hall.say(who, "takeback.propose", plies=plies, id="1")
    hall.heard.clear()
    played, rejected = hall.say("black", "move.play", move="e5", ply=1, id="2")
    assert (played["type"], played["re"], rejected["type"]) == ("move.played", "2", "takeback.rejected")
    assert (rejected["proposalId"], rejected["why"]) == (queued["proposalId"], why)
    assert types(hall.hear("white")) == ["move.played", "takeback.rejected"]
    other = "black" if who == "white" else "white"
    for asked in ({}, {"proposalId": queued["proposalId"]}):
        (nack,) = hall.say(other, "takeback.consent", decision="approve", **asked)
        assert nack["code"] == "E_NO_PROPOSAL"
    assert (hall.sync()["ply"], "proposal" in hall.sync()) == (2, False)
    assert hall.again().state.fingerprint() == hall.room.state.fingerprint()


def test_a_take_back_that_was_asked_for_ends_with_the_game() -> None:
    hall = Hall().seat().play(*FOOLS_MATE[:-1])
    hall.say("white", "takeback.propose")
    hall.heard.clear()
    played, rejected = hall.say("black", "move.play", move="Qh4", ply=3)
    assert ("result" in played, rejected["why"]) == (True, "game-over")


def test_rules_at_the_end_of_the_turn_come_after_the_word_about_a_take_back() -> None:
    """A refusal that the mover has to hear is not taken for heard by what the move itself ends."""
    hall = Hall(fen="7k/p4K2/8/8/8/3Q4/8/8 w - - 0 1").seat()
    meek = {"pieceType": "king", "color": "black", "kind": "CaptureFlags", "value": "CANNOT_CAPTURE"}
    hall.play("Kf6", "a6")
    hall.say(
        "white", "modifier-profile.propose", candidate=[{"id": "meek", "name": "Meek", "perType": [meek]}]
    )
    hall.say("black", "modifier-profile.consent", decision="approve")
    hall.say("black", "takeback.propose")
    hall.heard.clear()
    answer = hall.say("white", "move.play", move="Qh7", ply=2)
    assert types(answer) == ["move.played", "takeback.rejected", "nack"]
    assert "nack" in types(hall.say("phone", "room.join", token=hall.tokens["white"]))


@pytest.mark.parametrize(
    ("who", "decision", "why"), [("black", "reject", "rejected"), ("white", "approve", "E_SELF_CONSENT")]
)
def test_a_take_back_that_is_not_agreed_to(who: str, decision: str, why: str) -> None:
    hall = Hall().seat().play("e4")
    hall.say("white", "takeback.propose")
    (answer,) = hall.say(who, "takeback.consent", decision=decision)
    assert why in (answer.get("why"), answer.get("code"))
    assert hall.sync()["ply"] == 1


def test_a_take_back_that_nobody_answers_is_gone_after_a_minute() -> None:
    hall = Hall().seat().play("e4")
    hall.say("white", "takeback.propose")
    hall.pass_time(59_999)
    assert hall.hear("white") == []
    hall.pass_time(1)
    (rejected,) = hall.hear("white")
    assert (rejected["type"], rejected["why"]) == ("takeback.rejected", "timeout")


@pytest.mark.parametrize("mode", ["solo", "bot"])
def test_who_plays_alone_takes_back_at_once(mode: str) -> None:
    hall = Hall("white", mode=mode).play("e4")
    if mode == "bot":
        thought = hall.last.think
        assert thought is not None
        hall.take(hall.room.thought(thought.digest, "e7e5", hall.now))
        hall.heard.clear()
    plies = hall.room.state.game.ply
    assert hall.say("white", "takeback.propose", plies=plies)[0]["state"]["ply"] == 0


def test_a_take_back_undoes_the_end_too() -> None:
    hall = Hall("me", mode="solo").play(*FOOLS_MATE)
    assert "result" not in hall.say("me", "takeback.propose", plies=1)[0]["state"]
    hall.play("Qh4")
    assert hall.room.state.game.is_over


def test_proposals_are_gone_and_what_was_agreed_since_waits_no_longer() -> None:
    hall = Hall().seat().play("e4")
    hall.say("white", "modifier-profile.propose", candidate=["iron-knights"])
    hall.say("black", "modifier-profile.consent", decision="approve")
    hall.say("white", "presets.propose", candidate=[{"id": "piece-hp"}])
    hall.say("white", "takeback.propose")
    hall.heard.clear()
    answer = hall.say("black", "takeback.consent", decision="approve")
    assert types(answer) == ["presets.rejected", "takeback.done"]
    assert {"proposal", "pending"} & answer[-1]["state"].keys() == set()
    hall.play("d4", "d5")
    assert hall.room.state.game.profiles == []


@pytest.mark.parametrize(
    ("topic", "candidate"), [("modifier-profile", ["iron-knights"]), ("presets", [{"id": "piece-hp"}])]
)
def test_rules_that_came_into_force_with_a_move_wait_again_when_it_is_taken_back(
    topic: str, candidate: Any
) -> None:
    hall = Hall("me", mode="solo").play("e4")
    hall.say("me", f"{topic}.update", candidate=candidate)
    assert types(hall.say("me", "move.play", move="e5", ply=1)) == ["move.played", f"{topic}.updated"]
    (done,) = hall.say("me", "takeback.propose", plies=1)
    assert done["state"]["pending"].keys() == {topic}
    assert (done["state"]["profiles"], done["state"]["presets"]) == ([], [])
    assert types(hall.say("me", "move.play", move="c5", ply=1)) == ["move.played", f"{topic}.updated"]
    assert hall.again().state.fingerprint() == hall.room.state.fingerprint()


# -- rematch ---------------------------------------------------------------------------------------


def test_both_ask_for_a_rematch_and_go_on_with_sides_changed() -> None:
    hall = Hall(clock={"initial": 60}).seat()
    hall.say("white", "game.resign")
    (wished,) = hall.say("black", "game.rematch")
    assert (wished["type"], wished["rematch"]) == ("game.updated", ["black"])
    assert hall.say("black", "game.rematch")[0]["code"] == "E_REQUEST"
    (moved,) = hall.say("white", "game.rematch", id="1")
    opened = hall.last.opened
    assert opened is not None
    assert (moved["type"], moved["roomCode"], moved["from"]) == ("room.moved", opened.head.code, "ROOM")
    assert opened.head.tokens == {
        "black": hash_of(hall.tokens["white"]),
        "white": hash_of(hall.tokens["black"]),
    }
    assert hall.say("white", "game.rematch")[0]["code"] == "E_REQUEST"
    assert hall.sync()["movedTo"] == opened.head.code
    room = Room.restored(None, map(stored, opened.entries), hall.chance)
    assert room.state.clock is not None
    assert room.deadline is None  # the clock waits until both have come
    hall.room = room
    hall.say("w", "room.join", token=hall.tokens["white"])
    assert room.deadline is None
    answer = hall.say("b", "room.join", token=hall.tokens["black"])
    assert types(answer) == ["room.joined", "room.presence", "game.updated"]
    assert room.deadline == hall.now + 60_000


def test_a_wish_for_a_rematch_waits_for_who_is_away() -> None:
    hall = Hall().seat().play(*FOOLS_MATE)
    hall.say("white", "game.rematch")
    hall.leave("black")
    hall.room = hall.again()
    hall.take(hall.room.wake(hall.now))
    joined = hall.say("phone", "room.join", token=hall.tokens["black"])[0]
    assert joined["state"]["rematch"] == ["white"]
    (moved,) = hall.say("phone", "game.rematch", id="1")
    assert (moved["type"], moved["re"]) == ("room.moved", "1")
    late = hall.say("desk", "room.join", token=hall.tokens["white"])[0]
    assert late["state"]["movedTo"] == moved["roomCode"]
    assert hall.say("desk", "takeback.propose")[0]["code"] == "E_GAME_OVER"
    assert hall.say("desk", "game.rematch")[0]["code"] == "E_REQUEST"


def test_a_rematch_of_one_who_plays_alone_comes_at_once() -> None:
    hall = Hall("white", mode="bot", bot={"level": 2})
    hall.say("white", "game.resign")
    assert types(hall.say("white", "game.rematch")) == ["room.moved"]
    assert hall.last.opened is not None
    room = Room.restored(None, map(stored, hall.last.opened.entries), hall.chance)
    assert room.state.seats["white"].is_bot
    think = room.wake(hall.now).think
    assert think is not None
    assert think.level == 2


# -- bots ------------------------------------------------------------------------------------------


def test_the_bot_is_asked_when_it_is_its_turn() -> None:
    hall = Hall("white", mode="bot", bot={"player": "search", "level": 5})
    assert hall.last.think is None
    hall.play("e4")
    think = hall.last.think
    assert think is not None
    assert (think.level, think.digest) == (5, hall.room.state.digest)
    hall.take(hall.room.thought(think.digest, "e7e5", hall.now))
    (played,) = hall.hear("white")
    assert (played["type"], played["side"], played["move"]) == ("move.played", "black", "e7e5")
    assert len(played["legal"]) == 29


def test_the_bot_begins_as_white() -> None:
    assert Hall("black", mode="bot").last.think is not None


def test_a_stale_thought_does_nothing() -> None:
    hall = Hall("white", mode="bot").play("e4")
    think = hall.last.think
    assert think is not None
    hall.say("white", "takeback.propose")
    hall.play("d4")
    before = hall.room.state.fingerprint()
    assert hall.room.thought(think.digest, "e7e5", hall.now).entries == []
    assert hall.room.state.fingerprint() == before


def test_a_thought_is_taken_once() -> None:
    hall = Hall("white", mode="bot").play("e4")
    think = hall.last.think
    assert think is not None
    hall.take(hall.room.thought(think.digest, "e7e5", hall.now))
    assert hall.room.thought(think.digest, "e7e5", hall.now).entries == []


def test_a_bot_without_a_move_gives_up() -> None:
    hall = Hall("white", mode="bot").play("e4")
    think = hall.last.think
    assert think is not None
    hall.take(hall.room.thought(think.digest, None, hall.now))
    assert hall.hear("white")[0]["result"]["winner"] == "white"


def test_the_bot_is_asked_again_after_a_restart() -> None:
    hall = Hall("white", mode="bot").play("e4")
    room = hall.again()
    think = room.wake(hall.now).think
    assert think == hall.last.think


#: White is a queen up; so is Black; nobody is.
BETTER, WORSE, EVEN = (
    "4k3/8/8/8/8/8/PPPP4/3QK3 w - - 0 1",
    "3qk3/pppp4/8/8/8/8/8/4K3 w - - 0 1",
    "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1",
)


@pytest.mark.parametrize("level", [1, 4])
@pytest.mark.parametrize("is_bots_turn", [False, True])
@pytest.mark.parametrize(("fen", "accepts"), [(BETTER, True), (WORSE, False), (EVEN, True)])
def test_the_bot_answers_the_offer_of_a_draw(fen: str, accepts: bool, is_bots_turn: bool, level: int) -> None:
    hall = Hall("white", mode="bot", bot={"level": level}, fen=fen.replace("w", "b") if is_bots_turn else fen)
    early = hall.last.think
    hall.heard.clear()
    assert (early is not None) is is_bots_turn
    (offered,) = hall.say("white", "game.offer-draw", id="1")
    assert (offered["re"], offered["drawOffer"]) == ("1", "white")
    think: Any = hall.last.think
    assert choose(think) == choose(think)
    assert hall.sync()["drawOffer"] == "white"  # the room does not wait for it
    if early is not None:
        assert hall.room.thought(early.name, choose(early), hall.now).entries == []  # first things first
    hall.take(hall.room.thought(think.name, choose(think), hall.now))
    (updated,) = hall.hear("white")
    assert updated["type"] == "game.updated"
    assert ("result" in updated, "drawOffer" in updated) == (accepts, False)
    if accepts:
        assert (updated["result"].get("winner"), updated["result"]["reason"]) == (None, "agreement")
    assert hall.again().state.fingerprint() == hall.room.state.fingerprint()
    next_: Any = hall.last.think
    assert (next_ is not None) is (is_bots_turn and not accepts)
    if next_ is not None:
        hall.take(hall.room.thought(next_.name, choose(next_), hall.now))
        assert hall.hear("white")[0]["type"] == "move.played"
    assert hall.room.thought(think.name, None, hall.now).entries == []


def test_the_bot_is_asked_about_the_position_there_is() -> None:
    hall = Hall("white", mode="bot")
    hall.say("white", "game.offer-draw")
    first: Any = hall.last.think
    hall.play("e4")  # the offer stands
    second: Any = hall.last.think
    assert second.name != first.name
    assert hall.room.thought(first.name, ACCEPT, hall.now).entries == []
    again = hall.again().wake(hall.now).think
    assert again == second
    hall.say("white", "takeback.propose")  # and with it the offer
    assert hall.room.thought(second.name, ACCEPT, hall.now).entries == []


def test_the_state_tells_the_documents_that_the_room_was_made_with() -> None:
    hall = Hall("me", mode="solo", variant="atomic")
    assert "documents" not in hall.say("me", "room.sync")[0]["state"]
    text = "kind: variant\nid: mine\nname: Mine\nextends: chess\n"
    piece = {"kind": "piece", "id": "wall", "name": "Wall", "letter": "w", "value": 1, "moves": []}
    hall = Hall("me", mode="solo", variant=text, documents=[piece]).play("e4")
    assert hall.say("me", "room.sync")[0]["state"]["documents"] == [text, piece]
    (done,) = hall.say("me", "takeback.propose", plies=1)
    assert done["state"]["documents"] == [text, piece]
