"""What comes in at the front: refused in good form, answered before anybody is sent away, kept apart."""

from __future__ import annotations

import json
from typing import Any
from unittest.mock import patch

from rete_chess.errors import BudgetError
from rete_chess.server.host.pool import GUEST, HOUSE
from rete_chess.server.host.reception import MOST_PLAIN_BYTES
from rete_chess.server.room.game import Game
from rete_chess.spending import NOTHING_SPENT
from tests.server.gate.front import Front, run, settled

OWN = {"kind": "variant", "id": "own", "name": "Own", "extends": "chess"}
WARD = {
    "kind": "modifier",
    "id": "ward",
    "type": "data",
    "version": 1,
    "name": "Ward",
    "description": "A charge.",
    "primitives": [{"kind": "seed-attribute", "attr": "Ward", "value": 1}],
}


@run
async def test_codes_that_none_can_be_are_not_repeated() -> None:
    guest = Front(document_checks=9).guest()
    for code in ("../x", "abc", "", "A" * 17, "A\n", "Ä", 7, None, ["A"]):
        guest.say_raw(json.dumps({"type": "room.sync", "roomCode": code, "id": "1"}))
        nack = guest.line.heard[-1]
        assert (nack["code"], nack["re"]) == ("E_MESSAGE", "1")
        assert "roomCode" not in nack


@run
async def test_a_refusal_names_the_message_wherever_that_can_be_read() -> None:
    guest, code = await Front(message_rate=0.0, message_burst=6).room()
    deep = json.loads("[" * 64 + "]" * 64)
    wrong: list[dict[str, Any]] = [
        {"type": "move.pay", "roomCode": code},
        {"type": 7},
        {},
        {"type": "room.sync", "roomCode": code, "colour": "white"},
        {"type": "room.sync", "roomCode": code, "deep": deep},
        {"type": "room.sync", "roomCode": code},  # one too many
    ]
    for number, body in enumerate(wrong):
        guest.say_raw(json.dumps({**body, "id": f"m{number}"}))
        await settled(guest.reception.traffic)
        nack = guest.line.heard[-1]
        assert (nack["type"], nack["re"]) == ("nack", f"m{number}")
    assert guest.types[1:] == ["E_MESSAGE"] * 5 + ["E_RATE"]


@run
async def test_what_was_taken_is_answered_before_the_socket_is_closed() -> None:
    front = Front(message_rate=0.0, message_burst=4)
    guest, code = await front.room()
    for _ in range(6):
        guest.say("room.sync", roomCode=code)
    assert guest.line.closed is None
    await settled(front.traffic)
    assert guest.types == ["room.created", *["room.state"] * 3, "E_RATE"]
    assert guest.line.closed == 1008


@run
async def test_nobody_pays_for_rooms_and_never_hears_of_them() -> None:
    front = Front(document_checks=2)
    guest = front.guest()
    for _ in range(4):
        guest.say("room.create", variant=OWN, mode="solo")
    await settled(front.traffic)
    assert guest.types == ["room.created", "room.created", "E_RATE"]
    assert guest.line.closed == 1008
    assert front.traffic.metrics.counts["rooms_made_total"] == 2


@run
async def test_who_is_sent_away_is_heard_no_longer() -> None:
    front = Front(message_rate=0.0, message_burst=2)
    guest, code = await front.room(mode="solo")
    for _ in range(3):
        guest.say("move.play", roomCode=code, move="e4", ply=0)
    await settled(front.traffic)
    assert guest.types == ["room.created", "move.played", "E_RATE"]


@run
async def test_who_is_sent_away_does_not_stay_by_talking_on() -> None:
    front = Front(message_rate=0.0, message_burst=2)
    guest, code = await front.room(mode="solo")
    for _ in range(3):
        guest.say("room.sync", roomCode=code)
    assert guest.caller.patience is not None  # it waits for one answer, and not for ever
    assert not guest.caller.patience.cancelled()
    guest.caller._part()
    await settled(front.traffic)
    assert guest.types == ["room.created", "E_RATE"]  # once, although the answer came later


@run
async def test_a_refusal_for_too_many_documents_names_the_room() -> None:
    front = Front(document_checks=0)
    guest, code = await front.room(mode="solo")
    await guest.ask("custom-modifier.register", roomCode=code, descriptor=WARD)
    assert (guest.line.heard[-1]["code"], guest.line.heard[-1]["roomCode"]) == ("E_RATE", code)


@run
async def test_what_the_front_has_to_judge_counts_as_documents_do() -> None:
    """It is judged in the one process that everybody needs, and by nobody else."""
    wrong = (
        "{",
        "[]",
        '{"type": "room.sync"}',
        '{"type": "room.sync", "roomCode": "x!", "id": "1"}',
        '{"type": "room.make"}',
        '{"type": "room.create", "variant": "chess", "mode": "alone", "id": "1"}',
    )
    for text in wrong:
        guest = Front(document_checks=2).guest()
        for _ in range(4):
            guest.say_raw(text)
        assert guest.types == ["E_MESSAGE", "E_MESSAGE", "E_RATE"]
        assert guest.line.heard[-1].get("re") == guest.line.heard[0].get("re")
        assert guest.line.closed == 1008


