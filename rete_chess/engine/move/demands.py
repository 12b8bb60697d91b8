"""Demands on events that Python makes: a kind that can happen, with the fields it needs, of their senses."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from rete_chess import compiler
from rete_chess.compiler import catalog
from rete_chess.core.geometry import OWNERS
from rete_chess.core.values import FORBIDDEN
from rete_chess.engine.move.tables import EVENT_KINDS
from rete_chess.errors import GameError, nearest
from rete_chess.facts.events import Event
from rete_chess.facts.tiles import STANDARD
from rete_chess.facts.words.word import COLOR, EVENT_SENSES, NUMBER, PIECE, SQUARE, TEXT

if TYPE_CHECKING:
    from rete_chess.engine.move.run import Run


#: The longest word for a kind of damage and the like.
LONGEST_WORD: Final = 80


def demand_event(run: Run, event: Event, is_known: bool = False, needs: tuple[str, ...] = ()) -> None:
    """Raise an error unless the event can happen; the kind of one that happens already is known."""
    kind = EVENT_KINDS.get(event.event)
    if kind is None and not is_known and event.event not in run.game.custom_kinds:
        known = sorted((*EVENT_KINDS, *run.game.custom_kinds))
        close = nearest(event.event, known)
        hint = f"did you mean {close!r}?" if close else "a listener names its own kinds under `kinds`"
        raise refused("no such kind of event", event.event, f"one of {', '.join(known)}", hint)
    for name in needs if kind is None else kind.needs:
        if getattr(event, name) is None:
            raise refused(f"the event {event.event} needs {name}", None, f"{name} of the event")
    for name, sense in EVENT_SENSES.items():
        value = event.field(name)
        if value is not None and sense in _SENSES:
            words, test = _SENSES[sense]
            if not test(run, value):
                raise refused(f"{name} of the event {event.event} is {words}", value)
    if event.becomes is not None and kind is not None and kind.becomes is not None:
        demand_type(run, event.becomes, kind.becomes)


def demand_type(run: Run, name: str, of: str) -> None:
    """Refuse a type that is not in play and, of pieces, cannot join."""
    known = run.board.book.types if of == "piece" else (*run.program.setup.tile_types, STANDARD)
    if name in known:
        return
    further = catalog.names(catalog.pieces(), run.program.variant.neighbours) if of == "piece" else ()
    if name not in further:
        close = nearest(name, (*known, *further))
        hint = f"did you mean {close!r}?" if close else f"expected one of {', '.join(known)}"
        raise refused(f"no such {of} type in this game", name, None, hint)
    compiler.demand_joinable(run.program, name)


def is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def is_word(value: object) -> bool:
    """Whether a value is a word that a save can hold."""
    return isinstance(value, str) and 0 < len(value) <= LONGEST_WORD and not FORBIDDEN.search(value)


#: Sense -> its words, and whether a value is of it.
_SENSES: Final[dict[str, tuple[str, Callable[[Run, Any], bool]]]] = {
    PIECE: ("the id of a piece or tile", lambda run, value: is_whole(value) and value > 0),
    SQUARE: (
        "the number of a square",
        lambda run, value: is_whole(value) and 0 <= value < run.board.book.geometry.size,
    ),
    COLOR: ("white, black or neutral", lambda run, value: value in OWNERS),
    TEXT: ("a word", lambda run, value: is_word(value)),
    NUMBER: (
        "a number from 0 on",
        lambda run, value: (is_whole(value) or isinstance(value, float)) and 0 <= value < 1_000_000,
    ),
}


def refused(message: str, found: object, expected: str | None = None, hint: str | None = None) -> GameError:
    """The error about what Python asks for."""
    return GameError("E_REQUEST", message, found=found, expected=expected, hint=hint)
