"""The channel of visual effects: what rules and programs show reaches everyone who watches.

Nothing that a watcher does can reach back into the move: effects are sent when it is over, and a
watcher that fails is logged while the game and the other watchers go on.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable

from rete_chess.engine.trace import Shown

Watcher = Callable[[Shown], object]

_LOG = logging.getLogger("rete_chess.effects")


class EffectChannel:
    """Who watches, in the order in which they came."""

    def __init__(self) -> None:
        self._watchers: dict[object, Watcher] = {}

    def subscribe(self, watcher: Watcher) -> Callable[[], None]:
        """Send effects to a watcher from now on; returns what ends that, however often it is called."""
        ticket = object()
        self._watchers[ticket] = watcher

        def unsubscribe() -> None:
            self._watchers.pop(ticket, None)

        return unsubscribe

    def send(self, effects: Iterable[Shown]) -> None:
        """Show effects to everybody, in order."""
        for effect in effects:
            for watcher in tuple(self._watchers.values()):
                try:
                    watcher(effect)
                except Exception:
                    _LOG.exception("a watcher failed at the effect %s", effect)
