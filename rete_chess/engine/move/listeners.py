"""Python listeners: they judge events before they happen and answer them after, as rules do.

A listener has a priority and one or both of `before(event, context)`, which returns the event,
another in its place, or None to cancel it, and `after(event, context)`, which returns events that
happen next. Rules of a lower or equal priority come first.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rete_chess.engine.move._detours import demand_move
from rete_chess.engine.move.demands import demand_event
from rete_chess.engine.move.tables import BEFORE, EVENT_KINDS
from rete_chess.engine.move.trace import Firing
from rete_chess.errors import GameError, MoveRefusedError, RuleFailedError
from rete_chess.facts.events import Event, make_event
from rete_chess.facts.session import Session, piece_name
from rete_chess.stages import AT, JUDGED

if TYPE_CHECKING:
    from rete_chess.engine.move.run import Run

#: Where the event itself becomes another one by other fields: whoever suffers from it judges it anew.
_REPLACED_BY: Final = {"damage": ("event", "target"), "before-capture": ("event", "target")}


class Listener:
    """The base of listeners; both methods may be left out."""

    priority: int = 0
    #: Kinds of events of its own invention, which it may make and all listeners hear.
    kinds: tuple[str, ...] = ()
    #: Whether legality has to ask it what moves come to.
    judges_legality: bool = False

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


class Ear(NamedTuple):
    """A listener in a game, under a name that no other listener of the game has.

    Who goes and comes again has another number then.
    """

    listener: Listener
    name: str
    priority: int
    number: int


_numbers: Final = count(1)


def ears_of(ears: tuple[Ear, ...], listener: Listener) -> tuple[Ear, ...]:
    """The ears of a game with one more, by priority and then in the order they came."""
    if not isinstance(listener, Listener):
        raise GameError("E_REQUEST", "a listener is an instance of Listener", found=listener)
    if any(ear.listener is listener for ear in ears):
        raise GameError("E_REQUEST", f"{listener.name} listens already")
    if isinstance(listener.priority, bool) or not isinstance(listener.priority, int):
        raise GameError("E_REQUEST", "a priority is a whole number", found=listener.priority)
    _demand_kinds(listener.kinds)
    if not isinstance(listener.name, str) or not listener.name:
        raise GameError("E_REQUEST", "the name of a listener is a text", found=listener.name)
    names = {ear.name for ear in ears}
    name, count = listener.name, 1
    while name in names:
        count += 1
        name = f"{listener.name}#{count}"
    ear = Ear(listener, name, listener.priority, next(_numbers))
    return tuple(sorted((*ears, ear), key=lambda ear: ear.priority))


def listeners_in(given: Any) -> tuple[Listener, ...]:
    """The listeners of a list; whether each of them can listen is seen when it comes into a game."""
    if isinstance(given, (str, bytes)) or not isinstance(given, Iterable):
        raise GameError("E_REQUEST", "listeners are given as a list", found=given)
    return tuple(given)


def _demand_kinds(kinds: Any) -> None:
    for kind in kinds if isinstance(kinds, (tuple, list, set, frozenset)) else (None,):
        if not isinstance(kind, str) or not kind:
            raise GameError("E_REQUEST", "the kinds of a listener are a list of words", found=kinds)
        if kind in EVENT_KINDS or kind in AT:
            raise GameError("E_REQUEST", "the game has events of this kind already", found=kind)


class ListenerContext:
    """The view of a listener: the live facts, the events so far, and new events of its making."""

    def __init__(self, run: Run, event: Event, name: str, point: str) -> None:
        self._run = run
        self._event = event
        self._name = name
        self._made: list[Event] = []
        self._has_aborted = False
        self.point = point  # where the event is heard: a stage, or a moment inside one
        self.session: Session = run.session

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the move so far."""
        return tuple(self._run.trace.events)

    @property
    def is_imagined(self) -> bool:
        """Whether the move is only tried, and nothing that happens will stay."""
        return self._run.is_imagined or self._run.game.is_imagining

    def make(self, event: str, **fields: Any) -> Event:
        """An event of this listener's making, such as `make("destroy", target=entity)`; it happens when it
        is returned or enqueued."""
        unknown = fields.keys() - set(Event._fields)
        if unknown:
            raise GameError("E_REQUEST", f"events have no field {min(unknown)!r}")
        given = {"parent": self._event.id, "side": self._event.side, "source": self._name, **fields}
        return make_event(0, event, **given)

    def enqueue(self, *events: Event) -> None:
        """Let events happen next, whatever becomes of the one that is heard."""
        self._made.extend(events)

    def abort_chain(self) -> None:
        """Drop the events that are still waiting to happen, own ones too; the trace does not tell of them."""
        self._has_aborted = True
        self._made.clear()
        self._run.drop_waiting()


