"""Events: immutable records of one change about to happen or that happened."""

from __future__ import annotations

from typing import Any, Final, NamedTuple


class Event(NamedTuple):
    """What happens: `piece` acts, `target` suffers (entities); squares are numbers, sides are words.

    `source` is the rule that caused it and `subject` the piece that rule spoke of.
    """

    id: int
    event: str
    side: str | None = None
    piece: int | None = None
    target: int | None = None
    origin: int | None = None
    to: int | None = None
    square: int | None = None
    amount: float | None = None
    kind: str | None = None
    tag: str | None = None
    was: str | None = None
    becomes: str | None = None
    player: bool = False
    line: bool | None = None
    direction: tuple[int, int] | None = None
    parent: int | None = None
    source: str | None = None
    subject: int | None = None

    def field(self, name: str) -> Any:
        """A field by the name documents give it."""
        return self[PLACES[name]]


#: Where the fields of an event stand in it, by the names that documents give them.
PLACES: Final = {name: place for place, name in enumerate(Event._fields)}
PLACES["from"] = PLACES["origin"]
