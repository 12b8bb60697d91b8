"""What a match records beside its moves: interventions, and how it ended by people's word."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from rete_chess.core.geometry import COLORS
from rete_chess.core.results import Result, draw, win
from rete_chess.engine import Engine
from rete_chess.facts.events import Event, make_event

#: What can happen, and the method of the engine that does it.
KINDS: Final = {
    "presets": "set_active_presets",
    "spawn": "spawn_piece",
    "damage": "deal_damage",
    "profiles": "queue_profiles",
    "modifier": "apply_modifier",
}


class Intervention(NamedTuple):
    """Something done to the game after so many moves; `details` are the arguments."""

    after: int
    what: str
    details: Mapping[str, Any]

    def happen(self, engine: Engine) -> Any:
        """Do it."""
        return getattr(engine, KINDS[self.what])(**self.details)


#: The ways to end a game, and the words of the results they bring.
RESIGN: Final = "resign"
TIME_OUT: Final = "time-out"
AGREE: Final = "draw-agreed"
CLAIM: Final = "draw-claim"
REASONS: Final = {RESIGN: "resignation", TIME_OUT: "time-out", AGREE: "agreement"}


class Ending(NamedTuple):
    """The end of a game that no move brought: who said so, and what came of it."""

    kind: str
    side: str
    result: Result

    @property
    def events(self) -> tuple[Event, Event]:
        """What happened, and the end of the game that follows from it."""
        cause = make_event(1, self.kind, side=self.side, player=self.kind != TIME_OUT)
        over = make_event(2, "game-over", side=self.result.winner, kind=self.result.reason, parent=cause.id)
        return cause, over


def end_by(kind: str, side: str, reason: str = "") -> Ending:
    """The ending that a side brings about; a claim names its reason."""
    reason = REASONS.get(kind, reason)
    loses = kind in (RESIGN, TIME_OUT)
    return Ending(kind, side, win(1 - COLORS.index(side), reason) if loses else draw(reason))
