"""A game under rules: board, network memory and active presets, moved on and taken back together."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import lru_cache
from typing import Any, Final

from rete_chess import compiler, documents
from rete_chess.compiler import CustomModifiers, Program
from rete_chess.core import edits
from rete_chess.core.board import Board
from rete_chess.core.fen import format_fen
from rete_chess.core.journal import new
from rete_chess.core.keys import name_key
from rete_chess.core.moves import promotion_of
from rete_chess.core.pseudo import is_capture, is_drop
from rete_chess.core.results import Result
from rete_chess.engine._states import Regime, Reset
from rete_chess.engine.derived.carrying import carry_all
from rete_chess.engine.derived.ceilings import earned_kinds, fill
from rete_chess.engine.derived.derive import derive, let_all_die
from rete_chess.engine.derived.vicinity import may_derive
from rete_chess.engine.hooks.host import HookHost
from rete_chess.engine.matching.feed import Feed
from rete_chess.engine.matching.foresight import foresee
from rete_chess.engine.move.besides import is_answered
from rete_chess.engine.move.listeners import Ear
from rete_chess.engine.move.run import Run
from rete_chess.engine.move.stages import end_stuck_turn, pass_turn, run_effects, run_stages
from rete_chess.engine.move.trace import Trace, heard_in_vain
from rete_chess.engine.outcomes import tried
from rete_chess.engine.records import MoveRecord
from rete_chess.engine.setup import newcomers
from rete_chess.engine.setup.active_set import ActiveSet, SetChange, change_of, change_to_come, timeless
from rete_chess.engine.setup.fen_fields import insert_fields
from rete_chess.engine.setup.reconciliation import reconcile
from rete_chess.engine.stream import Dice, Stream
from rete_chess.errors import BudgetError, HookError, Problem, ReteChessError
from rete_chess.facts.session import Session
from rete_chess.network import make_network
from rete_chess.presets.hooked import HookedPreset
from rete_chess.resources import warn_once

#: The stage of what happens between moves.
BETWEEN_MOVES: Final = "between-moves"


class Game:
    """A game: what a move changes besides the board, and how it is played."""

    def __init__(
        self, program: Program, board: Board, network: str | None, placement: str, stream: Stream
    ) -> None:
        self.board = board
        self.network_kind = network
        self.active = program.presets
        self.verdict: Result | None = None  # what a rule said about the result
        self.ears: tuple[Ear, ...] = ()  # the listeners by priority, then in the order they came
        self.judges: tuple[Ear, ...] = ()  # those whom legality has to ask
        self.custom_kinds: frozenset[str] = frozenset()  # of events that listeners have invented
        self.run: Run | None = None  # the move in the making
        self.records: list[MoveRecord] = []  # the moves played so far
        self.hooks = HookHost(self)
        self.session = Session(board, program.vocabulary)
        self.session.admit = self.admit
        self.program = program
        self.is_imagining = False  # moves are played to be taken back; nobody outside hears of them
        self.dice = Dice(self, stream)
        self.starts = tuple(board.entities)  # who stood where when the game began
        self.placement = placement  # from which it began
        self.begun = ""  # the FEN record that the game began with, before anything came of it
        self.warnings: tuple[Problem, ...] = ()  # about the profiles in force
        self.custom_modifiers = CustomModifiers(lambda: program.variant.neighbours)
        self.pending: tuple[documents.Document, ...] | None = None  # profiles that wait for the turn to end
        self.paid: frozenset[Any] = frozenset()  # the tables of single pieces that the game has paid for
        self._feeds: dict[tuple[bool, bool], Feed] = {}  # by whether moves are imagined, facts derived
        board.game = self
        self.take_program(program)

    def begin(self, given: dict[str, str]) -> None:
        """Give everything the attributes it begins with, some by FEN; that cannot be undone."""
        self.know_brought(self.program.stack.profiles)
        insert_fields(self.session, self.program, given)
        self.program.setup.begin(self.board)
        carry_all(self)
        self.program.seed_all(self.session)
        self.begun = format_fen(self.board)
        if self.program.hooked:
            self._set_out()
        self._forget_way_back()
        derive(self, is_new=True)
        fill(self, [entity for entity in self.starts if entity])
        derive(self)
        if not self.program.vocabulary.vital.isdisjoint(self.board.bonuses):
            self._let(let_all_die)
            self._forget_way_back()

    def _forget_way_back(self) -> None:
        """Let all that has happened stay for good; the networks still hear of it."""
        for feed in self._feeds.values():
            feed.begin_anew()
        self.board.journal.clear()

    def _set_out(self) -> None:
        """Let the Python presets begin that a game starts with."""
        run = self.run = Run(self)
        try:
            self._begin(self.program.hooked, run)
        finally:
            self.run = None
        if run.presets_to_come is not None:
            message = "the presets that a game begins with are in force when it begins"
            raise HookError(message, expected="another list from the first move on", code="E_HOOK_CHANGE")

    def copy(self, board: Board) -> Game:
        """The same game on a copy of its board, with a network memory of its own."""
        other = Game(self.program, board, self.network_kind, self.placement, self.dice.stream)
        other.dice.follow(self.dice)
        other.active, other.starts = self.active, self.starts
        other.custom_modifiers = self.custom_modifiers.copy()
        other.pending, other.warnings = self.pending, self.warnings
        other.verdict, other.paid = self.verdict, self.paid
        other.take_ears(self.ears)
        return other

    def feed(self, is_imagined: bool = False, is_derived: bool = False) -> Feed:
        """The link to the network of the current program, made when a rule is first asked.

        Imagined moves are matched by the native network, whatever the game of record uses. Continuous
        rules are matched in a memory of their own: it is told what is stored, not what is in effect.
        """
        is_imagined = is_imagined or self.is_imagining
        role = (is_imagined, is_derived)
        if role not in self._feeds:
            kind = "native" if is_imagined else self.network_kind
            memory = make_network(kind, self.program.network_rules, self.program.network_hash).open()
            self._feeds[role] = Feed(self.board, self.program, memory, is_derived)
        return self._feeds[role]

    def play(self, code: int) -> Run | Trace | None:
        """Play a legal move through its stages; None where no rule could hear any of them, and a bare trace
        where all that hear of it turn it down."""
        self.crown()
        is_watched = bool(self.ears) or self.pending is not None or self.is_timed
        if not is_watched and not self._is_heard(code):
            self.board.make(code)
            return None
        if is_watched or self.program.quiet_points is None or is_capture(self.board, code):
            return self._let(lambda run: run_stages(run, code))
        foresight = foresee(self, code)
        if not (foresight.in_move or foresight.in_turn):
            trace = heard_in_vain(self.board.meter, foresight.events) if foresight.events else None
            self.board.make(code)
            return trace
        return self._let(lambda run: run_stages(run, code, foresight.in_move))

    def intervene(self, act: Callable[[Run], object]) -> Run:
        """The run of something that happens between moves; rules hear it as in a move."""

        def happen(run: Run) -> None:
            run.stage = BETWEEN_MOVES
            act(run)
            run.settle()
            end_stuck_turn(run)

        self.crown()
        return self._let(happen)

    def _let(self, act: Callable[[Run], object]) -> Run:
        """A run in which something happens; all of it is taken back if it fails."""
        length = len(self.board.journal)
        run = self.run = Run(self)
        try:
            act(run)
            if run.presets_to_come is not None:
                change_to_come(run)
            run.settle()
        except BaseException:
            self.rollback(length)
            raise
        finally:
            self.run = None
        if run.result is not None:
            self._go_by("verdict", run.result)
        return run

    def imagine(self, code: int) -> None:
        """Play an imagined move up to its promotion; whoever asked takes the journal back.

        A move that a rule refuses, or at which rules fail, says so when it is played; until then it
        is judged by what it does without them.
        """
        self.crown()
        if not self._is_heard(code, is_imagined=True):
            self.board.make(code)
            return
        length = len(self.board.journal)
        try:
            self._imagine(code, length)
        except BaseException:
            self.rollback(length)
            raise
        for (is_imagined, _), feed in self._feeds.items():
            if is_imagined:
                feed.expect_rollback(length)

    def tried(self, code: int) -> AbstractContextManager[Result | None]:
        """A legal move, played with all that comes of it and taken back: how it ends the game, if it does."""
        return tried(self, code)

    def _imagine(self, code: int, length: int) -> None:
        """Let the effects of a move happen, or the bare move if they fail, and what follows from them."""
        outer, self.run = self.run, Run(self, is_imagined=True)
        spender = self.board.meter.who
        try:
            run_effects(self.run, code)
        except BudgetError:
            raise
        except ReteChessError:
            self.board.meter.turn_to(spender)
            self.rollback(length)
            self.board.make(code)
        else:
            pass_turn(self.board)
        finally:
            self.run = outer
        if self.program.continuous is not None and self.program.continuous.is_looked_at:
            derive(self, is_imagined=True)

    def end_turn(self) -> None:
        """End a turn early, because no further half-move of it is possible."""
        if self.program.continuous is None:
            edits.end_turn(self.board)
        else:  # what holds for the side to move may leave somebody nothing to live by
            self._let(lambda run: edits.end_turn(run.board))

    def derive(self) -> None:
        """Bring what follows from facts up to date, where anything does or did."""
        if self.program.continuous is not None or self.board.bonuses:
            derive(self)

    def crown(self) -> None:
        """Note the royal pieces before a move, where hooks name them: their loss is the loss of the game."""
        if self.board.referee is not None:
            self.hooks.crown(self.board)

    @contextmanager
    def imagining(self) -> Iterator[None]:
        """Let moves be played and taken back without a word to the network of the game of record."""
        record = {role: feed for role, feed in self._feeds.items() if not role[0]}
        self._feeds = {role: feed for role, feed in self._feeds.items() if role[0]}
        self.is_imagining = True
        try:
            yield
        finally:
            self.is_imagining = False
            self._feeds.update(record)

    def _is_heard(self, code: int, is_imagined: bool = False) -> bool:
        """Whether some rule listens at a point that the move will pass, or facts go with a victim."""
        program, columns = self.program, self.board.columns
        if program.hears_all or (is_imagined and self.judges) or is_answered(self, code):
            return True
        if program.continuous is not None and may_derive(self, code, is_imagined):
            return True
        if not (program.rules_at or columns):
            return False
        if (columns or program.hears_captures) and is_capture(self.board, code):
            return True  # the victim's facts go with it
        return "promotion" in program.rules_at and promotion_of(code) >= 0 and not is_drop(self.board, code)

    def rollback(self, length: int) -> None:
        """Take everything back to a length of the journal."""
        for feed in list(self._feeds.values()):
            feed.expect_rollback(length)
        self.board.rollback(length)

    def regime(self) -> Regime:
        """The regime that the game goes by now."""
        known = (self.custom_modifiers, self.warnings, self.dice.drawn)
        return new(Regime, (self.program, self._active, self.verdict, self.pending, *known))

    def resume(self, regime: Regime) -> None:
        """Go on under a former regime of the game; whoever calls sees to the board and its journal."""
        if regime.program is not self.program:
            self.take_program(regime.program)
        self.active, self.verdict = regime.active, regime.verdict
        self.pending, self.custom_modifiers = regime.pending, regime.custom_modifiers
        self.warnings, self.dice.drawn = regime.warnings, regime.drawn

    def take_ears(self, ears: tuple[Ear, ...]) -> None:
        """Let these listeners, and no others, hear the events of the game from the next one on."""
        self.ears = ears
        self.judges = tuple(ear for ear in ears if ear.listener.judges_legality)
        self.custom_kinds = frozenset(kind for ear in ears for kind in ear.listener.kinds)
        self._take_judges()

    def _take_judges(self) -> None:
        """Let legality play moves with all their effects where it cannot know them otherwise."""
        board = self.board
        board.is_overheard = bool(self.judges)
        board.is_simple = board.book.is_simple and not self.judges
        board.simulate = _imagine if self.program.laws.is_simulated or self.judges else None

    # -- presets in force ----------------------------------------------------------------------

    @property
    def active(self) -> ActiveSet:
        """The presets in force, in the order in which they are asked."""
        return self._active

    @active.setter
    def active(self, presets: ActiveSet) -> None:
        self._active = presets
        self.is_timed = any(use.turns_remaining for use in presets)  # some of them end by themselves
        self._active_key = _active_key(presets)

    @property
    def active_key(self) -> int:
        """The part of a position's key that comes from the presets and profiles in force."""
        return self._active_key ^ self.program.stack.key

    def set_active(self, presets: ActiveSet, run: Run) -> SetChange:
        """Go on with other presets in force: another program, and facts reconciled with it.

        Who ends loses its state and the attributes that nobody else declares, who begins gives out
        its own. Presets that do not go together are refused before anything has changed.
        """
        is_same = timeless(presets) == timeless(self.active)
        program = self.program
        if not is_same:
            changed = compiler.with_presets(self.program, presets, earned_kinds(self))
            program = newcomers.kept(self, changed, presets)
        change = change_of(self.active, presets)
        for hooked in reversed(self.program.hooked):
            if any(use.id == hooked.id for use in change.ended):
                self.hooks.deactivate(hooked, run)
        self._go_by("active", presets)
        if program.hash != self.program.hash:
            run.drain()
            reconcile(run, program, change)
        begun = {use.id for use in change.begun}
        self._begin([hooked for hooked in program.hooked if hooked.id in begun], run)
        return change

    def admit(self, kind: str) -> bool:
        """Let a piece type be in play from now on, whoever names it; whether anybody knows it."""
        return kind in self.board.book.types or newcomers.admit(self, kind)

    def add_modifier(self, program: Program, run: Run) -> None:
        """Go on with a program that gives one more modifier: its carriers begin with what it seeds."""
        reconcile(run, program, change_of((), ()), program.setup.grants[-1:])

    def _begin(self, entering: Sequence[HookedPreset], run: Run) -> None:
        self.crown()
        for hooked in entering:
            self.hooks.activate(hooked, run)
            run.drain()

    # -- profiles in force ---------------------------------------------------------------------

    def know(self, modifiers: CustomModifiers) -> None:
        """Know other modifiers from now on; that can be taken back."""
        self._go_by("custom_modifiers", modifiers)

    def know_brought(self, profiles: Sequence[documents.Document]) -> None:
        """Know the modifiers that profiles bring along."""
        brought = {name: own for one in profiles for name, own in compiler.own_modifiers(one).items()}
        if any(not self.custom_modifiers.has(name) for name in brought):
            self.know(self.custom_modifiers.with_brought(brought))

    def warn(self, warnings: tuple[Problem, ...]) -> None:
        """Note the warnings about the profiles that are in force now."""
        self._go_by("warnings", warnings)

    def wait(self, profiles: tuple[documents.Document, ...] | None) -> None:
        """Let profiles wait for the end of the turn, in place of those that waited before."""
        self._go_by("pending", profiles)

    def _go_by(self, name: str, value: object) -> None:
        """Go by another value of something from now on; that can be taken back."""
        self.board.journal.append(Reset(name, getattr(self, name)))
        setattr(self, name, value)

    def take_program(self, program: Program) -> None:
        """Put a program in force; its networks are told everything anew."""
        self.program = program.laid_out(self.placement)
        self.session.vocabulary = program.vocabulary
        self._take_judges()
        self.board.referee = self.hooks.referee()
        self.board.crowned = None
        for feed in self._feeds.values():
            feed.memory.close()
        self._feeds = {}
        for met in program.overridden:
            warn_once(str(met))


@lru_cache(maxsize=64)
def _active_key(active: ActiveSet) -> int:
    """The part of a position's key that comes from the active set: other rules make another position."""
    return name_key(f"presets {[use.to_json() for use in active]}") if active else 0


def _imagine(board: Board, move: int) -> None:
    board.game.imagine(move)
