"""What the viewers of a room see of its game: everything, or what the view of their side tells.

A viewer is `white`, `black`, `none` who only watches, or `both` who plays alone and is told everything.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from rete_chess import serial
from rete_chess.engine import Engine
from rete_chess.engine.sight.reasons import find_seen
from rete_chess.engine.sight.seen import ALL, NOTHING
from rete_chess.engine.sight.view import View
from rete_chess.match import Match
from rete_chess.serial import Glance, Look

Json = dict[str, Any]

#: The viewer from whom nothing is hidden.
WHOLE: Final = "both"
#: The side whose view each other viewer has; None: that of spectators.
SIDE_OF: Final[dict[str, str | None]] = {"white": "white", "black": "black", "none": None}


class Was(NamedTuple):
    """How everything stood at a moment, and how those saw it from whom something was hidden."""

    look: Look
    glances: dict[str, Glance]

    def by(self, viewer: str) -> Glance:
        """How a viewer saw it."""
        return self.glances[viewer] if viewer in self.glances else Glance.of(self.look)


class Sights:
    """What is seen of one match, by viewer."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self._views: dict[str, View] = {}  # of the moment
        self._starts: dict[str, str] = {}

    def forget(self) -> None:
        """The game goes on."""
        self._views.clear()

    def is_hidden_from(self, viewer: str) -> bool:
        """Whether the rules in force hide anything from a viewer."""
        sight = self.match.engine.program.sight
        if sight is None or viewer == WHOLE:
            return False
        is_over = self.match.is_over
        if SIDE_OF[viewer] is not None:
            return not is_over
        return sight.spectators != ALL and (sight.spectators == NOTHING or not is_over)

    def view(self, viewer: str) -> View:
        """The view of a viewer from whom something is hidden."""
        if viewer not in self._views:
            self._views[viewer] = self.match.view(SIDE_OF[viewer])
        return self._views[viewer]

    # -- now -----------------------------------------------------------------------------------

    def was(self, viewers: Iterable[str]) -> Was:
        """How everything stands, for later."""
        hidden = filter(self.is_hidden_from, viewers)
        return Was(Look(self.match), {viewer: Glance.by(self.view(viewer)) for viewer in hidden})

    def changes(self, before: Was, viewer: str) -> Any:
        """What is other for a viewer than it was."""
        is_hidden = self.is_hidden_from(viewer)
        if not is_hidden and viewer not in before.glances:
            return Look(self.match).changes(before.look)
        now = Glance.by(self.view(viewer)) if is_hidden else Glance.of(Look(self.match))
        return now.changes(before.by(viewer))

    def position(self, viewer: str, start: Engine | None) -> Json:
        """What a view tells in place of the truth; the start is needed once for each viewer."""
        view = self.view(viewer)
        if viewer not in self._starts:
            assert start is not None
            self._starts[viewer] = start.view(SIDE_OF[viewer]).fen
        glance = Glance.by(view)
        return {
            **serial.seen_standing(view),
            "startFen": self._starts[viewer],
            "pieces": [*glance.pieces.values()],
            "tiles": [*glance.tiles.values()],
        }

    def knows_start(self, viewer: str) -> bool:
        """Whether it is known how a viewer saw the start."""
        return viewer in self._starts

    # -- moves ---------------------------------------------------------------------------------

    def find(self, viewer: str, text: str) -> str | None:
        """The legal move that a player means; None if there is none of those that are known."""
        found = find_seen(self.view(viewer), text)
        return None if found is None else str(found)

    def records(self, before: Was, viewers: Iterable[str]) -> dict[str, Json]:
        """The last move as those saw it from whom something was hidden before it, or is now."""
        concerned = [v for v in viewers if v in before.glances or self.is_hidden_from(v)]
        if not concerned:
            return {}
        after = self.match.engine
        after.move_log[-1].log  # noqa: B018 (read before the move is taken back, which would keep a board)
        earlier = after.clone()
        earlier.undo()
        told: dict[str, Any] = {}
        for viewer in concerned:
            changes = self.changes(before, viewer)
            told[viewer] = serial.seen_record_data(earlier, after, self.view(viewer), changes)
        return told
