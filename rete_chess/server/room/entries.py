"""The log of a room: one entry for each change, with the message that everybody hears of it, if they do.

Entries are numbered without gap; those with a message have, besides, a number of their own, `seq`, by
which clients count. Applying all entries in order makes the room again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

import orjson

from rete_chess.server.wire.codec import dumped

Json = dict[str, Any]


class Cause(NamedTuple):
    """The message of a player that an entry came from, and how it was answered.

    `seq` is the broadcast that answered it, `answer` the message to the player alone.
    """

    seat: str
    id: str
    digest: str
    seq: int | None = None
    answer: Json | None = None

    def to_json(self) -> Json:
        """The cause as stored data, without what it does not say."""
        return {key: value for key, value in self._asdict().items() if value is not None}


class Heard(NamedTuple):
    """A broadcast as a room keeps it for those who come back: its number, and the text of the message; and
    the texts for those from whom something was hidden."""

    seq: int
    text: str
    seen: dict[str, str] = {}  # noqa: RUF012 - never changed

    @property
    def size(self) -> int:
        """The signs of all its texts."""
        return len(self.text) + sum(map(len, self.seen.values()))

    def message(self, viewer: str) -> Json:
        """The message that a viewer heard, without the legal moves."""
        found: Json = orjson.loads(self.seen.get(viewer, self.text))
        return found


@dataclass
class Entry:
    """One change of a room."""

    number: int
    at: int  # milliseconds since 1970
    kind: str
    data: Json
    by: str | None = None  # the seat that acted; None: the server itself
    seq: int | None = None
    message: Json | None = None  # what everybody hears, before it is fitted to each viewer
    cause: Cause | None = None
    seen: dict[str, Json] = field(default_factory=dict)  # what those hear from whom something is hidden

    def to_bytes(self) -> bytes:
        """The entry as a store keeps it."""
        told = {"kind": self.kind, "data": self.data, "by": self.by, "message": self.message}
        if self.seen:
            told["seen"] = self.seen
        if self.cause is not None:
            told["cause"] = self.cause.to_json()
        return dumped({key: value for key, value in told.items() if value is not None})

    @classmethod
    def from_bytes(cls, number: int, seq: int | None, at: int, body: bytes) -> Entry:
        """The entry of a store."""
        told = orjson.loads(body)
        cause = told.get("cause")
        return cls(
            number,
            at,
            told["kind"],
            told["data"],
            told.get("by"),
            seq,
            told.get("message"),
            None if cause is None else Cause(**cause),
            told.get("seen", {}),
        )
