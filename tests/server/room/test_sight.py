"""Rooms whose rules hide something: each viewer hears what its side sees, and all of it after the end."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rete_chess.server.room import Room, RoomError, views
from rete_chess.server.room.bot import choose
from tests.server.hall import CODE, Hall, read, stored
from tests.server.room.test_consent import EDGE, MEEK

FOG = "kind: preset\nid: fog-of-war\nname: Fog\ndescription: A trial.\nsight: [{see: reach}]\n"
OPENING = ("e2e4", "d7d5", "d2d4", "b8c6")


def dark(**asked: Any) -> Hall:
    """A game of dark chess with somebody who watches."""
    hall = Hall(variant="dark-chess", **asked).seat()
    hall.say("watcher", "room.join", **{"as": "spectator"})
    hall.heard.clear()
    return hall


def move(hall: Hall, text: str) -> None:
    hall.say(hall.mover, "move.play", move=text, ply=hall.room.state.game.ply)


def test_each_viewer_hears_what_it_sees() -> None:
    hall = dark()
    hall.heard.clear()
    hall.take(hall.room.receive("white", _read("move.play", move="e4", ply=0, id="a"), hall.now))
    heard = {who: hall.hear(who) for who in ("white", "black", "watcher")}
    (own,), (other,), (nobody,) = heard["white"], heard["black"], heard["watcher"]
    assert (own["move"], own["san"], own["re"], own["from"]) == ("e2e4", "e4", "a", "e2")
    assert (other["move"], other["san"]) == ("?", "?")
    assert not {"from", "to", "re"} & other.keys()
    assert other["changes"]["pieces"] == {}
    assert len(other["legal"]) == 20
    assert nobody["fen"].split()[0] == "/".join(["????????"] * 8)
    assert own["seq"] == other["seq"] == nobody["seq"]
    assert len({own["digest"], other["digest"], nobody["digest"], hall.room.state.digest}) == 4


def _read(type: str, **fields: Any) -> Any:  # noqa: A002
    return read({"type": type, "roomCode": CODE, **fields})


def test_the_state_holds_no_more_than_the_view() -> None:
    hall = dark().play(*OPENING)
    state, truth = hall.sync("white"), hall.room.state.game
    view = truth.match.view("white")
    assert state["fen"] == view.fen
    assert {piece["square"] for piece in state["pieces"] if piece["color"] == "black"} == {"d5"}
    assert [move["san"] for move in state["moves"]] == ["e4", "?d5", "d4", "?"]
    assert state["startFen"] == "????????/????????/????????/????????/8/8/PPPPPPPP/RNBQKBNR w KQ? - ? 1"
    assert {found["move"] for found in state["legal"]} == set(map(str, view.legal_moves))
    assert state["digest"] == view.digest
    assert hall.sync("watcher")["pieces"] == []


def test_an_illegal_try_tells_nothing() -> None:
    """Whether e7 is empty, and who could take on d8, is the same to White."""
    hall = dark().play("e2e4", "d7d6")
    answers = [hall.say("white", "move.play", move=text, ply=2)[0] for text in ("e4e6", "e4d5", "d1d7")]
    assert [found["code"] for found in answers] == ["E_MOVE_ILLEGAL"] * 3
    assert not any("hint" in found for found in answers)
    (unseen,) = hall.say("white", "piece.inspect", square="d6")
    (nobody,) = hall.say("white", "piece.inspect", square="e8")
    assert unseen["message"].replace("d6", "") == nobody["message"].replace("e8", "")
    (claim,) = hall.say("white", "game.claim-draw")
    assert claim["code"] == "E_SIGHT"


def test_what_was_missed_is_what_was_heard() -> None:
    hall = dark()
    start = hall.room.state.seq
    hall.say("white", "move.play", move="e2e4", ply=0)
    hall.say("black", "move.play", move="d7d5", ply=1)
    heard = [{k: v for k, v in told.items() if k not in ("re", "legal")} for told in hall.hear("white")]
    state = hall.room.state
    (joined, *_) = hall.say("white 2", "room.join", token=hall.tokens["white"], since=start)
    assert joined["missed"][1]["move"] == "?d5"
    assert joined["missed"][1:2] == heard[-1:]
    room = Room.restored(hall.room.snapshot(), map(stored, hall.entries), hall.chance)
    assert room.state.fingerprint() == hall.again().state.fingerprint() == state.fingerprint()
    assert [found.message("white") for found in room.state.recent][-3:-1] == [
        found.message("white") for found in state.recent
    ][-3:-1]


@pytest.mark.parametrize("spectators", ["after", "nothing", "all"])
def test_after_the_end_everything_is_shown(spectators: str) -> None:
    text = f"""kind: variant
