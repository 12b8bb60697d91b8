"""What comes in over a socket, weighed before it is read: bytes, frames, and the frames of one message.

To read a frame costs a hundred times what it costs to look at its head. Nothing is known here of what frames
say, nor of the socket.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rete_chess.server.host.config import Limits
from rete_chess.server.host.limits import Bucket

#: The frames of one message.
MOST_FRAGMENTS: Final = 256

_OPCODE, _FIN = 0x0F, 0x80
_CONTINUED, _TEXT, _BINARY, _CLOSE = 0, 1, 2, 8
_LENGTH, _MASKED = 0x7F, 0x80
#: The bytes of a length that stands behind the head, by what stands in it.
_LONGER: Final = {126: 2, 127: 8}
_MASK: Final = 4


class Heads:
    """The heads of frames in a stream of bytes that comes in pieces."""

    def __init__(self) -> None:
        self._begun = b""  # of a head that is not complete
        self._body = 0  # bytes that belong to the last frame and have not come

    @property
    def is_between(self) -> bool:
        """Whether the last frame is complete."""
        return not self._begun and not self._body

    def walk(self, data: bytes) -> Iterator[tuple[int, int]]:
        """The first byte of each frame whose head ends in a piece, and where in the piece the frame begins.

        The walk has to be gone to its end, unless nothing that follows is of interest.
        """
        earlier = len(self._begun)
        data = self._begun + data
        at, size = self._body, len(data)
        while at + 2 <= size:
            length, mask = data[at + 1] & _LENGTH, _MASK if data[at + 1] & _MASKED else 0
            longer = _LONGER.get(length, 0)
            end = at + 2 + longer + mask
            if end > size:
                break
            if longer:
                length = int.from_bytes(data[at + 2 : at + 2 + longer], "big")
            yield data[at], max(0, at - earlier)
            at = end + length
        self._begun, self._body = data[at:], max(0, at - size)


class Inflow:
    """What one socket may send: so many bytes and frames a second, and so many frames for one message."""

    def __init__(self, limits: Limits) -> None:
        self._bytes = Bucket(limits.byte_rate, limits.byte_burst)
        self._frames = Bucket(limits.frame_rate, limits.frame_burst)
        self._heads = Heads()
        self._fragments = 0  # of the message that is not complete
        self.is_new = False  # whether another message began in the last piece

    @property
    def is_complete(self) -> bool:
        """Whether nothing is missing of what has begun."""
        return self._heads.is_between and not self._fragments

    def allowed(self, data: bytes) -> int:
        """How much of a piece may be read; if that is not all, nothing that comes later."""
        self.is_new = False
        if not self._bytes.take(len(data)):
            return 0
        for first, start in self._heads.walk(data):
            if not self._frames.take() or not self._counts(first):
                return start
        return len(data)

    def _counts(self, first: int) -> bool:
        """Count a frame to its message; whether that may have so many."""
        self.is_new |= not self._fragments
        opcode = first & _OPCODE
        if opcode in (_TEXT, _BINARY):
            self._fragments = 1
        elif opcode == _CONTINUED:
            self._fragments += 1
        if opcode <= _BINARY and first & _FIN:
            self._fragments = 0
        return self._fragments <= MOST_FRAGMENTS

    def has_close(self, data: bytes) -> bool:
        """Whether a piece of which nothing is read has the word that ends the connection."""
        opcodes = {first & _OPCODE for first, _ in self._heads.walk(data)}
        return _CLOSE in opcodes
