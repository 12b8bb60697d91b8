"""How players end a game by their own word, or the clock for them: an event, and the result it brings."""

from __future__ import annotations

from typing import Final, NamedTuple

from rete_chess.core.geometry import COLORS
from rete_chess.core.results import Result, draw, win
from rete_chess.facts.events import Event

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
        cause = Event(1, self.kind, side=self.side, player=self.kind != TIME_OUT)
        over = Event(2, "game-over", side=self.result.winner, kind=self.result.reason, parent=cause.id)
        return cause, over


def end_by(kind: str, side: str, reason: str = "") -> Ending:
    """The ending that a side brings about; a claim names its reason."""
    reason = REASONS.get(kind, reason)
    loses = kind in (RESIGN, TIME_OUT)
    return Ending(kind, side, win(1 - COLORS.index(side), reason) if loses else draw(reason))