@run
async def test_what_is_longer_than_anything_without_documents_counts_as_one_with_some() -> None:
    config = {"text": "x" * MOST_PLAIN_BYTES}
    presets = [{"id": "piece-hp", "config": config}]
    guest = Front(document_checks=2).guest()
    for _ in range(3):
        answer = await guest.ask("room.create", variant="chess", mode="solo", presets=presets)
    assert answer["code"] == "E_RATE"
    assert guest.line.closed == 1008


@run
async def test_lists_in_lists_are_no_defect_at_the_front() -> None:
    guest = Front().guest()
    for key in ("variant", "documents", "profiles", "customModifiers"):
        deep = "[" * 1000 + "]" * 1000
        guest.say_raw(f'{{"type": "room.create", "variant": "chess", "mode": "solo", "{key}": {deep}}}')
        assert guest.types[-1] == "E_MESSAGE"


@run
async def test_only_players_bring_a_room_among_those_of_strangers() -> None:
    front = Front()
    player, code = await front.room()
    other, watcher, stranger = front.guest(), front.guest(), front.guest()
    await other.ask("room.join", roomCode=code)
    await watcher.ask("room.join", roomCode=code, **{"as": "spectator"})
    for guest in (watcher, stranger):
        nack = await guest.ask("custom-modifier.register", roomCode=code, descriptor=WARD)
        assert nack["code"] == "E_SEAT"
        assert front.traffic.lanes[code].kind == HOUSE
    told = await player.ask("custom-modifier.register", roomCode=code, descriptor=WARD)
    assert told["type"] == "custom-modifier.registered"
    assert front.traffic.lanes[code].kind == GUEST


@run
async def test_only_those_in_a_room_keep_it_awake() -> None:
    front = Front()
    player, code = await front.room()
    lane = front.traffic.lanes[code]
    lane.heard = 0.0
    stranger = front.guest()
    assert (await stranger.ask("room.sync", roomCode=code))["code"] == "E_SEAT"
    assert (await stranger.ask("room.join", roomCode=code, token="A" * 43))["code"] == "E_TOKEN"
    assert lane.heard == 0.0
    await player.ask("room.sync", roomCode=code)
    assert lane.heard > 0.0


@run
async def test_a_crowd_leaves_players_their_place() -> None:
    front = Front(waiting_per_room=8)
    player, code = await front.room(mode="solo")
    crowd = [front.guest() for _ in range(6)]
    for guest in crowd:
        guest.say("room.sync", roomCode=code)
    player.say("move.play", roomCode=code, move="e4", ply=0)
    await settled(front.traffic)
    assert player.types == ["room.created", "move.played"]
    assert [guest.types for guest in crowd] == [["E_SEAT"]] * 2 + [["E_RATE"]] * 4


@run
async def test_a_move_that_cannot_be_told_is_not_played() -> None:
    """It costs too much to say what the other player may do then: the room could not be shown again."""
    front = Front()
    white, code = await front.room(side="white")
    black = front.guest()
    await black.ask("room.join", roomCode=code)
    listed = Game.legal

    def legal(game: Game) -> Any:
        if game.ply == 1 and game.match.engine.fen().startswith("rnbqkbnr/pppppppp/8/8/4P3"):
            raise BudgetError("the list of moves", 1, NOTHING_SPENT)
        return listed.fget(game)  # type: ignore[attr-defined]

    with patch.object(Game, "legal", property(legal)):
        for name in ("1", "2"):
            nack = await white.ask("move.play", roomCode=code, move="e4", ply=0, id=name)
            assert (nack["type"], nack["code"], nack["re"]) == ("nack", "E_BUDGET", name)
            front.reception._dismiss(black.caller)  # whether or not the other player is there
            await settled(front.traffic)
        played = await white.ask("move.play", roomCode=code, move="d4", ply=0, id="3")
        assert (played["type"], played["san"]) == ("move.played", "d4")
    assert "E_INTERNAL" not in front.traffic.metrics.errors
    entries = front.traffic.store.load(code)
    assert entries is not None
    assert [entry.data["move"] for entry in entries.entries if entry.kind == "move"] == ["d4"]


@run
async def test_servers_that_share_a_store_have_rooms_of_their_own() -> None:
    front = Front(code_prefix="B2")
    guest, code = await front.room(mode="solo")
    assert (code[:2], len(code)) == ("B2", 10)
    nack = await guest.ask("room.join", roomCode="A2345678")
    assert (nack["code"], nack["hint"]) == (
        "E_ROOM",
        "name the room in the address of the socket: /ws?room=A2345678",
    )
    assert "A2345678" not in front.traffic.lanes
