"""The trace of a move: stages, firings, events and visual effects, and the channel to those who watch."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rete_chess.facts.events import Event
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


class Trace:
    """The record of one move while it is made, and afterwards."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.firings: list[Firing] = []
        self.shown: list[Shown] = []
        self.texts: list[str] = []
        self.swap: Swap | None = None  # what came of profiles that waited
        self.logs: list[str] = []  # of all firings, in order
        #: What came to pass and leaves no change of its own, each with the length of the journal then.
        self.happened: list[tuple[int, Event]] = []
        #: The listeners without whom it would have come otherwise, or might have.
        self.swayed_by: set[Ear] = set()

    def stages(self) -> list[tuple[str, list[Firing]]]:
        """The twelve stages in order, each with its firings."""
        return [(stage, [firing for firing in self.firings if firing.stage == stage]) for stage in STAGES]


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
