"""Messages that nobody would write, through the front into rooms: all are answered, none is a defect.

FUZZ_MESSAGES=20000 pytest tests/server/gate/test_fuzz.py
"""

from __future__ import annotations

import copy
import json
import os
import random
from collections.abc import Iterator
from typing import Any

from rete_chess.compiler import catalog
from tests.server.gate.front import Front, Guest, run, settled
from tests.server.wire.test_codec import EXAMPLES

MESSAGES = int(os.environ.get("FUZZ_MESSAGES", "600"))
GUESTS = 4
NONSENSE: list[Any] = [
    *(None, True, 0, -1, 1, 2**31, 2**63, -(2**63), 1e308, 0.5, "", "x", "../x", "/etc/passwd", "\0", "e2e4"),
    *("p1", "é" * 20, "x" * 300, "<script>", "$config.hp", "&a *a", "chess", "piece-hp", "__class__"),
    *([], {}, [[]], [None], {"a": {"b": []}}, ["x"] * 50, {"kind": "variant"}),
]
KEYS = ("x", "kind", "id", "type", "extends", "primitives", "value", "roomCode", "seq", "re")
PROFILE = {
    "kind": "profile",
    "id": "own",
    "name": "Own",
    "perType": [{"pieceType": "knight", "kind": "HpBonus", "value": 1}],
    "perInstance": [{"square": "e2", "kind": "CaptureFlags", "value": "CANNOT_BE_CAPTURED"}],
}
MODIFIER = {
    "kind": "modifier",
    "id": "ward",
    "type": "data",
    "version": 1,
    "name": "Ward",
    "description": "A charge.",
    "primitives": [{"kind": "on-capture", "primitives": [{"kind": "modify-movement-range", "delta": 1}]}],
}
VARIANT = {"kind": "variant", "id": "own", "name": "Own", "description": "Own.", "extends": "chess"}


def places(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all values inside a value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, found in inside:
        yield (*way, key)
        yield from places(found, (*way, key))


class Fuzz:
    """Makes messages: good ones, ones with something wrong inside, and bytes that are none."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.presets = list(catalog.presets().list())
        self.variants = list(catalog.variants().list())

    def text(self, code: str, legal: list[str], ply: int) -> str:
        """The next message to a room."""
        body = {"roomCode": code, **self.body(legal, ply)}
        if self.chance.random() < 0.5:
            body["id"] = f"m{self.chance.randrange(200)}"
        if self.chance.random() < 0.5:
            self.spoil(body)
        text = json.dumps(body)
        return text if self.chance.random() < 0.95 else self.torn(text)

    def body(self, legal: list[str], ply: int) -> dict[str, Any]:
        pick = self.chance.choice
        if self.chance.random() < 0.4:
            return {"type": "move.play", "move": pick(legal or ["e4"]), "ply": ply}
        uses = [{"id": pick(self.presets), "scope": pick(["white", "both"])} for _ in range(pick([0, 1, 2]))]
        made: dict[str, dict[str, Any]] = {
            "modifier-profile.propose": {"candidate": [PROFILE]},
            "modifier-profile.update": {"candidate": [PROFILE, "wild-queens"]},
            "presets.propose": {"candidate": uses},
            "presets.update": {"candidate": uses},
            "preset-config.update": {"preset": pick(self.presets), "config": {"hp": pick([1, 2, -1])}},
            "custom-modifier.register": {"descriptor": {**MODIFIER, "id": f"ward-{pick(range(60))}"}},
        }
        name = pick(sorted(EXAMPLES.keys() - {"room.leave", "game.resign", "room.create"}))
        return {"type": name, **copy.deepcopy(made.get(name, EXAMPLES[name]))}

    def create(self) -> str:
        """A message that makes a room, most of the time."""
        body = {
            "type": "room.create",
            "variant": self.chance.choice([*self.variants, copy.deepcopy(VARIANT)]),
            "mode": self.chance.choice(["solo", "multiplayer"]),
            "profiles": [copy.deepcopy(PROFILE)],
            "documents": [copy.deepcopy(MODIFIER)],
        }
        if self.chance.random() < 0.5:
            self.spoil(body)
        return json.dumps(body)

    def spoil(self, body: dict[str, Any]) -> None:
        """Change, add or leave out something, mostly deep inside."""
        for _ in range(self.chance.choice([1, 1, 2, 3])):
            ways = [way for way in places(body) if way[0] not in ("type", "roomCode")]
            if not ways:
                return
            *outer, last = self.chance.choice(ways)
            owner: Any = body
            for key in outer:
                owner = owner[key]
            chance = self.chance.random()
            if chance < 0.5:
                owner[last] = copy.deepcopy(self.chance.choice(NONSENSE))
            elif chance < 0.7:
                del owner[last]
            elif isinstance(owner, dict):
                owner[self.chance.choice(KEYS)] = copy.deepcopy(self.chance.choice(NONSENSE))
            else:
                owner.append(copy.deepcopy(owner[last]))

    def torn(self, text: str) -> str:
        """A text with some signs cut out or put in."""
        for _ in range(self.chance.randint(1, 4)):
            at = self.chance.randrange(len(text) + 1)
            put = "".join(self.chance.choices('{}[]",:0123456789eE.-\\u ', k=self.chance.randint(0, 3)))
            text = text[:at] + put + text[at + self.chance.randint(0, 4) :]
        return text


@run
async def test_rooms_answer_whatever_comes() -> None:
    fuzz = Fuzz(MESSAGES)
    front = Front(message_rate=1e9, message_burst=10**9, document_checks=10**9, rooms_per_socket=10**9)
    for number in range(MESSAGES):
        if number % 200 == 0:
            guests, code = await _new_room(front, fuzz)
        room = front.pools.room(code)
        legal = [] if room is None else [found["move"] for found in room.state.game.legal]
        ply = 0 if room is None else room.state.game.ply
        text = fuzz.create() if fuzz.chance.random() < 0.03 else fuzz.text(code, legal, ply)
        fuzz.chance.choice(guests).say_raw(text)
        await settled(front.traffic)
    found = front.traffic.metrics
    assert "E_INTERNAL" not in found.errors, found.errors
    assert len(found.errors) > 5
    assert found.counts["moves_total"] > MESSAGES // 60


async def _new_room(front: Front, fuzz: Fuzz) -> tuple[list[Guest], str]:
    """A room with two players, or one for both, and others who watch or are not in it."""
    mode = fuzz.chance.choice(["solo", "multiplayer"])
    player, code = await front.room(variant=fuzz.chance.choice(fuzz.variants), mode=mode)
    guests = [player, *(front.guest() for _ in range(GUESTS - 1))]
    for guest in guests[1:-1]:
        await guest.ask("room.join", roomCode=code)
    return guests, code
