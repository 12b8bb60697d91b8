"""Demands on events that Python makes: a kind that can happen, with the fields it needs, of their senses."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from rete_chess.compiler import demand_joinable
from rete_chess.compiler.catalog import names, pieces
from rete_chess.core.geometry import COLORS
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
        raise _refused("no such kind of event", event.event, f"one of {', '.join(known)}", hint)
    for name in needs if kind is None else kind.needs:
        if getattr(event, name) is None:
            raise _refused(f"the event {event.event} needs {name}", None, f"{name} of the event")
    for name, sense in EVENT_SENSES.items():
        value = event.field(name)
        if value is not None and sense in _SENSES:
            words, test = _SENSES[sense]
            if not test(run, value):
                raise _refused(f"{name} of the event {event.event} is {words}", value)
    if event.becomes is not None and kind is not None and kind.becomes is not None:
        _demand_type(run, event, kind.becomes)


def _demand_type(run: Run, event: Event, of: str) -> None:
    """Refuse a type that is not in play and, of pieces, cannot join."""
    known = run.board.book.types if of == "piece" else (*run.program.setup.tile_types, STANDARD)
    if event.becomes in known:
        return
    further = names(pieces(), run.program.variant.neighbours) if of == "piece" else ()
    if event.becomes not in further:
        close = nearest(event.becomes, (*known, *further))
        hint = f"did you mean {close!r}?" if close else f"expected one of {', '.join(known)}"
        raise _refused(f"no such {of} type in this game", event.becomes, None, hint)
    demand_joinable(run.program, event.becomes)


def demand_mover(run: Run, event: Event) -> None:
    """Raise an error unless the event of a move names a piece on the board and a square."""
    if event.piece is None or event.to is None or run.board.square_of(event.piece) < 0:
        raise _refused("a move has a piece that is on the board, and a square to go to", event.piece)


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
    COLOR: ("white or black", lambda run, value: value in COLORS),
    TEXT: ("a word", lambda run, value: is_word(value)),
    NUMBER: (
        "a number from 0 on",
        lambda run, value: (is_whole(value) or isinstance(value, float)) and 0 <= value < 1_000_000,
    ),
}


def _refused(message: str, found: object, expected: str | None = None, hint: str | None = None) -> GameError:
    return GameError("E_REQUEST", message, found=found, expected=expected, hint=hint)
