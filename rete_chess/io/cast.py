"""The cast of a move: the pieces by id with their names for people, and events as phrases."""

from __future__ import annotations

from typing import NamedTuple

from rete_chess.core.board import Board
from rete_chess.core.geometry import OWNERS
from rete_chess.engine.move.tables import EVENT_KINDS, PHRASE
from rete_chess.engine.move.trace import Change, Trace
from rete_chess.facts.events import Event
from rete_chess.facts.session import OWNER
from rete_chess.facts.words.word import format_value


class Actor(NamedTuple):
    """A piece as people call it: `white pawn e4`."""

    color: str
    type: str
    square: str

    def __str__(self) -> str:
        return f"{self.color} {self.type} {self.square}"


#: Entity -> piece.
Cast = dict[int, Actor]


def cast_of(board: Board) -> Cast:
    """The pieces that stand on a board."""
    book = board.book
    return {
        board.entities[square]: Actor(
            OWNERS[color], book.types[reach.type_index], book.geometry.names[square]
        )
        for color, side in enumerate(board.pieces)
        for square, reach in side.items()
    }


def describe_events(trace: Trace, cast: Cast, names: tuple[str, ...]) -> dict[int, str]:
    """A phrase for each event by its id, pieces named by where they stood; updates the cast."""
    phrases = {}
    # Arrivals that no rule could hear are not announced; the firings know where their pieces stood.
    places = {(firing.event, firing.entity): firing.square for firing in trace.firings if firing.square}
    for event in trace.events:
        seen = places.get((event.id, event.target)) or places.get((event.parent or 0, event.target))
        if seen and event.target in cast:
            cast[event.target] = cast[event.target]._replace(square=seen)
        phrases[event.id] = describe_event(event, cast, names)
        for role, place in _displaced(event):
            mover, square = event.field(role), event.field(place)
            if mover in cast and square is not None:
                cast[mover] = cast[mover]._replace(square=names[square])
    return phrases


def _displaced(event: Event) -> tuple[tuple[str, str], ...]:
    """The fields of an event that name pieces which change their places by it, each with its new square."""
    if event.event == "move":  # which is announced before it happens; the arrival knows its square
        return () if event.square is None else (("piece", "to"),)
    kind = EVENT_KINDS.get(event.event)
    return () if kind is None else kind.displaces


def describe_event(event: Event, cast: Cast, names: tuple[str, ...]) -> str:
    """The phrase of an event: `damage 1 to black knight g8 (poison)`."""
    kind = EVENT_KINDS.get(event.event)
    return (PHRASE if kind is None else kind.phrase).format(
        event=event.event,
        side=event.side,
        becomes=event.becomes,
        who=name_of(event.piece, cast),
        whom=name_of(event.target, cast),
        place="" if event.square is None else f" {names[event.square]}",
        to="" if event.to is None else f" to {names[event.to]}",
        amount="" if event.amount is None else f"{format_value(event.amount)} to ",
        kind=f" ({event.kind})" if event.kind and event.kind != event.event else "",
    )


def name_of(entity: int | None, cast: Cast) -> str:
    """The name of a piece, or its id if the cast does not have it."""
    if entity is None:
        return "nobody"
    actor = cast.get(entity)
    return f"piece {entity}" if actor is None else str(actor)


def describe_change(change: Change, subject: int | None, cast: Cast, arrow: str) -> str:
    """A change as text, `Hp 2 → 1`, with the owner's name if it is not the subject of the rule."""
    attribute, _, side = change.attribute.partition(OWNER)
    owner = f"{side} " if side else ""
    if change.entity > 0 and change.entity != subject:
        owner = f"{name_of(change.entity, cast)} "
    return f"{owner}{attribute} {format_value(change.old)} {arrow} {format_value(change.new)}"
