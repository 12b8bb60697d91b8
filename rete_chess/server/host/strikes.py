"""Rooms that have cost a worker: they live apart, and those that do it again are left alone for a while."""

from __future__ import annotations

import time
from typing import Final

#: From so many lost workers on a room is left alone, at first for so many seconds, then longer every time.
PATIENCE: Final = 2
FIRST_REST: Final = 4.0
LONGEST_REST: Final = 600.0
#: After so many seconds without another one it is as if nothing had been.
FORGIVEN: Final = 3_600.0


class Strikes:
    """How many workers each room has cost, and when it may try again."""

    def __init__(self) -> None:
        self._rooms: dict[str, tuple[int, float]] = {}  # how many, and when the last one was

    def __contains__(self, code: object) -> bool:
        return code in self._rooms

    def add(self, code: str) -> int:
        """Count one more; returns how many there are."""
        now = time.monotonic()
        self._rooms = {name: found for name, found in self._rooms.items() if now - found[1] < FORGIVEN}
        count = self._rooms.get(code, (0, 0.0))[0] + 1
        self._rooms[code] = (count, now)
        return count

    def rest(self, code: str) -> float:
        """The seconds for which a room is still left alone."""
        count, last = self._rooms.get(code, (0, 0.0))
        if count < PATIENCE:
            return 0.0
        whole = min(LONGEST_REST, FIRST_REST * 2.0 ** (count - PATIENCE))
        return max(0.0, last + whole - time.monotonic())
