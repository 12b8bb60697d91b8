"""The past of a resumed game: its moves and what was done between them, played again when somebody asks.

A resumed game knows where it stands and plays on from there. Who wants to go behind that, or to read what
happened there, has the past played once; its journal is then put under that of the game, with a seam between
the two, and the game is as if it had never been away.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from rete_chess.compiler import catalog
from rete_chess.compiler.profiles.documents import own_modifiers
from rete_chess.core.board import Board
from rete_chess.core.derived import MARK
from rete_chess.documents import Document
from rete_chess.engine._states import Departure, Origin, Position, Regime
from rete_chess.engine.matching.fact_keys import FactKeys
from rete_chess.engine.move.listeners import Listener
from rete_chess.engine.records import Incident, MoveRecord, let_happen
from rete_chess.engine.rewind import TakenBack, take_back
from rete_chess.engine.snapshots.deeds import Deed, ToldDetails, profiles_of
from rete_chess.errors import BudgetError, GameError, ReteChessError, SaveError

if TYPE_CHECKING:
    from rete_chess.engine._engine import Engine

#: The way back to where something happened before the game was resumed: nobody knows it yet.
UNKNOWN = Departure(Position(0, []), -1, -1)


class Replayed(NamedTuple):
    """A past that was played again, up to where the game was resumed."""

    engine: Engine
    records: tuple[MoveRecord, ...]  # of all moves, those that had been taken back too
    incidents: tuple[Incident, ...]
    ahead: tuple[TakenBack, ...]  # the last move first


@dataclass(eq=False)
class Past:
    """What was before a game was resumed. Copies of the game share it."""

    origin: Origin
    moves: tuple[str, ...]  # all of them
    count: int  # how many of them were played then, and not taken back
    told: tuple[dict[str, Any], ...]  # what was done between them
    digest: str  # of the game then
    lasting: dict[str, Document]  # modifiers that were registered for good
    network: str | None
    listeners: tuple[Listener, ...]
    base: int = 0  # the length of the journal with which the game was resumed

    @cached_property
    def deeds(self) -> tuple[Deed, ...]:
        """What was done between the moves; details are read when they are asked for."""
        given = self.origin.program.variant.neighbours
        found = []
        for number, one in enumerate(self.told):
            what = next(name for name in one if name != "after")
            details = ToldDetails(what, one[what], given, partial(self._modifier, number))
            found.append(Deed(one["after"], what, details))
        return tuple(found)

    def _modifier(self, number: int, name: str) -> Document:
        """The modifier that was given by a deed: one that a profile or a deed before it made known, or
        another."""
        program, known = self.origin.program, self.lasting.copy()
        self._know_brought(known, program.stack.profiles)
        for deed in self.deeds[:number]:
            if deed.what == "know":
                known[catalog.id_of(deed.details["source"])] = deed.details["source"]
            else:
                self._know_brought(known, profiles_of(deed.what, deed.details))
        return catalog.modifier(name, known, program.variant.neighbours)

    @staticmethod
    def _know_brought(known: dict[str, Document], profiles: Sequence[Document]) -> None:
        for profile in profiles:
            for name, document in own_modifiers(profile).items():
                known.setdefault(name, document)

    def record(self, number: int) -> MoveRecord:
        """The record of a move, with its trace."""
        return self.replayed.records[number]

    def incident(self, number: int) -> Incident:
        """Something that happened between moves, with its trace."""
        return self.replayed.incidents[number]

    @cached_property
    def replayed(self) -> Replayed:
        """The past played again; it must lead to where the game was resumed."""
        try:
            found = self._replay()
        except BudgetError:
            raise
        except ReteChessError as error:
            raise _elsewhere(str(error)) from error
        if found.engine.digest != self.digest:
            raise _elsewhere("the digests differ")
        return found

    def _replay(self) -> Replayed:
        from rete_chess.engine._engine import Engine  # late: which knows how to ask for its past

        program, fen, chess960, stream = self.origin
        engine = Engine(program, fen, self.network, chess960=chess960, seed=stream)
        engine.custom_modifiers.share(self.lasting)
        for listener in self.listeners:
            engine.add_listener(listener)
        waiting = list(reversed(self.deeds))
        for number, move in enumerate((None, *self.moves)):
            if move is not None:
                engine.apply(move)
            while waiting and waiting[-1].after == number:
                deed = waiting.pop()
                let_happen(engine, deed.what, deed.details)
        records, incidents, ahead = tuple(engine._records), tuple(engine._incidents), []
        while len(engine._records) > self.count:
            ahead.append(take_back(engine))
        return Replayed(engine, records, incidents, tuple(ahead))


def _elsewhere(why: str) -> SaveError:
    message = f"the moves of the snapshot do not lead to its state: {why}"
    return SaveError("E_SNAPSHOT_STATE", message)


# -- the game and its past joined ------------------------------------------------------------------


class Resumed(NamedTuple):
    """The entry with which the journal of a resumed game begins, as long as its past is not there."""

    entity: int = 0
    what: str = ""

    def undo(self, board: Board) -> None:
        raise GameError("E_NOTHING_TO_UNDO", "the game was resumed here")


class Seam(NamedTuple):
    """The entry between a past and what followed it: the same state on both sides, as each has built it."""

    board: Board
    regime: Regime
    entity: int = 0
    what: str = ""

    def undo(self, board: Board) -> None:
        board.game.resume(self.regime)
        board.take_over(self.board)
        board.game.take_ears(board.game.ears)


def seam_of(engine: Engine) -> Seam:
    """The seam behind which a game is as it is now."""
    return Seam(engine.board.copy(), engine._game.regime())


def join(engine: Engine, past: Past) -> None:
    """Put the journal of a past under that of a game, which can go back there from now on."""
    before = past.replayed.engine
    journal = engine.board.journal
    below = [*before.board.journal, seam_of(before), MARK]
    shift = len(below) - past.base
    journal[: past.base] = below
    for record in engine._records:
        if record.chronicle is not None and record.chronicle.engine is engine:
            record.chronicle.shift(shift, record.trace)
    known = sum(incident.before is UNKNOWN for incident in engine._incidents)
    engine._incidents[:] = [
        *before._incidents,
        *(incident.shifted(shift) for incident in engine._incidents[known:]),
    ]
    engine._earlier[:] = [*before._earlier, *(departure.shifted(shift) for departure in engine._earlier)]
    if engine.board.irregular_at >= 0:
        engine.board.irregular_at += shift
    engine._game.take_program(engine._game.program)  # whose feeds count entries of the journal
    engine._facts = FactKeys(engine.board)


def unplayed(engine: Engine, past: Past, record: MoveRecord) -> TakenBack:
    """A move of a past that had been taken back before the game was resumed, to be brought back now."""
    kept = past.replayed.ahead[len(past.moves) - 1 - record.number]
    return kept._replace(record=record, entries=(seam_of(engine), *kept.entries), length=kept.length - 1)


def lasting_of(documents: Iterable[Document]) -> dict[str, Document]:
    """Modifiers by id."""
    return {catalog.id_of(document): document for document in documents}
