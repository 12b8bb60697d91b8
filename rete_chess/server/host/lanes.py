"""A room as the front knows it: what waits to be told to it, the worker that has it, and the sockets in it.

Also which rooms are of strangers' documents: those live apart from all others.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import orjson

from rete_chess.server.host.jobs import Number
from rete_chess.server.host.pool import GUEST, HOUSE, Worker
from rete_chess.server.host.timers import now_ms
from rete_chess.server.room.state import NOBODY
from rete_chess.server.store import Stored

_ID: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
#: The messages that may bring documents along, and under which keys.
_DOCUMENTS: Final = {
    "room.create": ("variant", "documents", "profile", "profiles", "customModifiers"),
    "modifier-profile.propose": ("candidate",),
    "modifier-profile.update": ("candidate",),
    "custom-modifier.register": ("descriptor",),
}


@dataclass
class Input:
    """Something that a room has to be told: a verb of its worker, and what goes with it."""

    verb: str
    arguments: tuple[Any, ...] = ()
    socket: Number | None = None  # of whoever said it
    re: str | None = None  # the name of the message
    is_strange: bool = False  # whether it brings documents along
    is_counted: bool = False  # whether it counts as one that brings documents along
    is_join: bool = False
    key: str | None = None  # the hash of the token that comes with it
    at: int | None = None  # when it came, in milliseconds since 1970; None: now
    began: float = field(default_factory=time.monotonic)

    @property
    def moment(self) -> int:
        """The moment at which the room is told that it happened."""
        return now_ms() if self.at is None else self.at


@dataclass
class Lane:
    """One room: its inputs are handled one after the other, each stored and told before the next."""

    code: str
    kind: str | None = None  # in which pool it lives; None: not known yet
    home: Worker | None = None
    audience: dict[Number, str] = field(default_factory=dict)
    waiting: deque[Input] = field(default_factory=deque)
    task: asyncio.Task[None] | None = None
    heard: float = field(default_factory=time.monotonic)  # when somebody in it last said something
    thinking: str | None = None  # what its bot thinks about
    is_shaken: bool = False  # whether it has cost its worker, and nobody in it was told how it stands

    @property
    def is_awake(self) -> bool:
        """Whether a worker has the room."""
        return self.home is not None and self.home.is_alive

    def attend(self) -> None:
        """Somebody in the room is heard: it does not sleep for a while."""
        self.heard = time.monotonic()

    def has_player(self, socket: Number | None) -> bool:
        """Whether a socket is in the room, and not only to watch."""
        return socket is not None and self.audience.get(socket, NOBODY) != NOBODY

    @property
    def is_busy(self) -> bool:
        """Whether something is under way."""
        return self.task is not None or self.thinking is not None


def is_strange(message: Mapping[str, Any]) -> bool:
    """Whether a message brings documents of its own along."""
    return any(_brings(message.get(key)) for key in _DOCUMENTS.get(message["type"], ()))


def _brings(value: Any) -> bool:
    """Whether a value is a document, as a mapping or a text, or a list with anything but ids."""
    if isinstance(value, list):
        return any(isinstance(item, list) or _brings(item) for item in value)
    return isinstance(value, dict) or (isinstance(value, str) and _ID.fullmatch(value) is None)


def kind_of(stored: Stored) -> str:
    """Where a stored room lives: with strangers' documents, or what may be one, among guests."""
    if stored.snapshot is not None:
        told = orjson.loads(stored.snapshot)
        setup, modifiers = told["setup"], told["modifiers"]
    else:
        setup, modifiers = stored.entries[0].data["setup"], ()
    brings = _brings(setup["variant"]) or setup.get("documents") or setup.get("profiles")
    later = any(entry.kind == "registered" for entry in stored.entries)
    return GUEST if brings or modifiers or setup.get("modifiers") or later else HOUSE
