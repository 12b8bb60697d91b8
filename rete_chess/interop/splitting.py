"""Bytes as they come, split into lines; of a line that is too long the rest is left out."""

from __future__ import annotations

from typing import Final

#: The longest line that is read.
MAX_LINE: Final = 1 << 20


class Splitter:
    """The lines of a stream, as far as they have come."""

    def __init__(self) -> None:
        self._begun = b""
        self._is_cut = False  # whether the line that has begun is full already

    def feed(self, given: bytes) -> list[str]:
        """The lines that some more bytes bring to an end."""
        *ended, begun = given.split(b"\n")
        found = [self._ended(part) for part in ended]
        self._grow(begun)
        return found

    def rest(self) -> list[str]:
        """The line that has begun, at the end of the stream."""
        return [self._ended(b"")] if self._begun else []

    def _ended(self, part: bytes) -> str:
        self._grow(part)
        line, self._begun, self._is_cut = self._begun, b"", False
        return line.decode("utf-8", "replace").rstrip("\r")

    def _grow(self, part: bytes) -> None:
        if not self._is_cut:
            self._begun = (self._begun + part)[:MAX_LINE]
            self._is_cut = len(self._begun) == MAX_LINE
