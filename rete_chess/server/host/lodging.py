"""The rooms of one worker: made, woken, told what happens, put to sleep; all in bytes and numbers."""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, cast

from rete_chess.errors import ReteChessError
from rete_chess.server.host.jobs import Number, Sealed, Thinking, Told
from rete_chess.server.room import Entry, Outcome, Room, SecureChance, Send, nack_of, open_room
from rete_chess.server.wire.codec import MessageError, decode_client, encode
from rete_chess.server.wire.room_messages import Nack, RoomCreate, RoomJoin, RoomLeave

#: Entries after which a room is written down whole, so that it wakes quickly.
SNAPSHOT_EVERY: Final = 50


class Lodging:
    """The rooms that live in this process."""

    def __init__(self, consent_time: int, prefix: str = "") -> None:
        self._rooms: dict[str, Room] = {}
        self._since: dict[str, int] = {}  # entries since the last snapshot
        self._chance = SecureChance(prefix)
        self._consent_time = consent_time
        self.verbs: Final[Mapping[str, Callable[..., Told]]] = {
            "open": self._timed(self.open),
            "wake": self._timed(self.wake),
            "hear": self._timed(self.hear),
            "lose": self._timed(self.lose),
            "tick": self._timed(self.tick),
            "thought": self._timed(self.thought),
            "rest": self._timed(self.rest),
            "forget": self._timed(self.forget),
        }

    def _timed(self, verb: Callable[..., Told]) -> Callable[..., Told]:
        """A verb that tells how long it took; where it fails, its room is forgotten."""

        def timed(code: str, *arguments: Any) -> Told:
            began = time.process_time()
            try:
                told = verb(code, *arguments)
            except BaseException:
                self.forget(code)
                raise
            told.seconds = time.process_time() - began
            return told

        return timed

    # -- verbs ---------------------------------------------------------------------------------

    def open(self, code: str, socket: Number, raw: bytes, now: int, is_kept: bool) -> Told:
        """Make a room, to be kept here or to be woken elsewhere; or refuse to."""
        message: Any = None
        try:
            message = decode_client(raw)
            assert isinstance(message, RoomCreate)
            room, outcome = open_room(message, socket, now, code, self._chance, self._consent_time)
        except ReteChessError as error:
            return _refusal(socket, error, None if message is None else message.id)
        self._rooms[code], self._since[code] = room, 0
        told = self._told(code, outcome, has_moved=True)
        if not is_kept:
            self.forget(code)
        return told

    def wake(
        self,
        code: str,
        snapshot: bytes | None,
        entries: Iterable[Entry],
        audience: Mapping[Number, str],
        now: int,
        lost: int,
        is_told: bool,
    ) -> Told:
        """Make a room again from what is stored. Sockets that are still there are in it as they were, and may
        be told how it stands."""
        listed = list(entries)
        room = Room.restored(snapshot, listed, self._chance, self._consent_time)
        for socket, viewer in audience.items():
            room.attach(socket, viewer)
        self._rooms[code], self._since[code] = room, len(listed)
        outcome = room.finished(room.tick(now), now) if audience else room.wake(now, lost)
        if is_told:
            outcome.sends += room.tell_all(now).sends
        return self._told(code, outcome)

    def hear(self, code: str, socket: Number, raw: bytes, now: int) -> Told:
        """Let a socket say something."""
        try:
            message = decode_client(raw)
        except ReteChessError as error:
            return _refusal(socket, error, code=code)
        try:
            outcome = self._rooms[code].receive(socket, message, now)
        except ReteChessError as error:  # the room is half changed, and nothing of it is stored
            self.forget(code)
            return replace(_refusal(socket, error, message.id, code), is_forgotten=True)
        return self._told(code, outcome, has_moved=isinstance(message, (RoomJoin, RoomLeave)))

    def lose(self, code: str, socket: Number, now: int) -> Told:
        """A socket is gone."""
        return self._told(code, self._rooms[code].disconnect(socket, now), has_moved=True)

    def tick(self, code: str, now: int) -> Told:
        """Let happen what is due."""
        return self._told(code, self._rooms[code].tick(now))

    def thought(self, code: str, name: str, answer: str | None, now: int) -> Told:
        """The bot has thought."""
        return self._told(code, self._rooms[code].thought(name, answer, now))

    def rest(self, code: str) -> Told:
        """Write a room down whole, if that is not done yet, and forget it."""
        room, since = self._rooms[code], self._since[code]
        told = Told(head=room.head, snapshot=room.snapshot()) if since else Told()
        self.forget(code)
        return told

    def forget(self, code: str) -> Told:
        """Forget a room."""
        self._rooms.pop(code, None)
        self._since.pop(code, None)
        return Told()

    # -- outcomes ------------------------------------------------------------------------------

    def _told(self, code: str, outcome: Outcome, *, has_moved: bool = False) -> Told:
        """An outcome as bytes and numbers."""
        room = self._rooms[code]
        told = Told(
            tuple(map(sealed, outcome.entries)),
            [(_numbers(send), encode(send.message)) for send in outcome.sends],
            tuple(outcome.closes),  # type: ignore[arg-type]
            room.head if outcome.entries else None,
            due=room.deadline,
            is_awake=True,
            refusals=tuple(send.message.code for send in outcome.sends if isinstance(send.message, Nack)),
        )
        if has_moved or outcome.closes:
            told.audience = _numbered(room)
        if outcome.think is not None:
            think = outcome.think
            told.thinking = Thinking(think.name, think.level, pickle.dumps(think))
        if outcome.opened is not None:
            told.opened = (outcome.opened.head, tuple(map(sealed, outcome.opened.entries)))
        self._since[code] += len(outcome.entries)
        if self._since[code] >= SNAPSHOT_EVERY and outcome.entries:
            told.snapshot = room.snapshot()
            self._since[code] = 0
        return told

    def rehearse(self) -> None:
        """Play a little, so that everything is loaded that rooms need."""
        create = b'{"type":"room.create","variant":"chess","mode":"solo"}'
        self.open("REHEARSAL", 1, create, 0, True)
        self.hear("REHEARSAL", 1, b'{"type":"move.play","roomCode":"REHEARSAL","move":"e4","ply":0}', 1)
        room = self._rooms["REHEARSAL"]
        Room.restored(room.snapshot(), (), self._chance)
        self.forget("REHEARSAL")


def sealed(entry: Entry) -> Sealed:
    """An entry as bytes."""
    return Sealed(entry.number, entry.seq, entry.at, entry.kind, entry.to_bytes())


def _numbers(send: Send) -> tuple[Number, ...]:
    return send.sockets  # type: ignore[return-value]


def _numbered(room: Room) -> dict[Number, str]:
    """Who is in a room, by the numbers of their sockets."""
    seats = [(socket, viewer) for viewer, sockets in room.audience.items() for socket in sockets]
    return dict(cast("list[tuple[Number, str]]", seats))


def _refusal(socket: Number, error: ReteChessError, re: str | None = None, code: str | None = None) -> Told:
    """A refusal to the sender, and nothing else."""
    named = {"re": error.re if isinstance(error, MessageError) else re, "room_code": code}
    nack = nack_of(error).model_copy(update=named)
    return Told(sends=[((socket,), encode(nack))], refusals=(nack.code,))
