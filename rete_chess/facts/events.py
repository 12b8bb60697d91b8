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

    def with_amount(self, amount: float | None) -> Event:
        """The same with another amount."""
        return _new(Event, (*self[:8], amount, *self[9:]))

    def with_word(self, event: str) -> Event:
        """The same as an event of another kind."""
        return _new(Event, (self.id, event, *self[2:]))


#: Where the fields of an event stand in it, by the names that documents give them.
PLACES: Final = {name: place for place, name in enumerate(Event._fields)}
PLACES["from"] = PLACES["origin"]

#: Events are made all the time: the bare tuple is filled at once, without a call for its many names.
_new = tuple.__new__
_REST: Final = tuple(Event._field_defaults.values())


def event_of(number: int, event: str, *fields: Any) -> Event:
    """An event with its fields in their order, from `side` on; those left out are as usual."""
    return _new(Event, (number, event, *fields, *_REST[len(fields) :]))
