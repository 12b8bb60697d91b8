"""Rooms: made, joined, left, looked at; who is there; what somebody who comes back hears."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rete_chess.errors import ReteChessError
from rete_chess.server.room import hash_of
from rete_chess.server.room.joining import MOST_COMINGS
from rete_chess.server.room.state import MOST_ANSWERED
from rete_chess.server.wire.directory import CLIENT_MESSAGES
from tests.server.hall import CODE, Hall, types
from tests.server.wire.test_codec import EXAMPLES

DEMON: dict[str, Any] = {
    "kind": "piece",
    "id": "demon",
    "name": "Demon",
    "letter": "d",
    "value": 4,
    "moves": [{"leap": "knight"}, {"leap": "diagonal"}],
}
WARD: dict[str, Any] = {
    "kind": "modifier",
    "id": "ward-v1",
    "type": "data",
    "version": 1,
    "name": "Ward",
    "primitives": [{"kind": "seed-attribute", "attr": "ShieldCharges", "value": 3}],
}

SCENARIO = """
kind: scenario
name: X
variant: chess
scenarios:
  - {name: x, play: e2e4, then: [{square: e4, type: pawn}]}
"""


# -- room.create -----------------------------------------------------------------------------------


def test_creator_gets_a_token_a_side_and_the_state() -> None:
    hall = Hall("black")
    (created,) = hall.hear("black")
    assert (created["type"], created["roomCode"], created["side"]) == ("room.created", CODE, "black")
    state = created["state"]
    assert (state["mode"], state["ply"], state["turn"], state["legal"]) == ("multiplayer", 0, "white", [])
    assert state["variant"]["id"] == "chess"
    assert state["seats"] == {
        "white": {"taken": False, "connected": False},
        "black": {"taken": True, "player": "human", "connected": True},
    }
    assert {piece["type"] for piece in state["manifest"]} == {piece["type"] for piece in state["pieces"]}
    assert len(state["pieces"]) == 32


def test_a_token_is_kept_only_as_a_hash() -> None:
    hall = Hall()
    token = hall.tokens["white"]
    assert hall.room.head.tokens == {"white": hash_of(token)}
    stored = b"".join(entry.to_bytes() for entry in hall.entries) + hall.room.snapshot()
    assert token.encode() not in stored


@pytest.mark.parametrize(
    ("asked", "side"),
    [({"mode": "solo"}, "both"), ({"mode": "bot", "side": "black"}, "black"), ({"side": "white"}, "white")],
)
def test_side_of_the_creator(asked: dict[str, Any], side: str) -> None:
    assert Hall("me", **asked).hear("me")[0]["side"] == side


def test_a_random_side_is_one_of_both() -> None:
    assert Hall("me", side="random").hear("me")[0]["side"] in ("white", "black")


def test_a_room_begins_with_what_its_creator_brings() -> None:
    hall = Hall(
        "me",
        mode="solo",
        fen="4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        presets=[{"id": "piece-hp", "config": {"hp": 3}}],
        profile={"id": "own", "name": "Own", "perType": [{"pieceType": "rook", "kind": "ward-v1"}]},
        customModifiers=[WARD],
    )
    state = hall.hear("me")[0]["state"]
    assert state["fen"] == state["startFen"] == "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    assert state["config"]["piece-hp"]["hp"] == 3
    assert [found["id"] for found in state["customModifiers"]] == ["ward-v1"]
    (profile,) = state["profiles"]
    assert [found["id"] for found in profile["customModifiers"]] == ["ward-v1"]


@pytest.mark.parametrize("key", ["profile", "profiles"])
@pytest.mark.parametrize("source", ["aggressive-pack-v1", {"id": "own", "name": "Own"}])
def test_one_profile_needs_no_list(key: str, source: Any) -> None:
    state = Hall("me", mode="solo", **{key: source}).hear("me")[0]["state"]
    wanted = source if isinstance(source, str) else source["id"]
    assert [found["id"] for found in state["profiles"]] == [wanted]


def test_a_variant_may_come_as_a_document_with_others_beside_it() -> None:
    variant = {
        "kind": "variant",
        "id": "demons",
        "name": "Demons",
        "extends": "chess",
        "pieces": {"d": "demon"},
        "fen": "rdbqkbdr/pppppppp/8/8/8/8/PPPPPPPP/RDBQKBDR w KQkq - 0 1",
    }
    state = Hall("me", mode="solo", variant=variant, documents=[DEMON]).hear("me")[0]["state"]
    assert state["variant"]["document"] == variant
    assert "demon" in {piece["type"] for piece in state["manifest"]}


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"variant": "ches"}, "E_UNKNOWN_NAME"),
        ({"variant": "../chess.variant.yaml"}, "E_DOC_TYPE"),
        ({"variant": "/etc/passwd"}, "E_DOC_TYPE"),
        ({"variant": {"kind": "variant", "id": "x", "name": "X", "colour": 1}}, "E_DOC_UNKNOWN_KEY"),
        ({"variant": {"kind": "variant", "id": "x", "name": "X", "extends": "nobody"}}, "E_UNKNOWN_NAME"),
        ({"fen": "8/8 w - - 0 1"}, "E_FEN"),
        ({"presets": [{"id": "piece-hpp"}]}, "E_UNKNOWN_NAME"),
        ({"presets": [{"id": "piece-hp"}, {"id": "piece-hp"}]}, "E_PRESETS"),
        ({"profiles": ["nobody"]}, "E_UNKNOWN_NAME"),
        ({"profiles": ["../x.profile.yaml"]}, "E_UNKNOWN_NAME"),
        ({"profiles": ["iron-knights"], "profile": "iron-knights"}, "E_DOC_CONFLICT"),
        (
            {"profiles": [{"id": "own", "name": "Own", "perType": [{"pieceType": "x", "kind": "y"}]}]},
            "E_UNKNOWN_NAME",
        ),
        ({"customModifiers": [{**WARD, "primitives": [{"kind": "fly"}]}]}, "E_PRIMITIVE_KIND"),
        ({"customModifiers": [WARD, WARD]}, "E_DUPLICATE_NAME"),
        ({"documents": [DEMON, DEMON]}, "E_DUPLICATE_NAME"),
        ({"documents": ["../x"]}, "E_DOC_TYPE"),
        (
            {"documents": [SCENARIO]},
            "E_DOC_KIND",
        ),
        ({"bot": {"player": "search", "level": 2}}, "E_DOC_CONFLICT"),
    ],
)
def test_nothing_is_made_if_anything_is_wrong(asked: dict[str, Any], code: str) -> None:
    with pytest.raises(ReteChessError) as caught:
        Hall("me", **asked)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("variant", "board", "bare"),
    [
        ("chess", "8/8/8/8/8/8/8/8", "white or black"),
        ("chess", "4k3/8/8/8/8/8/8/8", "white"),
        ("antichess", "8/8/8/8/8/8/8/4K3", "black"),
        ("horde", "8/8/8/8/8/8/8/8", "white or black"),
        ("warlords", "8/8/8/8/8/8/8/4K3", "black"),
    ],
)
def test_a_game_that_is_over_for_want_of_pieces_is_not_begun(variant: str, board: str, bare: str) -> None:
    for mode in ("solo", "multiplayer", "bot"):
        with pytest.raises(ReteChessError, match=f"no piece of {bare}") as caught:
            Hall("white", mode=mode, variant=variant, fen=f"{board} w - - 0 1")
        assert caught.value.code == "E_GAME_OVER"


@pytest.mark.parametrize(
    ("fen", "reason"),
    [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "checkmate"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "insufficient material"),
    ],
)
def test_a_position_in_which_the_game_is_over_is_a_room_with_its_result(fen: str, reason: str) -> None:
    hall = Hall("white", fen=fen, clock={"initial": 60})
    assert hall.hear("white")[0]["state"]["result"]["reason"] == reason
    hall.seat()
    assert (hall.room.deadline, hall.sync()["legal"], hall.sync("black")["legal"]) == (None, [], [])
    assert hall.room.head.result == hall.sync()["result"]
    refused: dict[str, dict[str, Any]] = {
        "move.play": {"move": "Kh8", "ply": 0},
        "game.offer-draw": {},
        "game.resign": {},
        "presets.propose": {"candidate": [{"id": "piece-hp"}]},
    }
    for word, fields in refused.items():
        assert hall.say("black", word, **fields)[0]["code"] == "E_GAME_OVER"
    assert hall.say("black", "takeback.propose")[0]["code"] == "E_NOTHING_TO_UNDO"
    hall.say("black", "game.rematch")
    assert types(hall.say("white", "game.rematch")) == ["room.moved"]
    assert hall.again().state.fingerprint() == hall.room.state.fingerprint()


def test_no_bot_is_asked_for_a_move_where_there_is_none() -> None:
    assert Hall("white", mode="bot", fen="7k/6Q1/6K1/8/8/8/8/8 b - - 0 1").last.think is None


# -- room.join -------------------------------------------------------------------------------------


def test_who_joins_gets_the_free_seat_and_the_third_watches() -> None:
    hall = Hall("white")
    joined, presence = hall.say("black", "room.join")
    assert (joined["type"], joined["side"], presence["type"]) == ("room.joined", "black", "room.presence")
    assert "missed" not in joined
    watching, _ = hall.say("third", "room.join", id="5")
    assert (watching["side"], "token" in watching, watching["re"]) == ("none", False, "5")
    assert hall.hear("white")[-1]["spectators"] == 1


@pytest.mark.parametrize(("asked", "side"), [("player", "black"), ("spectator", "none"), (None, "black")])
def test_join_as(asked: str | None, side: str) -> None:
    assert Hall("white").say("other", "room.join", **{"as": asked} if asked else {})[0]["side"] == side


def test_no_third_player() -> None:
    hall = Hall().seat()
    (nack,) = hall.say("third", "room.join", **{"as": "player"})
    assert (nack["type"], nack["code"]) == ("nack", "E_SEAT")
    assert hall.hear("white") == []


@pytest.mark.parametrize("mode", ["solo", "bot"])
def test_others_only_watch_who_plays_alone(mode: str) -> None:
    hall = Hall("me", mode=mode)
    assert hall.say("other", "room.join")[0]["side"] == "none"
    assert hall.say("third", "room.join", **{"as": "player"})[0]["code"] == "E_SEAT"


def test_a_wrong_token_opens_nothing_and_shows_nothing() -> None:
    hall = Hall().seat()
    before = hall.room.state.fingerprint()
    (nack,) = hall.say("thief", "room.join", token="guess", since=0, id="1")
    assert (nack["code"], nack["re"]) == ("E_TOKEN", "1")
    assert nack.keys() == {"type", "roomCode", "re", "code", "message"}
    assert hall.room.state.fingerprint() == before
    assert hall.say("thief", "room.sync")[0]["code"] == "E_SEAT"


def test_a_token_gives_the_seat_again_and_the_older_socket_goes() -> None:
    hall = Hall().seat()
    (joined,) = hall.say("phone", "room.join", token=hall.tokens["black"])
    assert (joined["side"], "token" in joined) == ("black", False)
    assert types(hall.hear("black")) == ["room.replaced"]
    assert hall.closed == ["black"]
    assert hall.hear("white") == []  # somebody is still there
    hall.leave("black")  # the old socket closes late: nothing happens
    assert hall.entries[-1].kind == "presence"
    assert hall.room.state.seats["black"].is_connected


LONG = "0123456789abcdef"


def lost(name: str = LONG) -> Hall:
    """A room in which somebody took a seat on a line that broke before the answer came."""
    hall = Hall("white")
    hall.say("first", "room.join", id=name)
    hall.leave("first")
    return hall


@pytest.mark.parametrize("has_slept", [False, True])
def test_a_seat_whose_key_was_never_heard_is_had_again(has_slept: bool) -> None:
    hall = lost()
    key = hall.tokens["first"]
    if has_slept:
        hall.room = hall.again(snapshot=hall.room.snapshot())
        hall.seqs.clear()
    joined = hall.say("second", "room.join", id=LONG)[0]
    assert (joined["side"], joined["re"]) == ("black", LONG)
    assert joined["token"] not in (key, LONG)
    assert hall.room.viewer_with(key) == "none"
    assert hall.room.viewer_with(joined["token"]) == "black"
    assert hall.again().state.fingerprint() == hall.room.state.fingerprint()


@pytest.mark.parametrize("name", ["j1", LONG[1:], None, "another long name of a message"])
def test_a_seat_is_not_had_by_guessing(name: str | None) -> None:
    hall = lost("j1" if name == "j1" else LONG[1:] if name == LONG[1:] else LONG)
    assert hall.say("thief", "room.join", **{"id": name} if name else {})[0]["side"] == "none"


@pytest.mark.parametrize("by", ["room.sync", "move.play", "room.join"])
def test_a_seat_whose_player_was_heard_is_opened_by_its_key_alone(by: str) -> None:
    """By any word on it, also one that is refused, and by coming with the key."""
    hall = Hall("white")
    hall.say("first", "room.join", id=LONG)
    if by == "room.join":
        hall.leave("first")
        hall.say("first", by, token=hall.tokens["first"])
    else:
        hall.say("first", by, **{"move": "e5", "ply": 7} if by == "move.play" else {})
    hall.leave("first")
    for room in (hall.room, hall.again()):
        assert room.state.seats["black"].claim is None
    assert hall.say("thief", "room.join", id=LONG)[0]["side"] == "none"
    assert hall.say("second", "room.join", token=hall.tokens["first"])[0]["side"] == "black"


def test_a_seat_is_not_taken_from_whoever_is_there() -> None:
    hall = Hall("white")
    hall.say("first", "room.join", id=LONG)
    (nack,) = hall.say("second", "room.join", id=LONG)
    assert (nack["code"], nack["hint"]) == (
        "E_SEAT",
        "come with its token, or again once that line is broken",
    )
    assert hall.closed == []
    assert hall.say("first", "room.join", id=LONG)[0]["side"] == "black"


def test_spectators_that_come_and_go_do_not_fill_the_log() -> None:
    hall = Hall().seat()
    before = hall.room.state.seq
    for _ in range(30):
        hall.say("third", "room.join")
        hall.say("third", "room.leave")
        hall.now += 100
    hall.say("third", "room.join")
    assert hall.room.state.seq - before == MOST_COMINGS
    assert hall.room.state.spectators == 0  # as it was told last
    due = hall.room.deadline
    assert due is not None
    hall.heard.clear()
    hall.pass_time(due - hall.now - 1)
    assert hall.hear("white") == []
    hall.pass_time(1)
    (presence,) = hall.hear("white")
    assert (presence["type"], presence["spectators"]) == ("room.presence", 1)
    assert hall.room.deadline is None
    assert hall.again().state.fingerprint() == hall.room.state.fingerprint()


def test_players_that_come_and_go_are_told_at_once() -> None:
    hall = Hall().seat()
    for _ in range(MOST_COMINGS):
        hall.say("third", "room.join")
        hall.say("third", "room.leave")
    hall.say("third", "room.join")
    hall.heard.clear()
    hall.leave("black")
    (presence,) = hall.hear("white")
    assert (presence["black"]["connected"], presence["spectators"]) == (False, 1)


def test_to_join_twice_on_one_socket_changes_nothing() -> None:
    hall = Hall().seat()
    number = hall.room.state.number
    assert hall.say("black", "room.join")[0]["side"] == "black"
    assert hall.say("black", "room.join", token=hall.tokens["black"])[0]["side"] == "black"
    assert hall.room.state.number == number
    assert hall.closed == []


def test_who_is_not_in_the_room_is_not_heard() -> None:
    (nack,) = Hall().say("stranger", "game.resign", id="9")
    assert (nack["code"], nack["re"]) == ("E_SEAT", "9")


def test_nobody_hears_a_token_but_its_owner() -> None:
    hall = Hall().seat()
    hall.say("third", "room.join")
    hall.play("e4", "e5")
    hall.say("phone", "room.join", token=hall.tokens["black"])
    told = str([hall.heard, hall.sync("third"), hall.sync("white"), hall.sync("phone")])
    assert not any(token in told for token in hall.tokens.values())


# -- presence and leaving --------------------------------------------------------------------------


def test_presence_tells_who_is_there_and_since_when_not() -> None:
    hall = Hall().seat()
    hall.now += 5_000
    hall.leave("black")
    (presence,) = hall.hear("white")
    assert presence["white"]["connected"]
    assert presence["black"] == {
        "taken": True,
        "player": "human",
        "connected": False,
        "absentSince": hall.now,
    }
    hall.say("black", "room.join", token=hall.tokens["black"])
    assert hall.hear("white")[0]["black"] == {"taken": True, "player": "human", "connected": True}


def test_who_leaves_keeps_the_seat() -> None:
    hall = Hall().seat()
    (closed,) = hall.say("black", "room.leave", id="1")
    assert (closed["type"], closed["why"], closed["re"]) == ("room.closed", "left", "1")
    assert types(hall.hear("white")) == ["room.presence"]
    assert hall.say("black", "game.resign")[0]["code"] == "E_SEAT"
    assert hall.say("black", "room.join", token=hall.tokens["black"])[0]["side"] == "black"


#: What somebody who only watches may say.
OPEN = {"room.join", "room.sync", "room.leave", "move.trace", "move.explain", "piece.inspect"}


@pytest.mark.parametrize("type_", sorted(CLIENT_MESSAGES.keys() - OPEN - {"room.create"}))
def test_who_watches_or_is_not_there_does_nothing_whatever_it_is(type_: str) -> None:
    hall = Hall(presets=[{"id": "piece-hp"}]).seat().play("e4")
    for topic, candidate in (("presets", []), ("modifier-profile", ["iron-knights"])):
        hall.say("white", f"{topic}.propose", candidate=candidate)
    hall.say("white", "takeback.propose")
    hall.say("white", "game.offer-draw")
    hall.say("third", "room.join")
    hall.heard.clear()
    before = hall.room.state.fingerprint()
    for who in ("third", "stranger"):
        (nack,) = hall.say(who, type_, **EXAMPLES[type_], id="1")
        assert (nack["type"], nack["code"], nack["re"]) == ("nack", "E_SEAT", "1")
    assert hall.room.state.fingerprint() == before
    assert not any(hall.heard.values())


# -- coming back -----------------------------------------------------------------------------------


def test_who_comes_back_gets_what_was_missed() -> None:
    hall = Hall().seat()
    heard = hall.seqs["black"]
    hall.leave("black")
    hall.play("e4")
    joined = hall.say("phone", "room.join", token=hall.tokens["black"], since=heard)[0]
    assert types(joined["missed"]) == ["room.presence", "move.played"]
    assert [message["seq"] for message in joined["missed"]] == [heard + 1, heard + 2]
    assert joined["state"]["seq"] == heard + 2
    assert len(joined["state"]["legal"]) == 20


def test_who_missed_nothing_hears_so() -> None:
    hall = Hall().seat()
    assert (
        hall.say("phone", "room.join", token=hall.tokens["black"], since=hall.seqs["black"])[0]["missed"]
        == []
    )


@pytest.mark.parametrize("since", [0, 1_000_000])
def test_who_was_away_too_long_gets_the_state_alone(since: int) -> None:
    hall = Hall("me", mode="solo")
    for _ in range(26):
        hall.play("Nf3", "Nf6", "Ng1", "Ng8")
        hall.say("me", "takeback.propose", plies=4)
    joined = hall.say("phone", "room.join", token=hall.tokens["me"], since=since)[0]
    assert "missed" not in joined
    assert joined["state"]["seq"] == hall.room.state.seq


def test_a_missed_take_back_comes_with_its_state() -> None:
    hall = Hall("me", mode="solo").play("e4", "e5")
    heard = hall.seqs["me"]
    (done,) = hall.say("me", "takeback.propose", plies=1)
    hall.play("c5")
    missed = hall.say("phone", "room.join", token=hall.tokens["me"], since=heard)[0]["missed"]
    assert types(missed) == ["takeback.done", "move.played"]
    told, heard_then = missed[0]["state"], done["state"]
    assert {**told, "legal": heard_then["legal"]} == heard_then
    assert len(hall.room.state.recent[-2].text) < len(hall.entries[0].to_bytes()) + 12_000


def test_spectators_hear_the_same_numbers() -> None:
    hall = Hall().seat()
    hall.say("third", "room.join")
    hall.play("e4", "e5")
    assert hall.seqs["white"] == hall.seqs["black"] == hall.seqs["third"]


# -- sending twice ---------------------------------------------------------------------------------


def test_the_same_message_is_acted_on_and_answered_once() -> None:
    hall = Hall().seat()
    move = {"move": "e4", "ply": 0, "id": "a"}
    (played,) = hall.say("white", "move.play", **move)
    assert (played["re"], played["ply"]) == ("a", 1)
    assert hall.say("white", "move.play", **move) == []
    assert hall.sync()["ply"] == 1


def test_after_a_broken_line_the_answer_comes_again() -> None:
    hall = Hall().seat()
    move = {"move": "e4", "ply": 0, "id": "a"}
    hall.say("white", "move.play", **move)
    hall.leave("white")
    hall.say("phone", "room.join", token=hall.tokens["white"])
    (again,) = hall.say("phone", "move.play", **move)
    assert (again["type"], again["re"], again["ply"]) == ("move.played", "a", 1)
    assert hall.say("phone", "move.play", **move) == []
    assert hall.sync("phone")["ply"] == 1


def test_a_directed_answer_comes_again_too_also_after_a_restart() -> None:
    hall = Hall().seat()
    asked = {"candidate": [{"id": "piece-hp"}], "id": "b"}
    (queued,) = hall.say("white", "presets.propose", **asked)
    hall.room = hall.again()
    hall.take(hall.room.wake(hall.now))
    hall.say("phone", "room.join", token=hall.tokens["white"])
    assert hall.say("phone", "presets.propose", **asked) == [queued]
    assert hall.room.state.proposals == 1


def test_an_id_names_one_message() -> None:
    hall = Hall().seat()
    hall.say("white", "move.play", move="e4", ply=0, id="a")
    assert hall.say("white", "game.resign", id="a")[0]["code"] == "E_MESSAGE_ID"
    assert types(hall.say("black", "move.play", move="e5", ply=1, id="a")) == ["move.played"]


def test_who_takes_another_seat_has_heard_none_of_its_answers() -> None:
    hall = Hall().seat()
    hall.say("black", "game.offer-draw", id="1")
    hall.say("white", "game.answer-draw", accept=False, id="1")
    hall.say("white", "room.join", token=hall.tokens["black"])  # one person with both keys
    (again,) = hall.say("white", "game.offer-draw", id="1")
    assert (again["type"], again["re"]) == ("game.updated", "1")


def test_a_refused_message_may_be_sent_again() -> None:
    hall = Hall()
    move = {"move": "e4", "ply": 0, "id": "a"}
    assert hall.say("white", "move.play", **move)[0]["code"] == "E_WAITING"
    hall.seat()
    assert types(hall.say("white", "move.play", **move)) == ["move.played"]


def test_questions_are_answered_every_time() -> None:
    hall = Hall().seat()
    assert types(hall.say("white", "room.sync", id="s") + hall.say("white", "room.sync", id="s")) == [
        "room.state",
        "room.state",
    ]


def test_only_so_many_answers_are_remembered() -> None:
    """In the state, in snapshots, and for sockets: the documents of a proposal are in none of them."""
    hall = Hall().seat()
    squares = [f"{file}{rank}" for file in "abcdefgh" for rank in (1, 2)]
    entries = [{"square": square, "kind": "HpBonus", "value": 1} for square in squares]
    large = {"id": "own", "name": "Own", "perInstance": entries}
    for number in range(2 * MOST_ANSWERED):
        answer = hall.say("white", "modifier-profile.propose", candidate=[large], id=f"{number}")
        assert answer[-1]["type"] == "modifier-profile.queued"
        if number % 7 == 0:  # on another socket
            hall.say("white", "room.join", token=hall.tokens["white"])
    room = hall.room
    assert len(room.state.answered["white"]) == MOST_ANSWERED
    assert len(room._answered["white"]) <= MOST_ANSWERED
    told = room.state.to_json()["answered"]
    assert len(json.dumps(told)) < 400 * MOST_ANSWERED
    first, last = 0, 2 * MOST_ANSWERED - 1
    asked = {"candidate": [large]}
    assert hall.say("white", "modifier-profile.propose", **asked, id=f"{last}") == []  # remembered, and heard
    answer = hall.say(
        "white", "modifier-profile.propose", **asked, id=f"{first}"
    )  # forgotten: acted on again
    assert types(answer) == ["modifier-profile.rejected", "modifier-profile.queued"]


def test_ids_belong_to_the_seat_whatever_socket_it_has() -> None:
    hall = Hall().seat()
    hall.say("white", "move.play", move="e4", ply=0, id="1")
    hall.say("phone", "room.join", token=hall.tokens["white"])
    (nack,) = hall.say("phone", "game.resign", id="1")
    assert (nack["code"], nack["hint"]) == ("E_MESSAGE_ID", "give every message an id of its own")
    assert types(hall.say("phone", "game.resign", id="2")) == ["game.updated"]
