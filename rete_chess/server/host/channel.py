"""The line between the front and a worker: pickles with their lengths before them, over a pair of sockets."""

from __future__ import annotations

import asyncio
import pickle
import socket
import struct
from collections.abc import Callable
from typing import Any, Final

_LENGTH: Final = struct.Struct("!I")
#: Bytes that are read at once.
_CHUNK: Final = 1 << 18


def framed(value: Any) -> bytes:
    """A value as it goes over the line."""
    body = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    return _LENGTH.pack(len(body)) + body


class Frames:
    """Bytes as they come, cut into values."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def fed(self, data: bytes) -> list[Any]:
        """The values that are complete now."""
        self._buffer += data
        found: list[Any] = []
        start = 0
        while len(self._buffer) - start >= _LENGTH.size:
            (length,) = _LENGTH.unpack_from(self._buffer, start)
            end = start + _LENGTH.size + length
            if len(self._buffer) < end:
                break
            found.append(pickle.loads(memoryview(self._buffer)[start + _LENGTH.size : end]))
            start = end
        del self._buffer[:start]
        return found


class Waiting:
    """A worker's end of the line: it waits for values, one after the other."""

    def __init__(self, end: socket.socket) -> None:
        self._socket = end
        self._frames = Frames()
        self._values: list[Any] = []

    def get(self, seconds: float | None = None) -> Any:
        """The next value. TimeoutError if none comes in time, EOFError when the other end is closed."""
        while not self._values:
            self._socket.settimeout(seconds)
            data = self._socket.recv(_CHUNK)
            if not data:
                raise EOFError
            self._values = self._frames.fed(data)[::-1]
        return self._values.pop()

    def put(self, value: Any) -> None:
        """Send a value."""
        self._socket.settimeout(None)
        self._socket.sendall(framed(value))


class Looping(asyncio.Protocol):
    """The front's end of the line: values come as calls, and so does the end."""

    def __init__(self, receive: Callable[[Any], None], lose: Callable[[], None]) -> None:
        self._receive = receive
        self._lose = lose
        self._frames = Frames()
        self._transport: asyncio.Transport | None = None
        self._early: list[bytes] = []  # what was sent before the line was there

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        transport.writelines(self._early)
        self._early.clear()

    def data_received(self, data: bytes) -> None:
        for value in self._frames.fed(data):
            self._receive(value)

    def connection_lost(self, exc: Exception | None) -> None:
        self._lose()

    def put(self, value: Any) -> None:
        """Send a value; what is sent to a worker that is gone is lost with it."""
        if self._transport is None:
            self._early.append(framed(value))
        elif not self._transport.is_closing():
            self._transport.write(framed(value))

    def close(self) -> None:
        """Hang up; a worker ends then by itself."""
        if self._transport is not None:
            self._transport.close()
