"""The trace of a move: stages, firings, events and visual effects, and the channel to those who watch."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rete_chess.core.board import DYING, Board
from rete_chess.core.edits import Written
from rete_chess.core.journal import new
from rete_chess.costs import EVENT
from rete_chess.errors import EventBudgetError
from rete_chess.facts.events import Event
from rete_chess.metering import Meter
from rete_chess.stages import STAGES

if TYPE_CHECKING:
    from rete_chess.engine.move.listeners import Ear
    from rete_chess.engine.setup.profile_swap import Swap


class Change(NamedTuple):
    """One fact that changed."""

    entity: int
    attribute: str
    old: Any
    new: Any


def changes_since(board: Board, start: int) -> tuple[Change, ...]:
    """The attribute changes in the journal of a board from an entry on, in order."""
    journal = board.journal
    if len(journal) == start:
        return ()
    if len(journal) == start + 1 and journal[start].__class__ is Written:
        return _change(board, journal[start])  # type: ignore[arg-type]
    found: list[Change] = []
    after: dict[tuple[int, str], Any] = {}  # what a later change found
    for entry in reversed(journal[start:]):
        if isinstance(entry, Written) and entry.what != DYING:
            entity, attribute, old = entry
            key = (entity, attribute)
            now = after[key] if key in after else board.columns.get(attribute, {}).get(entity)
            after[key] = old
            if old != now:
                found.append(new(Change, (entity, attribute, old, now)))
    return tuple(reversed(found))


def _change(board: Board, entry: Written) -> tuple[Change, ...]:
    """The change of the last entry of the journal, if it is one of an attribute."""
    entity, attribute, old = entry
    column = board.columns.get(attribute)
    now = None if column is None else column.get(entity)
    return () if attribute == DYING or old == now else (new(Change, (entity, attribute, old, now)),)


class Firing(NamedTuple):
    """One rule activation that was executed; `piece` is what the entity was then: `white queen`."""

    stage: str
    point: str
    event: int
    rule: str
    origin: str
    entity: int | None
    piece: str | None
    square: str | None
    bindings: dict[str, Any]
    changes: tuple[Change, ...]
    text: str
    logs: tuple[str, ...] = ()


class Shown(NamedTuple):
    """A visual effect: what is shown where, for how many milliseconds, with whatever belongs to it."""

    kind: str
    square: int
    ttl: int = 1000
    data: Any = None


#: Who has swayed a move that nobody has.
_NOBODY: Final[frozenset[Ear]] = frozenset()


class Trace:
    """The record of one move while it is made, and afterwards."""

    __slots__ = (
        "events",
        "firings",
        "happened",
        "has_checks",
        "logs",
        "shown",
        "step",
        "swap",
        "swayed_by",
        "texts",
    )

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.firings: list[Firing] = []
        self.shown: list[Shown] = []
        self.texts: list[str] = []
        self.swap: Swap | None = None  # what came of profiles that waited
        self.logs: list[str] = []  # of all firings, in order
        #: What came to pass and leaves no change of its own, each with the length of the journal then.
        self.happened: list[tuple[int, Event]] = []
        #: The length of the journal at which the player's own piece went its way, or was promoted.
        self.step = -1
        self.has_checks = False  # whether `happened` holds the checks that are new
        #: The listeners without whom it would have come otherwise, or might have.
        self.swayed_by = _NOBODY

    def stages(self) -> list[tuple[str, list[Firing]]]:
        """The twelve stages in order, each with its firings."""
        return [(stage, [firing for firing in self.firings if firing.stage == stage]) for stage in STAGES]


def heard_in_vain(meter: Meter, events: Sequence[Event]) -> Trace:
    """The trace of events that are heard and that nobody answers."""
    trace = Trace()
    for number, event in enumerate(events, start=1):
        meter.charge(EVENT)
        if number > meter.budget.events:
            raise EventBudgetError(meter.budget.events, [])
        trace.events.append(event.with_id(number))
    return trace


#: The trace of moves that no rule heard.
NO_TRACE: Final = Trace()


Watcher = Callable[[Shown], object]

_LOG = logging.getLogger("rete_chess.effects")


class EffectChannel:
    """A channel of visual effects to those who watch, in the order in which they came."""

    def __init__(self) -> None:
        self.watchers: dict[object, Watcher] = {}

    def subscribe(self, watcher: Watcher) -> Callable[[], None]:
        """Send effects to a watcher from now on; returns what ends that, however often it is called."""
        ticket = object()
        self.watchers[ticket] = watcher

        def unsubscribe() -> None:
            self.watchers.pop(ticket, None)

        return unsubscribe

    def send(self, effects: Iterable[Shown]) -> None:
        """Show effects to everybody, in order."""
        for effect in effects:
            for watcher in tuple(self.watchers.values()):
                try:
                    watcher(effect)
                except Exception:
                    _LOG.exception("a watcher failed at the effect %s", effect)