id: dusk
name: Dusk
description: A trial.
extends: dark-chess
sight: [{{spectators: {spectators}}}]
"""
    hall = Hall(variant=text).seat()
    hall.say("watcher", "room.join", **{"as": "spectator"})
    hall.play(*OPENING)
    assert ("?" in hall.sync("watcher")["fen"]) == (spectators != "all")
    hall.heard.clear()
    hall.say("black", "game.resign")
    for who in ("white", "watcher"):
        told = hall.hear(who)
        states = [message["state"] for message in told if message["type"] == "room.state"]
        assert len(states) == (0 if who == "watcher" and spectators != "after" else 1)
        for state in states:
            assert state["fen"] == hall.room.state.game.standing()["fen"]
            assert [found["move"] for found in state["moves"]] == [*OPENING]
            assert len(state["pieces"]) == 32
            assert "?" not in state["startFen"]
    is_hidden = spectators == "nothing"
    assert ("?" in hall.sync("watcher")["fen"]) == is_hidden
    if is_hidden:
        with pytest.raises(RoomError, match="hides something"):
            views.pgn_for(hall.room.state, "none")
    log = views.log_for(hall.room.state, "none", hall.entries)
    assert ("seed" in log, "e2e4" in str(log)) == (not is_hidden, not is_hidden)
    assert "e4" in views.pgn_for(hall.room.state, "white")
    (refused,) = hall.say("white", "takeback.propose", plies=1)
    assert refused["code"] == "E_GAME_OVER"


def test_the_king_is_taken() -> None:
    hall = dark().play("e2e4", "f7f6", "d1h5", "a7a6")
    move(hall, "h5e8")
    played, state = hall.hear("black")
    assert (played["type"], played["result"]["winner"]) == ("move.played", "white")
    assert state["type"] == "room.state"
    assert state["state"]["moves"][-1]["move"] == "h5e8"


def test_running_games_are_told_by_their_log_alone() -> None:
    hall = dark().play(*OPENING)
    for viewer in ("white", "black", "none"):
        for telling in (views.pgn_for, views.save_for):
            with pytest.raises(RoomError) as caught:
                telling(hall.room.state, viewer)
            assert caught.value.code == "E_SIGHT"
    log = views.log_for(hall.room.state, "white", hall.entries)
    assert [found["move"] for found in log["log"] if found["type"] == "move.played"] == [
        "e2e4", "?d5", "d2d4", "?",
    ]  # fmt: skip
    assert "c6" not in json.dumps(log)
    hall.say("white", "game.resign")
    whole = views.log_for(hall.room.state, "black", hall.entries)
    assert [found["move"] for found in whole["log"] if found["type"] == "move.played"] == [*OPENING]


def test_taking_back_shows_what_was_seen() -> None:
    hall = dark().play(*OPENING)
    before = hall.sync("white")
    hall.play("f1b5", "g8f6")
    hall.say("white", "takeback.propose", plies=2)
    hall.heard.clear()
    hall.say("black", "takeback.consent", decision="approve")
    (done,) = hall.hear("white")
    unlike = ("seq", "now", "seats")
    assert {k: v for k, v in done["state"].items() if k not in unlike} == {
        k: v for k, v in before.items() if k not in unlike
    }
    (joined, *_) = hall.say("white 2", "room.join", token=hall.tokens["white"], since=done["seq"] - 1)
    assert joined["missed"][0]["state"]["fen"] == done["state"]["fen"]


def test_who_plays_both_sides_sees_both() -> None:
    hall = Hall("solo", variant="dark-chess", mode="solo").play("e2e4", "e7e5")
    assert "?" not in hall.sync("solo")["fen"]
    hall.say("watcher", "room.join", **{"as": "spectator"})
    assert hall.sync("watcher")["pieces"] == []
    hall.say("solo", "takeback.propose", plies=1)
    assert hall.hear("watcher")[-1]["state"]["pieces"] == []
    assert views.pgn_for(hall.room.state, "both")


def test_a_bot_goes_by_what_its_side_sees() -> None:
    """Two rooms in which the pieces behind White's lines stand otherwise: the bot answers alike."""
    answers = []
    for fen in (None, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/BNRKQRNB w - - 0 1"):
        asked = {} if fen is None else {"fen": fen}
        hall = Hall(variant="dark-chess", mode="bot", bot={"player": "search", "level": 2}, **asked)
        hall.say("white", "move.play", move="a2a3", ply=0)
        assert hall.last.think is not None
        answers.append(choose(hall.last.think))
        hall.say("white", "game.offer-draw")
        assert hall.last.think is not None
        answers.append(choose(hall.last.think))
    assert answers[:2] == answers[2:]
    assert answers[0] is not None


def test_rules_that_hide_begin_and_end_in_mid_game() -> None:
    hall = Hall(variant="chess", documents=[FOG]).seat().play("e2e4", "e7e5")
    for presets in ([{"id": "fog-of-war"}], []):
        (queued,) = hall.say("white", "presets.propose", candidate=presets)
        hall.say("black", "presets.consent", decision="approve", proposalId=queued["proposalId"])
        hall.heard.clear()
        move(hall, "g1f3" if presets else "b8c6")
        told = hall.hear("black" if presets else "white")
        assert [message["type"] for message in told] == ["move.played", "presets.updated", "room.state"]
        whole = hall.room.state.game.standing()["fen"]
        assert ("?" in told[1]["fen"]) == ("?" in told[2]["state"]["fen"]) == bool(presets)
        assert (told[2]["state"]["fen"] == whole) != bool(presets)
    assert hall.sync("white")["moves"][-1]["move"] == "b8c6"


def test_proposals_find_out_nothing() -> None:
    """A profile for a piece that is not seen is judged by the start, and by nothing that came after it."""
    answers = []
    for reply in ("a7a6", "e7e5"):
        hall = dark().play("g1f3", reply)
        mods = {"e7": [{"kind": "hp", "value": 2}], "e5": [{"kind": "hp", "value": 2}]}
        candidate = [{"id": "gift", "name": "Gift", "pieceInstanceMods": mods}]
        answers.append(hall.say("white", "modifier-profile.propose", candidate=candidate))
    assert answers[0] == answers[1]


def test_a_rematch_hides_as_well() -> None:
    hall = dark().play(*OPENING)
    hall.say("white", "game.resign")
    for who in ("white", "black"):
        hall.say(who, "game.rematch")
    opened = hall.last.opened
    assert opened is not None
    room = Room.restored(None, map(stored, opened.entries), hall.chance)
    assert "?" in views.state_for(room.state, "white", hall.now)["fen"]


def test_rooms_that_hide_nothing_store_nothing_more() -> None:
    hall = Hall().seat().play("e2e4", "e7e5")
    assert not any(entry.seen for entry in hall.entries)
    assert b'"seen"' not in hall.room.snapshot()


def test_a_preset_hides_for_one_side() -> None:
    """White sees less, Black everything; who comes back hears the change as it was told."""
    hall = Hall(variant="chess", documents=[FOG]).seat().play("e2e4", "e7e5")
    seq = hall.room.state.seq
    (queued,) = hall.say("black", "presets.propose", candidate=[{"id": "fog-of-war", "scope": "white"}])
    hall.say("white", "presets.consent", decision="approve", proposalId=queued["proposalId"])
    hall.play("g1f3")
    white, black = hall.sync("white"), hall.sync("black")
    assert ("?" in white["fen"].split()[0], "?" in black["fen"].split()[0]) == (True, False)
    assert {piece["square"] for piece in white["pieces"] if piece["color"] == "black"} == {"e5"}
    hall.play("b8c6")
    (joined, *_) = hall.say("white 2", "room.join", token=hall.tokens["white"], since=seq)
    moves = [told["move"] for told in joined["missed"] if told["type"] == "move.played"]
    assert moves == ["g1f3", "?"]
    assert [told["seq"] for told in joined["missed"]] == [*range(seq + 1, seq + 1 + len(joined["missed"]))]


def test_a_draw_by_counting_shows_everything() -> None:
    hall = dark()
    for _ in range(4):
        hall.play("g1f3", "g8f6", "f3g1", "f6g8")
    assert hall.room.state.game.result["reason"]
    for who in ("white", "black", "watcher"):
        assert "?" not in hall.sync(who)["fen"]


def test_rules_that_the_position_does_not_bear_are_refused_without_a_reason() -> None:
    """After Qh7 the black king can only capture, which no meek one can: Black hears that it cannot be, and
    White nothing at all."""
    text = (
        "kind: variant\nid: dusk\nname: Dusk\ndescription: A trial.\nextends: chess\nsight: [{see: reach}]\n"
    )
    hall = Hall(variant=text, fen=EDGE).seat()
    (queued,) = hall.say("black", "modifier-profile.propose", candidate=[MEEK])
    hall.say("white", "modifier-profile.consent", decision="approve")
    hall.heard.clear()
    (own,) = hall.say("white", "move.play", move="Qh7", ply=0)
    played, nack = hall.hear("black")
    assert (nack["code"], nack["proposalId"]) == ("E_SIGHT", queued["proposalId"])
    assert "problems" not in nack
    for told in (own, played):
        assert not any("deadlock" in str(event).lower() for event in told["events"])
        assert not any("stay" in said for said in told["presetEffects"])
    (refused,) = hall.say("black", "modifier-profile.propose", candidate=[MEEK])
    assert refused["type"] == "modifier-profile.queued", "it is judged by the start"
    (late,) = hall.say("white", "modifier-profile.consent", decision="approve")
    assert (late["code"], "problems" in late) == ("E_SIGHT", False)
