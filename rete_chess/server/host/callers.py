"""Clients on their sockets: what is sent to them, how much they may leave unread, and how they are closed.

A message to a client is written at once and never waited for. What a client does not read stays with the
transport, up to a limit; then the client is closed, and comes back when it can.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from rete_chess.server.host.config import Limits
from rete_chess.server.host.inflow import Inflow
from rete_chess.server.host.jobs import Number
from rete_chess.server.host.limits import Bucket, Window

#: Why sockets are closed.
DONE, POLICY, TOO_LONG, RESTART, SLOW = 1000, 1008, 1009, 1012, 1013
#: How long a client has to say good-bye, and how long one waits for its last answers, in seconds.
_PATIENCE: Final = 5.0
_FAREWELL: Final = 5.0
#: Bytes that are looked through for a client's good-bye; of whoever sends more none is waited for.
_MOST_IGNORED: Final = 1 << 19


class Connection(H11Protocol):
    """A connection before it is a socket. It is given up when a request on it is not complete in time."""

    seconds = 10.0

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._seen: object = None
        self.loop.call_later(self.seconds, self._look)

    def _look(self) -> None:
        """Close the connection if nothing was asked, or if the request of the last look is not complete."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        is_open = self.conn.their_state in (h11.IDLE, h11.SEND_BODY)
        if is_open and (self.cycle is None or self.cycle is self._seen):
            self.transport.close()
            return
        self._seen = self.cycle
        self.loop.call_later(self.seconds, self._look)


class Line(WebSocketsSansIOProtocol):
    """A client's socket, to which one writes without waiting. The application finds it in its scope.

    What comes in is weighed before it is read. Of a client that sends more than it may nothing more is read;
    one that is heard no longer may still say good-bye.
    """

    limits = Limits()
    _unread = 0  # messages since the client was last seen to have read everything
    _has_begun = False  # whether the request is read, so that frames follow
    _is_deaf = False
    _is_shut = False
    _ignored = 0  # bytes since nothing is heard
    _patience: asyncio.TimerHandle | None = None  # until what has begun must be complete
    overrun: Callable[[str], None] | None = None  # what is done with a client that sends more than it may

    # -- what comes in -------------------------------------------------------------------------

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["state"]["line"] = self

    def data_received(self, data: bytes) -> None:
        if not self._has_begun:
            self._has_begun, self._inflow = True, Inflow(self.limits)
            super().data_received(data)
        elif self._is_shut:
            self.transport.pause_reading()
        elif self._is_deaf:
            self._look_for_close(data)
        else:
            self._read(data)

    def _read(self, data: bytes) -> None:
        allowed = self._inflow.allowed(data)
        if allowed:
            super().data_received(data[:allowed])
        if allowed < len(data):
            self._shut("more comes in than is allowed")
            return
        if self._patience is not None and (self._inflow.is_new or self._inflow.is_complete):
            self._patience.cancel()
            self._patience = None
        if self._patience is None and not self._inflow.is_complete:
            seconds = self.limits.request_seconds
            self._patience = self.loop.call_later(seconds, self._shut, "a message was not complete in time")

    def _shut(self, why: str) -> None:
        """Read nothing more; what was read before is still heard, then the client is told why."""
        self._is_shut = True
        self.transport.pause_reading()
        if self.overrun is None:
            self.transport.abort()
        else:
            self.loop.call_soon(self.overrun, why)

    def deafen(self) -> None:
        """Hear nothing more of the client but its good-bye."""
        self._is_deaf = True

    def _look_for_close(self, data: bytes) -> None:
        self._ignored += len(data)
        if self._inflow.has_close(data):
            self.transport.close()
        elif self._ignored > _MOST_IGNORED:
            self._is_shut = True
            self.transport.pause_reading()

    def handle_ping(self) -> None:
        super().handle_ping()
        if self.transport.get_write_buffer_size() > self.limits.unread_bytes:
            self.end(SLOW, "too much is unread")

    def connection_lost(self, exc: Exception | None) -> None:
        if self._patience is not None:
            self._patience.cancel()
        super().connection_lost(exc)

    # -- what goes out -------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether something can be sent."""
        closing = self.close_sent or self.disconnected or self.transport.is_closing()
        return not closing and self.handshake_complete and self.conn.state is State.OPEN

    def post(self, raw: bytes) -> None:
        """Send a message. A client that has left too much unread is closed instead."""
        if not self.is_open:
            return
        unread = self.transport.get_write_buffer_size()
        self._unread = self._unread + 1 if unread else 0
        if unread + len(raw) > self.limits.unread_bytes or self._unread > self.limits.unread_messages:
            self.end(SLOW, "too much is unread")
            return
        self.conn.send_text(raw)
        self.transport.write(b"".join(self.conn.data_to_send()))

    def end(self, code: int, reason: str = "") -> None:
        """Close the socket: the client is told why, and has a moment to answer."""
        if not self.is_open:
            return
        self.deafen()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.stop_keepalive()
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(_PATIENCE, self.transport.abort)


class Caller:
    """A client: its socket and number, where it comes from, what it may still do, and the rooms it is in."""

    def __init__(self, number: Number, line: Any, address: str, limits: Limits) -> None:
        self.number = number
        self.line = line
        self.address = address
        self.rooms: set[str] = set()
        self.patience: asyncio.TimerHandle | None = None  # until its first message
        self.messages = Bucket(limits.message_rate, limits.message_burst)
        self.checks = Window(limits.document_checks, limits.document_seconds)
        self.is_expelled = False  # whether nothing it says is heard any longer
        self._unanswered = 0  # messages that rooms have taken and not answered
        self._farewell: Callable[[], None] | None = None

    def attend(self) -> None:
        """It has said something: nobody waits for its first message any longer."""
        if self.patience is not None:
            self.patience.cancel()
            self.patience = None

    # -- expulsion: what was taken is answered, nothing more is taken --------------------------

    def expel(self, farewell: Callable[[], None]) -> None:
        """Hear it no longer; farewell is said once it has all its answers, or after a while."""
        self.is_expelled, self._farewell = True, farewell
        self.line.deafen()
        if self._unanswered:
            self.patience = asyncio.get_running_loop().call_later(_FAREWELL, self._part)
        else:
            self._part()

    def _part(self) -> None:
        self.attend()
        farewell, self._farewell = self._farewell, None
        if farewell is not None:
            farewell()

    def take(self) -> None:
        """A room has taken a message of it."""
        self._unanswered += 1

    def settle(self) -> None:
        """A message of it is answered, or never will be."""
        self._unanswered -= 1
        if self.is_expelled and not self._unanswered:
            self._part()

    # -- its socket ----------------------------------------------------------------------------

    def post(self, raw: bytes) -> None:
        """Send a message."""
        self.line.post(raw)

    def end(self, code: int, reason: str = "") -> None:
        """Close the socket."""
        self.line.end(code, reason)
