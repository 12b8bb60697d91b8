"""The seed of a room: its hash is told at once, the seed itself when the game is over, and never before."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rete_chess.match import parse_save
from rete_chess.server.room import hash_of, views
from rete_chess.server.room.state import NOBODY
from tests.server.hall import Hall

ROLLING = {"variant": "dice-chess"}


def any_move(hall: Hall) -> str:
    return str(hall.room.state.game.match.engine.legal_moves()[0])


def played(hall: Hall, moves: int) -> Hall:
    for _ in range(moves):
        hall.play(any_move(hall))
    return hall


def told_outside(hall: Hall) -> str:
    """All that anybody may ask for of a room."""
    state = hall.room.state
    log = views.log_for(state, NOBODY, hall.entries)
    return json.dumps(log) + views.pgn_for(state, NOBODY) + views.save_for(state, NOBODY)


def test_the_hash_is_told_when_the_room_is_made_and_to_all_who_come() -> None:
    hall = Hall(**ROLLING)
    (created,) = hall.hear("white")
    expected = hash_of(hall.room.state.game.seed)
    assert created["seedHash"] == created["state"]["seedHash"] == expected
    assert hall.say("black", "room.join")[0]["state"]["seedHash"] == expected
    assert hall.say("third", "room.join", **{"as": "spectator"})[0]["state"]["seedHash"] == expected


def test_nothing_that_goes_out_tells_the_seed_while_the_game_runs() -> None:
    hall = Hall(**ROLLING)
    seed = hall.room.state.game.seed
    said = [*hall.hear("white"), *hall.say("black", "room.join")]
    for _ in range(6):
        mover, move = hall.mover, any_move(hall)
        said += hall.say(mover, "move.explain", move=move)
        said += hall.say(mover, "move.play", move=move, ply=hall.room.state.game.ply)
        said += hall.say(mover, "move.trace", ply=hall.room.state.game.ply)
        said += hall.say(mover, "room.sync")
    assert len(seed) == 64
    assert seed not in json.dumps(said) + told_outside(hall)
    log = views.log_for(hall.room.state, NOBODY, hall.entries)
    assert "seed" not in log
    assert log["seedHash"] == hash_of(seed)


def test_a_save_of_a_running_game_tells_no_more_than_was_rolled() -> None:
    hall = played(Hall(**ROLLING).seat(), 6)
    game = hall.room.state.game
    match = parse_save(views.save_for(hall.room.state, NOBODY), "room.save.json")
    assert match.digest == game.digest
    assert match.engine.dice.stream.told == game.match.engine.dice.stream.numbers(
        game.match.engine.dice.drawn
    )
    assert match.engine.dice.stream.seed != game.seed


def test_the_log_proves_the_seed_when_the_game_is_over() -> None:
    hall = played(Hall(**ROLLING).seat(), 6)
    hall.say("white", "game.resign")
    state = hall.room.state
    log = views.log_for(state, NOBODY, hall.entries)
    assert hash_of(log["seed"]) == log["seedHash"]
    match = parse_save(views.save_for(state, NOBODY), "room.save.json")
    assert match.engine.dice.stream.seed == log["seed"]
    assert match.digest == state.game.digest


@pytest.mark.parametrize("mode", ["multiplayer", "solo"])
def test_a_game_whose_seed_is_told_does_not_go_on(mode: str) -> None:
    hall = Hall(mode=mode, **ROLLING)
    if mode == "multiplayer":
        hall.seat()
    played(hall, 3).say("white", "game.resign")
    (answer,) = hall.say("white", "takeback.propose", plies=1)
    assert (answer["type"], answer["code"]) == ("nack", "E_GAME_OVER")
    assert hall.room.state.game.ply == 3


def test_games_without_dice_may_still_be_taken_back_from_their_end() -> None:
    hall = Hall(mode="solo").play("e4")
    hall.say("white", "game.resign")
    assert hall.say("white", "takeback.propose", plies=1)[0]["type"] == "takeback.done"


def test_a_room_that_is_made_again_rolls_the_same() -> None:
    hall = played(Hall(**ROLLING).seat(), 4)
    snapshot = hall.room.snapshot()
    rooms = [hall.room, hall.again(), hall.again(snapshot=snapshot)]
    for _ in range(4):
        move = any_move(hall)
        assert {room.state.game.play(move).record["fen"] for room in rooms}.__len__() == 1
    assert {room.state.seed_hash for room in rooms} == {hash_of(hall.room.state.game.seed)}


def test_other_rules_before_the_first_move_roll_with_the_same_seed() -> None:
    hall = Hall(**ROLLING)
    seed = hall.room.state.game.seed
    hall.say("white", "presets.update", candidate=[{"id": "piece-hp"}])
    assert hall.room.state.setup.presets
    assert hall.room.state.game.seed == seed


def test_a_rematch_has_a_seed_of_its_own() -> None:
    hall = played(Hall(**ROLLING).seat(), 2)
    hall.say("white", "game.resign")
    hall.say("white", "game.rematch")
    hall.say("black", "game.rematch")
    opened: Any = hall.last.opened
    assert len(opened.entries[0].data["seed"]) == 64
    assert opened.entries[0].data["seed"] != hall.room.state.game.seed


def test_the_bot_does_not_know_the_seed() -> None:
    hall = Hall("white", mode="bot", bot={"level": 1}, **ROLLING)
    hall.play(any_move(hall))
    think: Any = hall.last.think
    assert hall.room.state.game.seed not in json.dumps([think.snapshot, think.digest, think.setup.to_json()])
