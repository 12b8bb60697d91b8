"""Whole games of all variants in rooms: two players, take-backs, rules agreed to on the way."""

from __future__ import annotations

import random

import pytest

from rete_chess.compiler import catalog
from rete_chess.errors import GameError
from rete_chess.server.room import Room
from rete_chess.server.room.game import Game
from rete_chess.server.room.setup import Setup
from tests.server.hall import Hall, stored

PLIES = 24


def played(variant: str) -> Hall:
    """A game of random moves, in which every now and then something else happens."""
    hall = Hall(variant=variant).seat()
    chance = random.Random(variant)
    for number in range(PLIES):
        legal = hall.room.state.game.legal
        if not legal:
            break
        who = hall.mover
        hall.say(who, "move.play", move=chance.choice(legal)["move"], ply=hall.room.state.game.ply)
        if number % 8 == 5 and not hall.room.state.game.is_over:
            _agree(hall, "modifier-profile", [{"id": "gift", "name": f"Gift {number}"}])
        if number % 8 == 7:
            _agree(hall, "takeback", None)
        hall.heard.clear()
    return hall


def _agree(hall: Hall, topic: str, candidate: object) -> None:
    asked = {"candidate": candidate} if candidate else {"plies": 1}
    (queued,) = hall.say("white", f"{topic}.propose", **asked)
    assert queued["type"] == f"{topic}.queued", queued
    hall.say("black", f"{topic}.consent", decision="approve", proposalId=queued["proposalId"])


#: The shipped variants in which sides see differently.
HIDING = ("dark-chess", "night-watch")


@pytest.mark.parametrize("variant", [name for name in catalog.variants().list() if name not in HIDING])
def test_a_game_in_a_room(variant: str) -> None:
    hall = played(variant)
    state = hall.room.state
    assert state.game.ply >= 5
    assert hall.again().state.fingerprint() == state.fingerprint()
    room = Room.restored(hall.room.snapshot(), map(stored, hall.entries), hall.chance)
    assert room.state.fingerprint() == state.fingerprint()
    assert hall.sync("white")["moves"][-1]["fen"] == state.game.standing()["fen"]


@pytest.mark.parametrize("variant", HIDING)
def test_a_room_that_would_tell_what_is_hidden_is_refused(variant: str) -> None:
    with pytest.raises(GameError) as caught:
        Game(Setup(variant))
    assert caught.value.code == "E_SIGHT"


def test_rules_that_hide_something_do_not_come_into_force_in_a_room() -> None:
    """A preset that is agreed upon is taken back again, and the game goes on as it was."""
    fog = "kind: preset\nid: fog-of-war\nname: Fog\ndescription: A trial.\nsight: [{see: reach}]\n"
    game = Game(Setup("chess", documents=(fog,)))
    before = game.digest
    with pytest.raises(GameError, match="everybody sees all"):
        game.set_presets([{"id": "fog-of-war"}])
    assert game.digest == before
    assert game.play("e2e4").side == "white"
