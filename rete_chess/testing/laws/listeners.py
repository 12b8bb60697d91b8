"""Listeners that random games are played with: each does one thing, by the facts alone and by no memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Final

from rete_chess.engine.move.listeners import Listener, ListenerContext
from rete_chess.facts.events import Event


def _free(context: ListenerContext, square: int | None) -> bool:
    """Whether nobody stands on a square, and no wall."""
    return square is not None and context.session.board.cells[square] < 0


class Mercy(Listener):
    """Lets no pawn be captured."""

    def before(self, event: Event, context: ListenerContext) -> Event | None:
        is_pawn = event.target and context.session.get(event.target, "PieceType") == "pawn"
        return None if context.point == "before-capture" and is_pawn else event


class Reflection(Listener):
    """Lets whoever strikes a queen be struck."""

    priority = -1

    def before(self, event: Event, context: ListenerContext) -> Event | None:
        is_queen = event.target and context.session.get(event.target, "PieceType") == "queen"
        if context.point == "damage" and event.piece is not None and is_queen:
            return event._replace(target=event.piece)
        return event


class Weakness(Listener):
    """Doubles all damage, and lets nobody be taken elsewhere."""

    def before(self, event: Event, context: ListenerContext) -> Event | None:
        if event.event == "relocate":
            return None
        if context.point == "damage" and event.amount is not None:
            return event._replace(amount=event.amount * 2)
        return event


class Gardener(Listener):
    """Plants a pawn where a capture set out."""

    def after(self, event: Event, context: ListenerContext) -> Iterable[Event]:
        if context.point != "capture" or not _free(context, event.origin):
            return []
        return [context.make("spawn", becomes=_a_type(context), square=event.origin)]


class Alchemist(Listener):
    """Makes pieces that arrive on the first file another type."""

    priority = 3

    def after(self, event: Event, context: ListenerContext) -> Iterable[Event]:
        is_there = event.piece is not None and context.session.contains(event.piece, "Position")
        if context.point != "square-entry" or not is_there or (event.to or 0) % 8:
            return []
        kind = context.session.get(event.piece or 0, "PieceType")
        return [] if kind == "king" else [context.make("transform", target=event.piece, becomes="knight")]


class Choir(Listener):
    """Sings at every move, and hurts whoever is sung of by others."""

    kinds = ("song",)

    def after(self, event: Event, context: ListenerContext) -> Iterable[Event]:
        if context.point == "move":
            return [context.make("song", piece=event.piece)]
        if context.point == "song" and event.piece is not None:
            return [context.make("damage", target=event.piece, amount=1, kind="noise")]
        return []


class Porter(Listener):
    """Takes a piece that has moved to the middle one step further, and forgets all that waits then."""

    def after(self, event: Event, context: ListenerContext) -> Iterable[Event]:
        to = event.to
        if context.point != "move" or not event.player or to is None or to % 5 or not _free(context, to - 1):
            return []
        context.abort_chain()
        return [context.make("relocate", target=event.piece, to=to - 1)]


class Censor(Listener):
    """Keeps everybody from the last file; legality knows."""

    judges_legality = True

    def before(self, event: Event, context: ListenerContext) -> Event | None:
        return None if context.point == "before-move" and (event.to or 0) % 8 == 7 else event


class Guide(Listener):
    """Sends whoever sets out for the third file one file further."""

    judges_legality = True

    def before(self, event: Event, context: ListenerContext) -> Event | None:
        to = event.to
        if context.point == "before-move" and to is not None and to % 8 == 2 and _free(context, to + 1):
            return event._replace(to=to + 1)
        return event


def _a_type(context: ListenerContext) -> str:
    """The pawn, or the first type of a game without pawns."""
    types = context.session.board.book.types
    return "pawn" if "pawn" in types else types[0]


LISTENERS: Final[tuple[type[Listener], ...]] = (
    Mercy, Reflection, Weakness, Gardener, Alchemist, Choir, Porter, Censor, Guide,
)  # fmt: skip

#: Makes the listeners of a game; each match has instances of its own.
Band = Callable[[], list[Any]]


def random_band(random: Random) -> tuple[str, Band]:
    """None, one or two listeners: their names, and the maker of their instances."""
    chosen = random.sample(LISTENERS, random.choice((0, 0, 0, 1, 2)))
    return " + ".join(kind.__name__ for kind in chosen), lambda: [kind() for kind in chosen]
