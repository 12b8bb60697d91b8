"""How fast a client speaks: never faster than a server listens, so that nobody is sent away for haste."""

from __future__ import annotations

import asyncio
from typing import Final

#: Messages a second in the long run, and at once; a little less than what servers allow.
RATE: Final = 18.0
BURST: Final = 36.0


class Pace:
    """The breath of a line: each message takes some, and time gives it back."""

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
