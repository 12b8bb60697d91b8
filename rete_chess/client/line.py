"""One socket to a server: messages both ways and how fast, how to come to it by an address, and what can go
wrong."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import quote, urlsplit

import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from rete_chess.errors import CODES, ReteChessError
from rete_chess.server.wire.base import ClientMessage, ServerMessage
from rete_chess.server.wire.codec import MessageSizeError, encode
from rete_chess.server.wire.directory import SERVER_MESSAGES, most_bytes
from rete_chess.server.wire.room_messages import Nack

#: How long a socket may take to open, in seconds.
OPENING: Final = 10.0
#: What tells that there is no socket, or none any longer.
BROKEN: Final = (OSError, ConnectionClosed, InvalidHandshake, EOFError, asyncio.TimeoutError)

#: What may look at the bytes of all messages: first `client` or `server`, who speaks.
Tap = Callable[[str, bytes], None]

#: Messages a second in the long run, and at once: a little less than what servers listen to.
RATE: Final = 18.0
BURST: Final = 36.0


class Pace:
    """How fast a client speaks, so that nobody is sent away for haste: each message takes some breath, and
    time gives it back."""

    def __init__(self, rate: float = RATE, burst: float = BURST) -> None:
        self._rate, self._burst = rate, burst
        self._left = burst
        self._at = asyncio.get_running_loop().time()

    async def keep(self) -> None:
        """Wait until one more message may be sent; those that wait go in the order in which they came."""
        now = asyncio.get_running_loop().time()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate) - 1.0
        self._at = now
        if self._left < 0:
            await asyncio.sleep(-self._left / self._rate)


class RefusedError(ReteChessError):
    """The server refused a message: nothing has changed. `nack` is all that it said."""

    def __init__(self, nack: Nack) -> None:
        known = nack.code if nack.code in CODES else "E_MESSAGE"
        super().__init__(known, nack.message, hint=nack.hint)
        self.code = nack.code  # whatever version of the server it is from
        self.nack = nack


class LineError(ReteChessError):
    """There is no line to the room any longer. What was sent last may have been acted on, or not."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__("E_LINE", message, hint=hint)


class Line:
    """A socket that is open."""

    def __init__(self, socket: ClientConnection, tap: Tap | None) -> None:
        self._socket = socket
        self._tap = tap

    @classmethod
    async def open(
        cls, address: str, room: str | None = None, tap: Tap | None = None, **options: Any
    ) -> Line:
        """Open a socket, for a room if one is named; `options` are those of `websockets.connect`."""
        options = {"max_size": None, "compression": None, "open_timeout": OPENING, "proxy": None, **options}
        return cls(await connect(socket_address(address, room), **options), tap)

    async def send(self, message: ClientMessage) -> None:
        """Send a message."""
        raw = encode(message)
        if self._tap is not None:
            self._tap("client", raw)
        await self._socket.send(raw, text=True)

    async def receive(self) -> ServerMessage:
        """The next message."""
        raw = await self._socket.recv(decode=False)
        if self._tap is not None:
            self._tap("server", raw)
        return read(raw)

    async def answer(self, name: str) -> ServerMessage:
        """The answer to the message of a name; what comes before it is of no concern."""
        while True:
            message = await self.receive()
            if message.re == name:
                return message

    @property
    def close_code(self) -> int | None:
        """Why it was closed, in the numbers of the standard; None while it is open."""
        return self._socket.close_code

    async def close(self) -> None:
        """Close the socket."""
        await self._socket.close()

    def abort(self) -> None:
        """Let the socket go without a word, as when a cable is cut."""
        self._socket.transport.abort()


def demand_size(message: ClientMessage) -> None:
    """Refuse a message that is longer than its type may be: a server would close the line for it."""
    found, most = len(encode(message)), most_bytes(message.type)
    if found > most:
        raise MessageSizeError(found, most)


def read(raw: bytes) -> ServerMessage:
    """A message of a server, whose word is taken: its parts are plain data that nobody looks into here."""
    return made(orjson.loads(raw))


def made(body: dict[str, Any]) -> ServerMessage:
    """The message of a mapping."""
    kind = SERVER_MESSAGES.get(body["type"])
    if kind is None:
        raise LineError(f"the server says {body['type']!r}, which this version does not know")
    return kind.of(**body)


def socket_address(address: str, room: str | None = None) -> str:
    """The address of the socket of a server: `http://host:port` is enough. Where several servers stand behind
    one address, the name of the room tells which of them is meant."""
    parts = urlsplit(address if "://" in address else f"http://{address}")
    scheme = {"http": "ws", "https": "wss"}.get(parts.scheme, parts.scheme)
    path = parts.path.rstrip("/")
    named = "" if room is None else f"?room={quote(room, safe='')}"
    return f"{scheme}://{parts.netloc}{path if path.endswith('/ws') else path + '/ws'}{named}"
