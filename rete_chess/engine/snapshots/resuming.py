"""Games resumed from snapshots: set up where they stood, without a move played again.

What a snapshot tells is checked before it is believed: its form, its digest, and at last whether the game
that was set up has the digest of the one it was taken of.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from rete_chess.compiler import Program, catalog
from rete_chess.compiler.naming import base_of, named_programs, profiles_named, program_on
from rete_chess.compiler.profiles.stack import placement_of
from rete_chess.compiler.requests import parse_requests
from rete_chess.core.attacks import note_irregular
from rete_chess.core.board import Board
from rete_chess.core.results import Result
from rete_chess.documents import Document
from rete_chess.documents.kinds.document import digest_of
from rete_chess.engine._game import Game
from rete_chess.engine._states import Origin
from rete_chess.engine.copies import furnish
from rete_chess.engine.derived.derive import derive_again
from rete_chess.engine.move.listeners import Listener, ears_of, listeners_in
from rete_chess.engine.records import Incident
from rete_chess.engine.snapshots._moves import EarlierTrace, records_of
from rete_chess.engine.snapshots._position import insert_facts, set_up
from rete_chess.engine.snapshots.deeds import is_deed
from rete_chess.engine.snapshots.form import (
    FORMAT_VERSION,
    READ_VERSIONS,
    SnapshotForm,
    StartForm,
    WarningForm,
    wrong,
)
from rete_chess.engine.snapshots.past import UNKNOWN, Past, Resumed
from rete_chess.engine.stream import Stream
from rete_chess.errors import BudgetError, Problem, ProfileProblem, ReteChessError, SaveError
from rete_chess.metering import Budget, Meter, current_budget, running, under

if TYPE_CHECKING:
    from rete_chess.engine._engine import Engine


class Resumption:
    """A game while it is resumed, and what is left of its past."""

    def __init__(
        self,
        snapshot: Mapping[str, Any],
        program: Program | None,
        network: str | None,
        listeners: Iterable[Listener],
        budget: Budget | None = None,
    ) -> None:
        self.form = read_form(snapshot)
        self.network = network
        self.listeners = listeners_in(listeners)
        self.budget = current_budget() if budget is None else budget
        try:
            with under(self.budget):
                self.start, self.program = _programs(self.form, program)
                self.lasting = _modifiers(self.form.modifiers.lasting)
                self.past = self._past()
                self.records = records_of(self.form.moves, self.past)
            with running(Meter(self.budget), self.budget.move, "the resumption of the game"):
                self.engine = self._engine()
        except SaveError:
            raise
        except BudgetError:
            raise
        except ReteChessError as error:
            raise wrong(str(error)) from error
        if self.engine.digest != self.form.digest:
            raise wrong("the game that it describes has another digest")

    def _past(self) -> Past:
        form, start = self.form, self.form.start
        return Past(
            Origin(self.start, start.fen, start.chess960, Stream(start.seed, tuple(start.draws))),
            tuple(row[0] for row in form.moves),
            form.played,
            tuple(form.interventions),
            form.digest,
            self.lasting,
            self.network,
            self.listeners,
        )

    def _engine(self) -> Engine:
        """The game where it stood."""
        from rete_chess.engine._engine import Engine  # late: it knows how to be resumed

        form = self.form
        board = set_up(self.program, form.position)
        insert_facts(board, self.program.vocabulary, form.facts)
        began = self.start.start if form.start.fen is None else form.start.fen
        game = Game(self.program, board, self.network, placement_of(began), self.past.origin.stream)
        self._take_over(game)
        engine = Engine.__new__(Engine)
        furnish(engine, board, game)
        engine._origin, engine.start_fen = self.past.origin, began
        # A position is looked at before the record of the move that led to it is written.
        is_fresh = form.played > 0 and all(deed.after < form.played for deed in self.past.deeds)
        looked_at = form.played - is_fresh
        engine._records += self.records[:looked_at]
        engine._incidents += [
            Incident(deed.after, deed.what, self._trace(number), UNKNOWN, deed.details)
            for number, deed in enumerate(self.past.deeds)
            if deed.after <= form.played
        ]
        if form.moves or form.interventions:
            engine._past = self.past
            board.journal.append(Resumed())
        self._enter(engine)
        engine._records += self.records[looked_at : form.played]
        return engine

    def _trace(self, number: int) -> EarlierTrace:
        return EarlierTrace(lambda: self.past.incident(number).trace)

    def _take_over(self, game: Game) -> None:
        """Give a game what it goes by beside its program and its board."""
        form, beside = self.form, self.start.variant.neighbours
        game.active = parse_requests(form.presets, beside)
        game.starts = _starts(form.start, game.board)
        game.verdict = form.verdict and Result(*form.verdict)
        game.dice.drawn, game.dice.furthest = form.drawn, max(form.drawn, form.furthest)
        game.pending = None if form.pending is None else profiles_named(form.pending, beside)
        game.warnings = tuple(_warning(told) for told in form.warnings)
        game.custom_modifiers.share(self.lasting)
        game.custom_modifiers = game.custom_modifiers.with_recorded(_modifiers(form.modifiers.recorded))
        ears = game.ears
        for listener in self.listeners:
            ears = ears_of(ears, listener)
        game.take_ears(ears)

    def _enter(self, engine: Engine) -> None:
        """Find what follows from the facts, the legal moves and the result."""
        board, counts = engine.board, {int(key, 16): count for key, count in self.form.counts.items()}
        derive_again(engine._game)
        engine._game.crown()
        if board.referee is None:
            note_irregular(board)
        engine._counts = counts
        engine._tally = sum(key * count for key, count in counts.items())
        self.past.base = len(board.journal)
        engine._enter()
        if len(board.journal) != self.past.base:
            raise wrong("the turn in it is over already")


def read_form(snapshot: Mapping[str, Any]) -> SnapshotForm:
    """A snapshot that has the right form, and is as it was when it was taken."""
    if not isinstance(snapshot, dict) or snapshot.get("kind") != "snapshot":
        raise wrong("it is none", type(snapshot).__name__)
    version = snapshot.get("formatVersion")
    if version not in READ_VERSIONS:
        raise SaveError(
            "E_SNAPSHOT_VERSION",
            "the snapshot was taken by another version of the program",
            found=version,
            expected=f"version {FORMAT_VERSION}",
            hint="load the match from a save, or play its moves again",
        )
    try:
        form = SnapshotForm.model_validate(snapshot)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise wrong(f"{where}: {first['msg']}") from None
    _demand_whole(snapshot)
    _demand_order(form)
    return form


def _demand_whole(snapshot: dict[str, Any]) -> None:
    told = {key: value for key, value in snapshot.items() if key not in ("kind", "formatVersion", "hash")}
    try:
        found = digest_of(told)
    except (TypeError, ValueError, RecursionError):
        raise wrong("it holds what JSON cannot say") from None
    if found != snapshot["hash"]:
        raise wrong("it is damaged: its digest is another one")


def _demand_order(form: SnapshotForm) -> None:
    """Raise an error if moves and what was done between them do not go together."""
    after = 0
    if form.played > len(form.moves):
        raise wrong("more moves are played than there are", form.played)
    for told in form.interventions:
        if not is_deed(told) or not after <= told["after"] <= len(form.moves):
            raise wrong("something was done between moves that cannot be", told)
        after = told["after"]


def _programs(form: SnapshotForm, given: Program | None) -> tuple[Program, Program]:
    """The program that the game began with and the one in force, a given one or compiled again."""
    told = [_data(form.start.program)]
    if form.program is not None:
        told.append(_data(form.program))
    if given is None:
        variant, library = _data(form.variant), [_data(entry) for entry in form.library]
        found = named_programs(variant, library, *told)
    elif given.hash != form.start.program.hash:
        raise SaveError("E_SAVE_VARIANT", f"the program {given.id} is not that of the snapshot")
    else:
        found = (given, *(program_on(base_of(given.variant), one) for one in told[1:]))
    return found[0], found[-1]


def _data(form: Any) -> dict[str, Any]:
    data: dict[str, Any] = form.model_dump(exclude_unset=True)
    return data


def _modifiers(told: Iterable[Mapping[str, Any]]) -> dict[str, Document]:
    found = [_modifier(json.dumps(one)) for one in told]
    return {catalog.id_of(document): document for document in found}


@catalog.kept(lambda document, _: document.tree.weight)
def _modifier(text: str) -> Document:
    from rete_chess.primitives import parse_modifier, validate_modifier  # late: most games have none

    return validate_modifier(parse_modifier(text, "known.modifier.json"))


def _starts(start: StartForm, board: Board) -> tuple[int, ...]:
    """Who stood where when the game began: pieces are numbered from the first square to the last."""
    squares = start.squares
    if squares != sorted(set(squares)) or (squares and squares[-1] >= board.book.geometry.size):
        raise wrong("the squares of the start are not in order", squares)
    numbers = {square: number for number, square in enumerate(squares, start=1)}
    return tuple(numbers.get(square, 0) for square in range(board.book.geometry.size))


def _warning(told: WarningForm) -> Problem:
    fields = told.model_dump(exclude_none=True)
    return (ProfileProblem if "profile" in fields else Problem)(**fields)


def resume_engine(
    snapshot: Mapping[str, Any],
    network: str | None = None,
    listeners: Iterable[Listener] = (),
    budget: Budget | None = None,
) -> Engine:
    """A game from its snapshot."""
    return Resumption(snapshot, None, network, listeners, budget).engine
