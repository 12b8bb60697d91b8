"""Whole games of all variants in rooms: two players, take-backs, rules agreed to on the way."""

from __future__ import annotations

import random

import pytest

from rete_chess.compiler import catalog
from rete_chess.server.room import Room
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


@pytest.mark.parametrize("variant", catalog.variants().list())
def test_a_game_in_a_room(variant: str) -> None:
    hall = played(variant)
    state = hall.room.state
    assert state.game.ply >= 5
    assert hall.again().state.fingerprint() == state.fingerprint()
    room = Room.restored(hall.room.snapshot(), map(stored, hall.entries), hall.chance)
    assert room.state.fingerprint() == state.fingerprint()
    assert hall.sync("white")["moves"][-1]["fen"] == state.standing("white")["fen"]
