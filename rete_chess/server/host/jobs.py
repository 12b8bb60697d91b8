"""What the front and its workers say to each other: jobs one way, answers the other.

Both are our own processes on one machine, so they are pickled. Messages to clients and entries of logs are
bytes already, made by the worker: the front never looks into them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rete_chess.server.room import Head

#: A client's socket, as a number that is never used again.
Number = int


class Job(NamedTuple):
    """Something that a worker shall do, one of its verbs with what it needs."""

    number: int
    verb: str
    arguments: tuple[Any, ...]


class Answer(NamedTuple):
    """What came of a job: its value, or how it failed."""

    number: int
    value: Any
    failure: Failure | None = None


class Failure(NamedTuple):
    """A defect in a worker; the room is forgotten there, as if nothing had happened."""

    message: str
    trace: str


class Sealed(NamedTuple):
    """An entry of a log as bytes, with what the store has to know of it."""

    number: int
    seq: int | None
    at: int
    kind: str
    body: bytes

    def to_bytes(self) -> bytes:
        """The entry as a store keeps it."""
        return self.body


class Thinking(NamedTuple):
    """A bot that has to think: the name of what is wanted, the level, and all that its worker needs."""

    name: str
    level: int
    request: bytes


@dataclass
class Told:
    """What a room says to one input. Nothing of it is sent before its entries are stored."""

    entries: tuple[Sealed, ...] = ()
    sends: list[tuple[tuple[Number, ...], bytes]] = field(default_factory=list)
    closes: tuple[Number, ...] = ()
    head: Head | None = None  # None: as before
    due: int | None = None  # when something happens by itself in the room
    is_awake: bool = False  # whether `due` is known
    snapshot: bytes | None = None
    audience: dict[Number, str] | None = None  # who is in the room, and as what; None: as before
    thinking: Thinking | None = None
    opened: tuple[Head, tuple[Sealed, ...]] | None = None
    refusals: tuple[str, ...] = ()  # the codes of refusals
    is_forgotten: bool = False  # whether the room has to be made again from its log
    seconds: float = 0.0  # of processor time

    @property
    def seq(self) -> int | None:
        """The number of the last broadcast; None if there is none."""
        return max((entry.seq for entry in self.entries if entry.seq is not None), default=None)
