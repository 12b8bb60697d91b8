"""What every store does: append to logs, keep snapshots, find rooms, know what is due and when nobody served.

A store knows entries as bytes with a few numbers beside them. It is used by threads, never by a loop of
events itself: every call may wait for a disk.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from rete_chess.errors import ReteChessError
from rete_chess.server.room.entries import Entry
from rete_chess.server.room.outcome import Head


class StoreError(ReteChessError):
    """A store that cannot be opened, read or written."""


class StoreConflictError(StoreError):
    """Entries that do not continue the log of their room; nothing of their transaction was written."""

    def __init__(self, room: str, number: int) -> None:
        self.room = room
        super().__init__(
            "E_STORE_CONFLICT", f"the log of the room {room} has gone on elsewhere", found=f"entry {number}"
        )


class Record(Protocol):
    """What a store has to know of an entry to write it: an `Entry`, or one that is bytes already."""

    @property
    def number(self) -> int: ...
    @property
    def seq(self) -> int | None: ...
    @property
    def at(self) -> int: ...
    @property
    def kind(self) -> str: ...
    def to_bytes(self) -> bytes: ...


@dataclass(frozen=True)
class Group:
    """The entries that one input brought to a room, the head of the room after them, and perhaps a snapshot
    of it. All of it is written or nothing."""

    head: Head
    entries: tuple[Record, ...]
    snapshot: bytes | None = None


@dataclass(frozen=True)
class Listed:
    """What a store knows of a room by itself."""

    code: str
    mode: str
    variant: str
    name: str
    is_private: bool
    seats: dict[str, bool]
    moves: int
    result: dict[str, Any] | None
    created_at: int
    player_at: int
    number: int  # of the last entry
    at: int  # the time of the last entry
    deadline: int | None  # when something happens in the room by itself


@dataclass(frozen=True)
class Stored:
    """All that is needed to wake a room: a snapshot, and the entries after it and of its last broadcasts."""

    listed: Listed
    snapshot: bytes | None
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class Outage:
    """A time in which a server did not serve."""

    since: int
    until: int

    def within(self, since: int, until: int) -> int:
        """The milliseconds of it that lie between two moments."""
        return max(0, min(until, self.until) - max(since, self.since))


class Store(ABC):
    """The logs of rooms, somewhere."""

    # -- writing -------------------------------------------------------------------------------

    @abstractmethod
    def append(self, groups: Sequence[Group]) -> None:
        """Write groups of entries, of one room or of many, in one transaction that is on the disk when this
        returns. An error has written nothing."""

    @abstractmethod
    def delete_idle(self, before: int, keep: Collection[str] = (), prefix: str = "") -> list[str]:
        """Delete the rooms whose codes begin so and in which no player was since a moment, but for some;
        returns their codes."""

    # -- reading -------------------------------------------------------------------------------

    @abstractmethod
    def load(self, code: str) -> Stored | None:
        """What is needed to wake a room; None if there is none."""

    @abstractmethod
    def find(self, code: str) -> Listed | None:
        """What is known of a room; None if there is none."""

    @abstractmethod
    def public(self, most: int = 100) -> list[Listed]:
        """Rooms that are not private, those first in which something happened last."""

    @abstractmethod
    def log(self, code: str, after: int = 0) -> list[Entry]:
        """The entries of a room after a number."""

    @abstractmethod
    def holder(self, code: str, token: str) -> tuple[str, ...]:
        """The sides of which the hash of a token is the key; none if it is no key of the room."""

    @abstractmethod
    def due(self, until: int | None = None) -> dict[str, int]:
        """The rooms in which something happens by itself, with the moment, up to some moment."""

    # -- serving -------------------------------------------------------------------------------

    @abstractmethod
    def start(self, server: str, now: int) -> None:
        """Note that a server serves from now on; since it was last heard of, it did not."""

    @abstractmethod
    def beat(self, server: str, now: int) -> None:
        """Note that a server still serves."""

    @abstractmethod
    def outages(self, server: str, since: int) -> list[Outage]:
        """The times since a moment in which a server did not serve."""

    @abstractmethod
    def close(self) -> None:
        """Let go of all files and connections."""


def lost_time(outages: Iterable[Outage], since: int, until: int) -> int:
    """The milliseconds between two moments in which a server did not serve."""
    return sum(outage.within(since, until) for outage in outages)
