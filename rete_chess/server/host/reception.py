"""Where sockets come in: who may, what they say and how often, and to which room it goes.

Nothing of a room is known here. A message is read only as far as it has to be sent on; whatever is wrong with
it is said by the same words as everywhere.
"""

from __future__ import annotations

import asyncio
from functools import partial
from itertools import count
from typing import Any, Final
from urllib.parse import urlsplit

import orjson
from starlette.websockets import WebSocket

from rete_chess.errors import ReteChessError
from rete_chess.server.host.callers import POLICY, TOO_LONG, Caller
from rete_chess.server.host.config import Config
from rete_chess.server.host.lanes import Input, is_strange
from rete_chess.server.host.limits import Addresses
from rete_chess.server.host.pool import GUEST, HOUSE
from rete_chess.server.host.timers import now_ms
from rete_chess.server.host.traffic import Traffic
from rete_chess.server.room import RoomError, SecureChance, hash_of
from rete_chess.server.wire.base import is_room_code
from rete_chess.server.wire.codec import MessageError, decode_client, name_in
from rete_chess.server.wire.directory import CLIENT_MESSAGES, MOST_DOCUMENT_BYTES, most_bytes

CREATE: Final = "room.create"
JOIN: Final = "room.join"

#: Bytes of messages without documents; a longer one counts as one that brings some.
MOST_PLAIN_BYTES: Final = 8 * 1024

_RATE: Final = RoomError("E_RATE", "too many messages", hint="wait a little, and come back")
_WRONG: Final = RoomError("E_RATE", "too many messages that are none", hint=_RATE.hint)


