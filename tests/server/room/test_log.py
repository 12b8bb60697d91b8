"""The log: what it makes again, with a snapshot or without, and what goes into the head of a room."""

from __future__ import annotations

from typing import Any

import pytest

from rete_chess.match import parse_save
from rete_chess.server.room import Room, views
from rete_chess.server.room.bot import choose
from rete_chess.server.room.state import NOBODY
from tests.server.hall import Hall, stored, types
from tests.server.room.test_consent import OWN
from tests.server.room.test_rooms import WARD


def eventful() -> Hall:
    """A room in which nearly everything has happened."""
    hall = Hall(clock={"initial": 600, "increment": 5}, customModifiers=[WARD]).seat()
    hall.say("third", "room.join")
    hall.play("e4", "e5")
    hall.say("white", "modifier-profile.propose", candidate=[OWN], id="1")
    hall.say("black", "modifier-profile.consent", decision="approve", id="2")
    hall.now += 4_000
    hall.play("Nf3")
    hall.say("black", "presets.propose", candidate=[{"id": "piece-hp"}])
    hall.say("black", "presets.propose", candidate=[{"id": "piece-hp", "config": {"hp": 3}}])
    hall.say("white", "presets.consent", decision="approve", proposalId="p3")
    hall.play("Nc6", "Bc4")
    hall.say("black", "takeback.propose", plies=1)
    hall.say("white", "takeback.consent", decision="approve")
    hall.say("white", "game.offer-draw")
    hall.say("black", "custom-modifier.register", descriptor={**WARD, "id": "ward-v2"})
    hall.leave("third")
    hall.say("white", "presets.propose", candidate=[])
    return hall


@pytest.fixture(scope="module")
def hall() -> Hall:
    return eventful()


def test_the_log_makes_the_room_again(hall: Hall) -> None:
    again = hall.again()
    assert again.state.fingerprint() == hall.room.state.fingerprint()
    assert again.deadline == hall.room.deadline
    assert again.head == hall.room.head


def test_numbers_have_no_gap(hall: Hall) -> None:
    assert [entry.number for entry in hall.entries] == list(range(1, len(hall.entries) + 1))
    seqs = [entry.seq for entry in hall.entries if entry.seq is not None]
    assert seqs == list(range(1, hall.room.state.seq + 1))
    assert all((entry.seq is None) == (entry.message is None) for entry in hall.entries)


def test_a_snapshot_and_what_follows_make_the_room_again() -> None:
    hall = eventful()
    snapshot = hall.room.snapshot()
    number = hall.room.state.number
    hall.play("d4", "exd4")
    tail = [stored(entry) for entry in hall.entries if entry.number > number]
    for entries in (tail, hall.entries):
        room = Room.restored(snapshot, map(stored, entries), hall.chance)
        assert room.state.fingerprint() == hall.room.state.fingerprint()
    assert (
        Room.restored(hall.room.snapshot(), [], hall.chance).state.fingerprint()
        == hall.room.state.fingerprint()
    )


@pytest.mark.parametrize("is_whole", [True, False])
def test_a_room_made_again_goes_on_as_if_nothing_had_happened(is_whole: bool) -> None:
    first, second = eventful(), eventful()
    second.room = second.again(snapshot=None if is_whole else second.room.snapshot())
    for socket, viewer in (("white", "white"), ("black", "black")):
        second.room.attach(socket, viewer)
    for hall in (first, second):
        hall.heard.clear()
        hall.play("d4", "exd4")
        hall.say("white", "takeback.propose", plies=4)
        hall.say("black", "takeback.consent", decision="approve", proposalId="p6")
    assert first.sync() == second.sync()
    assert first.room.state.fingerprint() == second.room.state.fingerprint()


def test_the_state_differs_where_the_log_does() -> None:
    first, second = Hall().seat(), Hall().seat()
    assert first.room.state.fingerprint() == second.room.state.fingerprint()
    second.say("white", "game.offer-draw")
    assert first.room.state.fingerprint() != second.room.state.fingerprint()


def test_the_head_tells_what_a_stranger_may_know(hall: Hall) -> None:
    head = hall.room.head
    assert (head.code, head.mode, head.variant, head.is_private) == ("ROOM", "multiplayer", "chess", False)
    assert (head.seats, head.moves, head.result) == ({"white": True, "black": True}, 4, None)
    assert head.deadlines == {
        "presets": hall.now + 60_000,
        "clock": hall.room.state.clock.deadline if hall.room.state.clock else None,
    }


def test_the_time_of_the_last_player_is_known() -> None:
    hall = Hall().seat()
    hall.now += 1_000
    hall.play("e4")
    assert hall.room.head.player_at == hall.now
    hall.now += 1_000
    hall.leave("white")
    hall.leave("black")
    left = hall.now
    hall.now += 1_000
    hall.say("third", "room.join")
    assert hall.room.head.player_at == left


def test_a_game_is_told_outside_of_its_room() -> None:
    hall = Hall().seat().play("e4", "e5")
    state = hall.room.state
    assert "1. e4 e5" in views.pgn_for(state, NOBODY)
    assert (
        parse_save(views.save_for(state, NOBODY), "x.save.json").engine.fen() == state.game.standing()["fen"]
    )
    assert types(views.log_for(state, NOBODY, hall.entries)["log"]) == [
        "room.presence",
        "move.played",
        "move.played",
    ]


@pytest.mark.parametrize("level", [1, 3])
@pytest.mark.parametrize("variant", ["chess", "atomic"])
def test_a_bot_chooses_a_legal_move_always_the_same(variant: str, level: int) -> None:
    hall = Hall("white", mode="bot", bot={"level": level}, variant=variant).play("e4")
    think: Any = hall.last.think
    move = choose(think)
    assert move in {found["move"] for found in hall.room.state.game.legal}
    assert choose(think) == move
    hall.take(hall.room.thought(think.digest, move, hall.now))
    assert hall.hear("white")[0]["move"] == move


def test_a_bot_that_has_lost_has_no_move() -> None:
    hall = Hall("white", mode="bot", bot={"level": 1}).play("e4")
    think: Any = hall.last.think
    hall.say("white", "game.resign")
    assert hall.room.thought(think.digest, choose(think), hall.now).entries == []
