"""How often somebody may do something: in the long run, in some seconds, from one address."""

from __future__ import annotations

import ipaddress
import time
from collections import deque
from typing import Final

#: Addresses that are remembered; beyond it those are forgotten who did nothing lately.
MOST_ADDRESSES: Final = 10_000


class Bucket:
    """So many things at once, and so many a second in the long run."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._at = time.monotonic()

    def take(self, count: float = 1) -> bool:
        """Whether one more thing may be done, or so many; if so, they count."""
        now = time.monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < count:
            return False
        self._left -= count
        return True


class Window:
    """So many things in any time of some seconds."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most = most
        self._seconds = seconds
        self._times: deque[float] = deque()

    def take(self) -> bool:
        """Whether one more thing may be done; if so, it counts."""
        self._forget()
        if len(self._times) >= self._most:
            return False
        self._times.append(time.monotonic())
        return True

    @property
    def is_empty(self) -> bool:
        """Whether nothing was done for long enough."""
        self._forget()
        return not self._times

    def _forget(self) -> None:
        before = time.monotonic() - self._seconds
        while self._times and self._times[0] <= before:
            self._times.popleft()


class Addresses:
    """What every address may do: so many things in a minute."""

    def __init__(self, per_minute: int, spares_loopback: bool) -> None:
        self._per_minute = per_minute
        self._spares_loopback = spares_loopback
        self._windows: dict[str, Window] = {}

    def take(self, address: str) -> bool:
        """Whether an address may do one more thing; if so, it counts."""
        if self._spares_loopback and is_loopback(address):
            return True
        network = network_of(address)
        if network not in self._windows:
            self._forget()
            self._windows[network] = Window(self._per_minute, 60.0)
        return self._windows[network].take()

    def _forget(self) -> None:
        if len(self._windows) >= MOST_ADDRESSES:
            self._windows = {name: found for name, found in self._windows.items() if not found.is_empty}


def is_loopback(address: str) -> bool:
    """Whether an address is this machine itself."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address in ("", "localhost", "testclient")


def network_of(address: str) -> str:
    """What counts as one address: with IPv6 the network of a household, which has 2^64 of them."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


# -- rooms that cost workers ------------------------------------------------------------------------

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
