"""A room with people in it, for tests: each says something and hears what is sent to them.

Every message of either direction is held against the exported schema, and every broadcast must carry the
next number of the log.
"""

from __future__ import annotations

import json
from collections import defaultdict
from functools import cache
from typing import Any, TypeVar

from jsonschema import Draft202012Validator

from rete_chess.server.room import Entry, Outcome, Room, SeededChance, Send, open_room
from rete_chess.server.wire.base import Broadcast
from rete_chess.server.wire.codec import decode_client, encode
from rete_chess.server.wire.room_messages import RoomCreate
from rete_chess.server.wire.schema import protocol_schema

Json = dict[str, Any]

CODE = "ROOM"
H = TypeVar("H", bound="Hall")


@cache
def validator(direction: str) -> Draft202012Validator:
    """What holds messages of `client` or `server` against the schema."""
    schema = protocol_schema()
    return Draft202012Validator({"$defs": schema["$defs"], "$ref": f"#/$defs/{direction}"})


def demand_valid(direction: str, body: Json) -> None:
    """Fail if a message is not as the schema has it."""
    wrong = next(validator(direction).iter_errors(body), None)
    assert wrong is None, f"{body['type']}: {wrong.message[:300]} at {list(wrong.absolute_path)}"


class Hall:
    """A room, the time in it, and what everybody has heard there and not been asked for yet."""

    def __init__(self, creator: str = "white", **asked: Any) -> None:
        self.now = 1_000_000
        self.chance = SeededChance(7)
        self.entries: list[Entry] = []
        self.heard: dict[str, list[Json]] = defaultdict(list)
        self.seqs: dict[str, int] = {}
        self.tokens: dict[str, str] = {}
        self.closed: list[str] = []
        self.last = Outcome()
        request: Json = {"type": "room.create", "variant": "chess", "mode": "multiplayer", **asked}
        if creator in ("white", "black"):
            request = {"side": creator, **request}
        message = read(request)
        assert isinstance(message, RoomCreate)
        self.room, outcome = open_room(message, creator, self.now, CODE, self.chance)
        self.take(outcome)

    # -- saying and hearing --------------------------------------------------------------------

    def say(self, who: str, type: str, **fields: Any) -> list[Json]:  # noqa: A002
        """Let somebody say something, and return what they hear; all others keep what they hear."""
        body = {"type": type, "roomCode": CODE, **fields}
        demand_valid("client", body)
        before = len(self.heard[who])
        self.take(self.room.receive(who, read(body), self.now))
        answer = self.heard[who][before:]
        del self.heard[who][before:]
        return answer

    def hear(self, who: str) -> list[Json]:
        """What somebody has heard since they were last asked."""
        return self.heard.pop(who, [])

    def take(self, outcome: Outcome) -> Outcome:
        """Store the entries of an outcome, then deliver its messages."""
        self.last = outcome
        self.entries += [stored(entry) for entry in outcome.entries]
        for send in outcome.sends:
            self._deliver(send)
        self.closed += [str(socket) for socket in outcome.closes]
        return outcome

    def _deliver(self, send: Send) -> None:
        body: Json = json.loads(encode(send.message))
        demand_valid("server", body)
        for socket in map(str, send.sockets):
            if "state" in body and body["type"] != "takeback.done":
                self.seqs[socket] = body["state"]["seq"]
            if isinstance(send.message, Broadcast) and "seq" in body:
                assert body["seq"] == self.seqs[socket] + 1, f"{socket} misses a broadcast before {body}"
                self.seqs[socket] = body["seq"]
                assert any(entry.seq == body["seq"] for entry in self.last.entries), "told, but not stored"
            if body.get("token"):
                self.tokens[socket] = body["token"]
            self.heard[socket].append(body)

    def pass_time(self, milliseconds: int) -> None:
        """Let time pass, and what is due happen."""
        self.now += milliseconds
        self.take(self.room.tick(self.now))

    def leave(self, who: str) -> None:
        """Let somebody's line break."""
        self.take(self.room.disconnect(who, self.now))
        self.hear(who)

    # -- shorter words -------------------------------------------------------------------------

    def seat(self: H) -> H:
        """Let the other player come in, and everybody forget what was said so far."""
        self.say("black" if self.room.viewer_of("white") else "white", "room.join")
        self.heard.clear()
        return self

    def play(self: H, *moves: str) -> H:
        """Let moves be played by those whose turn it is."""
        for move in moves:
            who = self.mover
            answer = self.say(who, "move.play", move=move, ply=self.room.state.game.ply)
            assert answer[0]["type"] == "move.played", answer
        self.heard.clear()
        return self

    @property
    def mover(self) -> str:
        """The socket of the player whose turn it is."""
        return str((self.room.sockets_of(self.room.state.game.turn) or self.room.sockets_of("both"))[0])

    def sync(self, who: str = "white") -> Json:
        """The state as somebody sees it."""
        (answer,) = self.say(who, "room.sync")
        state: Json = answer["state"]
        return state

    def again(self, *, snapshot: bytes | None = None) -> Room:
        """The room as its log makes it again, or a snapshot with what came after."""
        return Room.restored(snapshot, map(stored, self.entries), self.chance)


def read(body: Json) -> Any:
    """A message of a client, by way of its bytes."""
    return decode_client(json.dumps(body).encode())


def stored(entry: Entry) -> Entry:
    """An entry as a store gives it back."""
    return Entry.from_bytes(entry.number, entry.seq, entry.at, entry.to_bytes())


def types(messages: list[Json]) -> list[str]:
    """The types of messages, in order."""
    return [message["type"] for message in messages]
