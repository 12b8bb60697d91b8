"""Events: immutable records of one change about to happen or that happened."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from rete_chess.core.board import Board

#: The kind of the events of a piece that comes from the hand; a summons has none.
DROP: Final = "drop"
#: The kind of the events of an act.
ACT: Final = "act"
#: What gives a piece to a side, and the kind of the events that do so besides.
RECOLOR: Final = "recolor"


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

    def with_id(self, number: int) -> Event:
        """The same event under another number."""
        return self._with(0, number)

    def with_amount(self, amount: float | None) -> Event:
        """The same event with another amount."""
        return self._with(8, amount)

    def with_word(self, event: str) -> Event:
        """The same as an event of another kind."""
        return self._with(1, event)

    def _with(self, place: int, value: Any) -> Event:
        """The same event with another value in one place."""
        if self[place] is value:
            return self
        fields = list(self)
        fields[place] = value
        return _new(Event, fields)


#: Where the fields of an event stand in it, by the names that documents give them.
PLACES: Final = {name: place for place, name in enumerate(Event._fields)}
PLACES["from"] = PLACES["origin"]

#: Events are made all the time: the bare tuple is filled at once, which takes half as long as `Event(...)`.
_new = tuple.__new__


def make_event(
    number: int,
    event: str,
    *,
    side: str | None = None,
    piece: int | None = None,
    target: int | None = None,
    origin: int | None = None,
    to: int | None = None,
    square: int | None = None,
    amount: float | None = None,
    kind: str | None = None,
    tag: str | None = None,
    was: str | None = None,
    becomes: str | None = None,
    player: bool = False,
    line: bool | None = None,
    direction: tuple[int, int] | None = None,
    parent: int | None = None,
    source: str | None = None,
    subject: int | None = None,
) -> Event:
    """An event with its number, its word, and its fields by name. All but a `journey` are made here."""
    return _new(Event, (
        number, event, side, piece, target, origin, to, square, amount, kind,
        tag, was, becomes, player, line, direction, parent, source, subject,
    ))  # fmt: skip


def act_event(
    number: int,
    event: str,
    board: Board,
    *,
    side: str,
    piece: int | None,
    target: int | None,
    origin: int | None,
    to: int | None,
    tag: str,
) -> Event:
    """An event of an act: who acts from where, on whom and where, as far as there is anybody."""
    step = None if origin is None or to is None else board.book.geometry.course(origin, to)
    return _new(Event, (
        number, event, side, piece, target, origin, to, None, None, ACT,
        tag, None, None, True, step is not None, step, None, None, None,
    ))  # fmt: skip


def journey(
    number: int,
    event: str,
    board: Board,
    *,
    side: str,
    piece: int,
    origin: int,
    to: int,
    tag: str,
    target: int = 0,
    square: int | None = None,
    kind: str | None = None,
) -> Event:
    """The event of a piece on its way from square to square by a player's move, with the line it takes."""
    step = board.book.geometry.course(origin, to)
    return _new(Event, (
        number, event, side, piece, target or None, origin, to, square, None, kind,
        tag or None, None, None, True, step is not None, step, None, None, None,
    ))  # fmt: skip
