"""The entries of a match beside its moves: interventions, and an ending by the players' word."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rete_chess.core.geometry import COLORS
from rete_chess.core.results import Result, draw, win
from rete_chess.engine import Engine, MoveRecord
from rete_chess.engine.chronicle import Told
from rete_chess.engine.records import let_happen
from rete_chess.facts.events import Event, make_event

if TYPE_CHECKING:
    from rete_chess.engine.snapshots.past import Past


class Intervention(NamedTuple):
    """A change of the game between moves: after how many moves, what, and its arguments."""

    after: int
    what: str
    details: Mapping[str, Any]

    def happen(self, engine: Engine) -> Any:
        """Make the change in a game, and return what the engine returns."""
        return let_happen(engine, self.what, self.details)


class Unplayed(NamedTuple):
    """A move that was taken back before the match was resumed, and can be brought back."""

    record: MoveRecord
    past: Past


#: The ways to end a game, and the words of the results they bring.
RESIGN: Final = "resign"
TIME_OUT: Final = "time-out"
AGREE: Final = "draw-agreed"
CLAIM: Final = "draw-claim"
REASONS: Final = {RESIGN: "resignation", TIME_OUT: "time-out", AGREE: "agreement"}
#: Why a game is drawn although the time of a side is up: the other one could never win.
BARE_TIME_OUT: Final = "time-out against insufficient material"


#: How each is told.
SENTENCES: Final = {
    RESIGN: "{side} resigns",
    TIME_OUT: "the time of {side} is up",
    AGREE: "{side} accepts the draw",
    CLAIM: "{side} claims a draw",
}


class Ending(NamedTuple):
    """The end of a game by a player's word: its kind, the side that said it, and the result."""

    kind: str
    side: str
    result: Result

    @property
    def events(self) -> tuple[Event, Event]:
        """The event of the player's word, and the event of the end that follows."""
        cause = make_event(1, self.kind, side=self.side, player=self.kind != TIME_OUT)
        over = make_event(2, "game-over", side=self.result.winner, kind=self.result.reason, parent=cause.id)
        return cause, over

    @property
    def log(self) -> tuple[Told, Told]:
        """The two events, each with a sentence."""
        cause, over = self.events
        said = SENTENCES[self.kind].format(side=self.side)
        return Told(cause, said), Told(over, f"the game is over: {self.result}")


#: The longest reason of a claim.
LONGEST_REASON: Final = 80


def is_ending(value: object) -> bool:
    """Whether a value is the end of a game as a player's word brings it about, and saves hold it."""
    if not isinstance(value, Ending) or value.kind not in SENTENCES or value.side not in COLORS:
        return False
    reason = value.result.reason
    return len(reason) <= LONGEST_REASON and value == end_by(value.kind, value.side, reason)


def end_by(kind: str, side: str, reason: str = "") -> Ending:
    """The ending that a side brings about; a claim names its reason, and so does a time-out that draws."""
    is_drawn = kind == TIME_OUT and reason == BARE_TIME_OUT
    reason = reason if is_drawn else REASONS.get(kind, reason)
    loses = kind in (RESIGN, TIME_OUT) and not is_drawn
    return Ending(kind, side, win(1 - COLORS.index(side), reason) if loses else draw(reason))
