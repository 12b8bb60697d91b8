"""Clocks: when they run, what they give, how they end a game, and what a restart gives back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from unittest.mock import patch

import pytest

from rete_chess.match.players import Limits, SearchPlayer
from rete_chess.server.room import bot
from rete_chess.server.room.bot import due
from rete_chess.server.room.clock import Clock
from tests.server.hall import Hall, types

MINUTE = {"initial": 60, "increment": 2}


def test_the_clock_begins_when_both_players_are_there() -> None:
    hall = Hall(clock=MINUTE)
    assert hall.hear("white")[0]["state"]["clock"] == {
        "initial": 60,
        "increment": 2,
        "white": 60,
        "black": 60,
        "at": hall.now,
    }
    hall.now += 30_000
    answer = hall.say("black", "room.join")
    assert types(answer) == ["room.joined", "room.presence", "game.updated"]
    clock = answer[2]["clock"]
    assert (clock["white"], clock["running"], clock["expiresAt"]) == (60, "white", hall.now + 60_000)


@pytest.mark.parametrize("mode", ["solo", "bot"])
def test_who_plays_alone_is_there_at_once(mode: str) -> None:
    hall = Hall("white", mode=mode, clock=MINUTE)
    assert hall.sync()["clock"]["running"] == "white"


def test_time_is_spent_and_a_turn_earns_the_increment() -> None:
    hall = Hall(clock=MINUTE).seat()
    hall.now += 10_000
    (played,) = hall.say("white", "move.play", move="e4", ply=0)
    assert played["clock"] == {
        "initial": 60,
        "increment": 2,
        "white": 52,
        "black": 60,
        "at": hall.now,
        "running": "black",
        "expiresAt": hall.now + 60_000,
    }
    hall.now += 1_000
    assert hall.sync()["clock"]["black"] == 59


def test_the_increment_is_for_a_turn_not_for_a_move() -> None:
    hall = Hall(clock=MINUTE, presets=[{"id": "double-move", "scope": "white"}]).seat()
    hall.now += 10_000
    (played,) = hall.say("white", "move.play", move="e4", ply=0)
    assert (played["clock"]["running"], played["clock"]["white"]) == ("white", 50)
    hall.now += 10_000
    (played,) = hall.say("white", "move.play", move="d4", ply=1)
    assert (played["clock"]["running"], played["clock"]["white"]) == ("black", 42)


def test_the_server_says_when_time_is_up() -> None:
    hall = Hall(clock=MINUTE).seat()
    hall.pass_time(59_999)
    assert hall.last.entries == []
    hall.pass_time(1)
    (updated,) = hall.hear("black")
    assert updated["result"] == {"outcome": "win", "winner": "black", "reason": "time-out"}
    assert (updated["clock"]["white"], "running" in updated["clock"]) == (0, False)
    assert hall.room.deadline is None


def test_a_move_that_comes_too_late_is_none() -> None:
    hall = Hall(clock=MINUTE).seat()
    hall.now += 60_000  # the timer has not been heard of yet
    updated, nack = hall.say("white", "move.play", move="e4", ply=0)
    assert (updated["result"]["reason"], nack["code"]) == ("time-out", "E_GAME_OVER")


def test_a_take_back_gives_the_time_back() -> None:
    hall = Hall("me", mode="solo", clock=MINUTE)
    hall.now += 10_000
    hall.play("e4")
    hall.now += 5_000
    (done,) = hall.say("me", "takeback.propose", plies=1)
    clock = done["state"]["clock"]
    assert (clock["white"], clock["black"], clock["running"]) == (60, 60, "white")
    assert clock["expiresAt"] == hall.now + 60_000


def test_a_take_back_revives_a_game_that_time_ended() -> None:
    hall = Hall("me", mode="solo", clock=MINUTE).play("e4")
    hall.pass_time(60_000)
    assert hall.room.state.game.is_over
    (done,) = hall.say("me", "takeback.propose", plies=1)
    assert "result" not in done["state"]
    assert done["state"]["clock"]["running"] == "white"


def test_time_while_the_server_is_down_is_given_back() -> None:
    hall = Hall(clock=MINUTE).seat()
    hall.now += 10_000
    room = hall.again()
    hall.now += 3_600_000
    outcome = room.wake(hall.now, lost=3_600_000)
    assert [entry.kind for entry in outcome.entries] == ["woke"]
    assert room.deadline == hall.now + 50_000


def test_time_in_which_a_room_sleeps_is_spent() -> None:
    hall = Hall(clock=MINUTE).seat()
    room = hall.again()
    outcome = room.wake(hall.now + 60_000)
    assert [entry.kind for entry in outcome.entries] == ["woke", "ended"]


def test_a_room_that_wakes_without_cause_changes_nothing() -> None:
    hall = Hall().seat()
    hall.leave("white")
    hall.leave("black")
    assert hall.again().wake(hall.now, lost=5_000).entries == []


@pytest.mark.parametrize(
    ("clock", "now", "left"),
    [
        (Clock.of(60, 0), 10_000, (60_000, 60_000)),
        (Clock.of(60, 0).turned("white", 0), 10_000, (50_000, 60_000)),
        (Clock.of(60, 0).turned("white", 0), 90_000, (0, 60_000)),
        (Clock.of(60, 0).turned("white", 5_000), 0, (60_000, 60_000)),
        (Clock.of(60, 3).turned("white", 0).turned("black", 10_000), 12_000, (53_000, 58_000)),
        (Clock.of(60, 3).turned("white", 0).turned("white", 10_000), 12_000, (48_000, 60_000)),
        (Clock.of(60, 3).turned("white", 0).held(10_000), 12_000, (50_000, 60_000)),
        (Clock.of(60, 3).turned("white", 0).delayed(10_000), 12_000, (58_000, 60_000)),
        (Clock.of(0.5, 0).turned("white", 0), 100, (400, 500)),
    ],
)
def test_time_left(clock: Clock, now: int, left: tuple[int, int]) -> None:
    assert (clock.left("white", now), clock.left("black", now)) == left
    assert Clock(**clock.to_json()) == clock


@pytest.mark.parametrize(
    ("initial", "increment", "seconds"),
    [(3, 0, 0.12), (60, 0, 2.4), (60, 2, 3.4), (1, 10, 0.25), (0.001, 0, 0)],
)
def test_a_bot_takes_a_share_of_its_time(initial: float, increment: float, seconds: float) -> None:
    clock = Clock.of(initial, increment).turned("black", 5_000)
    assert due(clock, "black", 5_000) == 5_000 + seconds * 1000
    assert due(None, "black", 5_000) is None


def test_a_bot_of_any_strength_moves_within_its_share() -> None:
    """What it has waited for a processor is gone; a bot that is late still finds a move."""
    hall = Hall("white", mode="bot", bot={"level": 8}, clock={"initial": 3, "increment": 0}).play("e4")
    wanted: Any = hall.last.think
    assert wanted.until == hall.now + 120
    allowed: list[Limits] = []

    class Player(SearchPlayer):
        def __init__(self, limits: Limits, seed: int) -> None:
            allowed.append(limits)
            super().__init__(replace(limits, depth=1), seed)

    with patch.object(bot, "SearchPlayer", Player):
        for now in (hall.now, wanted.until - 40, wanted.until + 9_000):
            answer = bot.choose(wanted, now)
            assert answer in {found["move"] for found in hall.room.state.game.legal}
        bot.choose(replace(wanted, until=None), hall.now)
    assert allowed[3].seconds is None
    seconds = [found.seconds or 0 for found in allowed]
    assert 0 < seconds[0] <= 0.12
    assert 0 < seconds[1] <= 0.04
    assert seconds[2] == bot.LEAST_SECONDS
    assert {found.nodes for found in allowed} == {bot.NODES[-1]}


def test_time_does_not_win_for_a_bare_king() -> None:
    hall = Hall(fen="4k3/8/8/8/8/8/1q6/7K b - - 0 1", clock={"initial": 1, "increment": 0}).seat()
    hall.pass_time(1_000)
    result = hall.sync()["result"]
    assert result == {"outcome": "draw", "winner": None, "reason": "time-out against insufficient material"}
    assert hall.again().state.fingerprint() == hall.room.state.fingerprint()
