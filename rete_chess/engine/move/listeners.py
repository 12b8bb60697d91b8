"""Python listeners: they judge events before they happen and answer them after, as rules do.

A listener has a priority and one or both of `before(event, context)`, which returns the event,
another in its place, or None to cancel it, and `after(event, context)`, which returns events that
happen next. Rules of a lower or equal priority come first.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from rete_chess.engine.move.trace import Firing
from rete_chess.errors import RuleFailedError
from rete_chess.facts.events import Event
from rete_chess.facts.session import Session, piece_name
from rete_chess.stages import JUDGED

if TYPE_CHECKING:
    from rete_chess.engine.move.run import Run


class Listener:
    """The base of listeners; both methods may be left out."""

    priority: int = 0

    @property
    def name(self) -> str:
        """How traces name the listener."""
        return type(self).__qualname__

    def before(self, event: Event, context: ListenerContext) -> Event | None:
        """The event as it is to happen, or None."""
        return event

    def after(self, event: Event, context: ListenerContext) -> Iterable[Event]:
        """Events that happen next."""
        return ()


class ListenerContext:
    """The view of a listener: the live facts, the events so far, and new events of its making."""

    def __init__(self, run: Run, event: Event, name: str, point: str) -> None:
        self._run = run
        self._event = event
        self._name = name
        self.point = point  # where the event is heard: a stage, or a moment inside one
        self.session: Session = run.session

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the move so far."""
        return tuple(self._run.trace.events)

    def make(self, event: str, **fields: Any) -> Event:
        """An event of this listener's making, such as `make("destroy", target=entity)`."""
        return self._run.new_event(event, self._event, source=self._name, **fields)

    def abort_chain(self) -> None:
        """Drop the events that are still waiting to happen."""
        self._run.queue.clear()


def call(run: Run, listener: Listener, point: str) -> None:
    """Let one listener hear the pending event."""
    event = run.pending
    if event is None or event.source == listener.name:
        return
    context = ListenerContext(run, event, listener.name, point)
    try:
        if point in JUDGED:
            answer = listener.before(event, context)
            changed = answer is not event
            made: list[Event] = []
        else:
            answer, made = event, list(listener.after(event, context))
            changed = bool(made)
    except Exception as error:
        raise RuleFailedError(listener.name, point, error) from error
    if changed:
        _note(run, listener, point, event)
    if answer is None:
        run.is_cancelled = True
    else:
        run.pending = answer._replace(id=event.id)
    for item in made:
        run.enqueue([item])


def _note(run: Run, listener: Listener, point: str, event: Event) -> None:
    subject = event.piece if event.piece is not None else event.target
    square = -1 if subject is None else run.board.square_of(subject)
    run.trace.firings.append(
        Firing(
            run.stage,
            point,
            event.id,
            listener.name,
            f"{type(listener).__module__}.{type(listener).__qualname__}",
            subject,
            None if subject is None else piece_name(run.board, subject),
            run.board.book.geometry.names[square] if square >= 0 else None,
            {},
            (),
            "",
        )
    )
