"""Records: pieces and moves that were played, as the engine tells them, and what a picture marks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rete_chess.core.attacks import royal_squares
from rete_chess.core.results import Result
from rete_chess.engine._moves import LegalMove
from rete_chess.engine._states import Departure
from rete_chess.engine.chronicle import Chronicle, Told
from rete_chess.engine.move.trace import NO_TRACE, Trace
from rete_chess.engine.setup.profile_swap import Swap

if TYPE_CHECKING:
    from rete_chess.drawing import Marks
    from rete_chess.engine._engine import Engine


class Piece(NamedTuple):
    """A piece on the board: its entity id, type, colour and square (a1 = 0)."""

    id: int
    type: str
    color: str
    square: int


#: The kinds of what happens between moves, and the method of the engine that makes each.
METHODS: Final = {
    "presets": "set_active_presets",
    "spawn": "spawn_piece",
    "damage": "deal_damage",
    "profiles": "queue_profiles",
    "modifier": "apply_modifier",
    "event": "resolve_event",
    "fact": "set_fact",
    "know": "register_modifier",
    "forget": "unregister_modifier",
    "withdraw": "withdraw_profiles",
    "rules": "set_rules",
}


class Incident(NamedTuple):
    """Something that happened between moves, such as `spawn`, `damage`, `presets` or `profiles`."""

    after: int  # so many moves
    what: str
    trace: Trace
    before: Departure  # the way back to where it happened
    details: Mapping[str, Any]  # what the method of its kind was asked for

    def shifted(self, by: int) -> Incident:
        """The same under a journal that has become longer at its beginning."""
        return self._replace(before=self.before.shifted(by)) if by else self


def let_happen(engine: Engine, what: str, details: Mapping[str, Any]) -> Any:
    """Let something happen between moves, by its kind and details, and return what its method returns."""
    return getattr(engine, METHODS[what])(**details)


class MoveRecord(NamedTuple):
    """One move that was played, numbered from 0.

    `result` is what the game came to by it, None while it goes on; `trace` tells which rules fired.
    """

    number: int
    move: LegalMove
    mover: str
    turn_flipped: bool
    result: Result | None
    trace: Trace = NO_TRACE
    chronicle: Chronicle | None = None

    def __copy__(self) -> MoveRecord:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> MoveRecord:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """A record travels without its game: all there is to tell is told first."""
        chronicle = None if self.chronicle is None else self.chronicle.finished(self)
        return MoveRecord, (*self[:-1], chronicle)

    @property
    def log(self) -> tuple[Told, ...]:
        """Every event of the move in order, each with a sentence: what happened, and nothing else."""
        return () if self.chronicle is None else self.chronicle.read(self)

    @property
    def deaths(self) -> tuple[Told, ...]:
        """The deaths among its events, but for that of the piece which the move itself captured."""
        log = self.log
        taken = {told.event.target for told in log if told.event.event == "capture" and told.event.player}
        return tuple(told for told in log if told.event.event == "death" and told.event.target not in taken)

    @property
    def digest(self) -> str:
        """The digest of the game as the move left it, before anything that followed; see `Engine.digest`."""
        return "" if self.chronicle is None else self.chronicle.digest(self)

    @property
    def san(self) -> str:
        """The move in algebraic notation: `Nf3`, `exd6`, `O-O`."""
        return "" if self.chronicle is None else self.chronicle.san(self)

    @property
    def swap(self) -> Swap | None:
        """What came of profiles that waited for the turn to end; None if none did."""
        return self.trace.swap

    @property
    def preset_effects(self) -> tuple[str, ...]:
        """What rules say about the move, in the order in which they fired."""
        return tuple(self.trace.texts)


def marks_of(engine: Engine) -> Marks:
    """The marks of the position that a game has reached."""
    from rete_chess.drawing import Marks  # late: no game but one that is looked at draws

    log = engine.move_log
    moved = log[-1].move.squares if log else ()
    alarmed = royal_squares(engine.board, engine.board.turn) if engine.in_check else ()
    return Marks(moved, alarmed)
