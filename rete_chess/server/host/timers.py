"""When something happens in rooms by itself: one heap of deadlines for all of them, awake or asleep."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from heapq import heappop, heappush
from typing import Final

#: The longest time that a loop is asked to wait, in seconds; then it is looked again.
LONGEST: Final = 3_600.0


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Timers:
    """The next deadline of each room. When it comes, `due` is called with the code, and it is forgotten."""

    def __init__(self, due: Callable[[str], None]) -> None:
        self._due = due
        self._deadlines: dict[str, int] = {}
        self._heap: list[tuple[int, str]] = []
        self._handle: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._deadlines)

    def fill(self, deadlines: Mapping[str, int]) -> None:
        """Set the deadlines of many rooms."""
        for code, at in deadlines.items():
            self.set(code, at)

    def set(self, code: str, at: int | None) -> None:
        """Set the next deadline of a room, or that it has none."""
        if self._deadlines.get(code) == at:
            return
        if at is None:
            del self._deadlines[code]
            return
        self._deadlines[code] = at
        heappush(self._heap, (at, code))
        if self._heap[0] == (at, code):
            self._wait()

    def _wait(self) -> None:
        """Wait for the first deadline."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
        if self._heap:
            seconds = min(LONGEST, max(0.0, (self._heap[0][0] - now_ms()) / 1000))
            self._handle = asyncio.get_running_loop().call_later(seconds, self._ring)

    def _ring(self) -> None:
        now = now_ms()
        while self._heap and self._heap[0][0] <= now:
            at, code = heappop(self._heap)
            if self._deadlines.get(code) == at:
                del self._deadlines[code]
                self._due(code)
        self._wait()

    def close(self) -> None:
        """Wait for nothing any longer."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