class Reception:
    """Takes sockets, and what they say."""

    def __init__(self, config: Config, traffic: Traffic) -> None:
        limits = config.limits
        self.config, self.traffic = config, traffic
        self._delivery = traffic.delivery
        self.is_closing = False
        self._numbers = count(1)
        self._chance = SecureChance(config.code_prefix)
        self._sockets = Addresses(limits.sockets_per_minute, limits.spare_loopback)
        self._rooms = Addresses(limits.rooms_per_minute, limits.spare_loopback)
        self._checks = Addresses(limits.checks_per_minute, limits.spare_loopback)

    # -- sockets -------------------------------------------------------------------------------

    async def serve(self, websocket: WebSocket) -> None:
        """Serve a socket until it is gone."""
        if not self.is_allowed(websocket.headers.get("origin"), websocket.headers.get("host")):
            self.traffic.metrics.errors["E_ORIGIN"] += 1
            await websocket.close(POLICY)  # before it is accepted: the answer is 403
            return
        await websocket.accept()
        caller = self._admit(websocket)
        try:
            while True:
                event = await websocket.receive()
                if event["type"] != "websocket.receive":
                    return
                self.hear(caller, event.get("bytes") or (event.get("text") or "").encode())
        finally:
            self._dismiss(caller)

    def is_allowed(self, origin: str | None, host: str | None) -> bool:
        """Whether a page of some origin may talk to this server; programs that are no browser have none."""
        if origin is None or origin in self.config.allow_origin or "*" in self.config.allow_origin:
            return True
        return host is not None and urlsplit(origin).netloc.lower() == host.lower() != ""

    def may_check(self, address: str) -> bool:
        """Whether an address may have one more document checked over HTTP; if so, it counts."""
        return self._checks.take(address)

    def _admit(self, websocket: WebSocket) -> Caller:
        address = websocket.client.host if websocket.client is not None else ""
        limits = self.config.limits
        line = websocket.state.line
        caller = Caller(next(self._numbers), line, address, limits)
        line.overrun = partial(self._stem, caller)
        self._delivery.callers[caller.number] = caller
        if not self._sockets.take(address):
            self._expel(caller, Input("hear", socket=caller.number), _RATE)
        loop = asyncio.get_running_loop()
        caller.patience = loop.call_later(
            limits.first_message_seconds, caller.end, POLICY, "no message in time"
        )
        return caller

    def _dismiss(self, caller: Caller) -> None:
        caller.attend()
        self._delivery.callers.pop(caller.number, None)
        for code in () if self.is_closing else sorted(caller.rooms):
            self.traffic.lose(code, caller.number)

    def _stem(self, caller: Caller, why: str) -> None:
        """Send somebody away who sends more than a socket may, below all messages."""
        if not caller.is_expelled:
            error = RoomError("E_RATE", why, hint=_RATE.hint)
            self._expel(caller, Input("hear", socket=caller.number), error)

    def _expel(self, caller: Caller, given: Input, error: ReteChessError, code: str | None = None) -> None:
        """Refuse a message and close its socket, once all that was taken from it before is answered."""

        def farewell() -> None:
            self._delivery.refuse(given, error, code)
            caller.end(POLICY, error.message)

        caller.expel(farewell)

    # -- messages ------------------------------------------------------------------------------

    def hear(self, caller: Caller, raw: bytes) -> None:
        """Take a message: it goes to its room, or is refused."""
        self.traffic.metrics.counts["messages_total"] += 1
        if caller.is_expelled:
            return
        caller.attend()
        given = Input("hear", (caller.number, raw), caller.number, at=now_ms())
        if not caller.messages.take():
            given.re = _name_of(raw)
            self._expel(caller, given, _RATE)
            return
        try:
            self._route(caller, given, raw)
        except MessageError as error:  # it was judged here, in the one process that everybody needs
            if given.is_counted or caller.checks.take():
                self._delivery.refuse(given, error, error.room)
            else:
                self._expel(caller, given, _WRONG, error.room)
        except ReteChessError as error:
            self._delivery.refuse(given, error)

    def _route(self, caller: Caller, given: Input, raw: bytes) -> None:
        data = _read(raw)
        kind, given.re = data.get("type"), name_in(data)
        if len(raw) > most_bytes(kind):
            self.traffic.metrics.errors["E_MESSAGE_SIZE"] += 1
            caller.end(TOO_LONG, "the message is too long")
            return
        if not isinstance(kind, str) or kind not in CLIENT_MESSAGES:
            decode_client(raw)  # says what is wrong
        given.is_strange = is_strange(data)
        given.is_counted = given.is_strange or len(raw) > MOST_PLAIN_BYTES
        if given.is_counted and not caller.checks.take():
            code = data.get("roomCode")
            error = RoomError("E_RATE", "too many documents", hint=_RATE.hint)
            self._expel(caller, given, error, code if is_room_code(code) else None)
        elif self.is_closing:
            raise RoomError("E_CLOSING", "the server is about to end", hint="come back in a moment")
        elif kind == CREATE:
            self._create(caller, given)
        else:
            self._send_on(caller, given, data)

    def _create(self, caller: Caller, given: Input) -> None:
        decode_client(given.arguments[1])  # what is no message is refused here, and costs no room
        if not self._rooms.take(caller.address):
            raise RoomError("E_RATE", "too many rooms from this address", hint="wait a minute")
        self._demand_place(caller, None)
        given.verb = "open"
        self.traffic.put(self._chance.code(), given, GUEST if given.is_strange else HOUSE)

    def _send_on(self, caller: Caller, given: Input, data: dict[str, Any]) -> None:
        code = data.get("roomCode")
        if not is_room_code(code):
            decode_client(given.arguments[1])
            raise RoomError("E_ROOM", "there is no such room")
        if not code.startswith(self.config.code_prefix):
            hint = f"name the room in the address of the socket: /ws?room={code}"
            raise RoomError("E_ROOM", "the room is not on this server", hint=hint)
        if data["type"] == JOIN:
            self._demand_place(caller, code)
            given.is_join, token = True, data.get("token")
            given.key = hash_of(token) if isinstance(token, str) else None
        self.traffic.put(code, given)

    def _demand_place(self, caller: Caller, code: str | None) -> None:
        most = self.config.limits.rooms_per_socket
        if code not in caller.rooms and len(caller.rooms) >= most:
            raise RoomError("E_RATE", f"a socket may be in {most} rooms at most", hint="leave one")


def _read(raw: bytes) -> dict[str, Any]:
    """The mapping that bytes say; an error if they say none."""
    try:
        data = orjson.loads(raw)
    except orjson.JSONDecodeError:
        data = None
    if not isinstance(data, dict):
        decode_client(raw)
        raise MessageError("the message must be a mapping")
    return data


def _name_of(raw: bytes) -> str | None:
    """The name that a message gives itself, if it is one that may be read."""
    try:
        return name_in(_read(raw)) if len(raw) <= MOST_DOCUMENT_BYTES else None
    except ReteChessError:
        return None