def call(run: Run, ear: Ear, point: str) -> None:
    """Let one listener hear the pending event."""
    event = run.pending
    if event is None or event.source == ear.name:
        return
    context = ListenerContext(run, event, ear.name, point)
    length = len(run.board.journal)
    try:
        is_judged = point in JUDGED or (point.startswith(BEFORE) and point not in AT)
        answer: Event | None = event
        if is_judged:
            answer = ear.listener.before(event, context)
            if answer is not None and answer is not event:
                answer = _checked(run, point, event, answer)
        else:
            context.enqueue(*_listed(ear.listener.after(event, context)))
        made = [_own(run, ear, event, item) for item in context._made]
    except (RuleFailedError, MoveRefusedError):  # of what the listener set off
        raise
    except Exception as error:
        raise RuleFailedError(ear.name, point, error) from error
    if made or answer is not event:
        _note(run, ear, point, event)
    if made or answer != event or context._has_aborted or len(run.board.journal) != length:
        run.trace.swayed_by |= {ear}
    if answer is None:
        run.is_cancelled = True
    elif any(getattr(answer, name) != getattr(event, name) for name in _REPLACED_BY.get(point, ("event",))):
        run.is_cancelled = True
        other = run.record(_own(run, ear, event, answer))
        run.at_once(ear.name, lambda: run.let_happen([other]))
    else:
        run.pending = answer
    for item in made:
        run.enqueue([run.record(item)])


def _listed(answer: Any) -> list[Any]:
    """The events that `after` answered; a single one stands for a list of one."""
    if answer is None or isinstance(answer, Event):
        return [] if answer is None else [answer]
    if isinstance(answer, (str, bytes)) or not isinstance(answer, Iterable):
        raise GameError("E_REQUEST", "after returns events", found=answer, expected="a list of events")
    return list(answer)


def _checked(run: Run, point: str, event: Event, answer: Any) -> Event:
    """The event that stands for another one, if it is one that can happen."""
    if not isinstance(answer, Event):
        raise GameError("E_REQUEST", "before returns an event or None", found=answer)
    demand_event(run, answer, is_known=answer.event == event.event)
    if point == "before-move" and answer.event == event.event:
        demand_move(run, event, answer)
    return answer._replace(id=event.id)


def _own(run: Run, ear: Ear, cause: Event, item: Any) -> Event:
    """An event of a listener with its number, if it can happen."""
    if not isinstance(item, Event):
        raise GameError("E_REQUEST", "a listener answers with events", found=item, expected="an event")
    demand_event(run, item)
    return item._replace(id=run.next_number(), parent=cause.id, source=ear.name)


def _note(run: Run, ear: Ear, point: str, event: Event) -> None:
    subject = event.piece if event.piece is not None else event.target
    square = -1 if subject is None else run.board.square_of(subject)
    kind = type(ear.listener)
    run.trace.firings.append(
        Firing(
            run.stage,
            point,
            event.id,
            ear.name,
            f"{kind.__module__}.{kind.__qualname__}",
            subject,
            None if subject is None else piece_name(run.board, subject),
            run.board.book.geometry.names[square] if square >= 0 else None,
            {},
            (),
            "",
        )
    )
