"""The runner of scenarios: it sets the position up, plays, compares, and takes everything back.

Beside what a scenario says, every run holds two laws: a refused move changes nothing, and when all
moves are taken back the state is what it was.
"""

from __future__ import annotations

from collections import Counter

from rete_chess.compiler import Program, catalog, compile_document
from rete_chess.compiler.profiles.documents import profile_of
from rete_chess.compiler.requests import active_of
from rete_chess.documents import Document, load_document
from rete_chess.documents.kinds.scenario import Consequences, MovesStep, MoveStep, QueueStep, UndoStep
from rete_chess.documents.kinds.scenario_fact import GivenSide, GivenSquare, GivenTile
from rete_chess.documents.reading.reader import AnySource
from rete_chess.documents.reading.tree import KeyPath, format_path
from rete_chess.engine import Engine, MoveRecord
from rete_chess.engine.move.trace import NO_TRACE
from rete_chess.errors import EventBudgetError, MoveRefusedError, ReteChessError, RuleFailedError
from rete_chess.facts.session import OWNER
from rete_chess.facts.vocabulary import GAME
from rete_chess.testing._checks import check_consequences, check_position
from rete_chess.testing._helpers import empty_square, give_ability, lay_tile, put_piece, settle
from rete_chess.testing._outcome import Finding, Outcome
from rete_chess.testing.cases import Case, cases_of

#: The state that must be as before when a move is refused, or everything is taken back.
Snapshot = tuple[str, str, tuple[str, ...]]


def run_scenarios(source: Document | AnySource, network: str | None = None) -> tuple[Outcome, ...]:
    """Run all scenarios of a document, of a text, or of the file of a path."""
    document = source if isinstance(source, Document) else load_document(source)
    return tuple(run_case(case, network) for case in cases_of(document))


def run_scenario(source: Case | Document | AnySource, network: str | None = None) -> Outcome:
    """Run a scenario; of a document with several, the outcome of all of them together."""
    if isinstance(source, Case):
        return run_case(source, network)
    outcomes = run_scenarios(source, network)
    if len(outcomes) == 1:
        return outcomes[0]
    problems = tuple(
        problem._replace(message=f"{outcome.name}: {problem.message}")
        for outcome in outcomes
        for problem in outcome.problems
    )
    name = outcomes[0].file.replace("\\", "/").rpartition("/")[2]
    return Outcome(name, outcomes[0].file, problems, network)


def run_case(case: Case, network: str | None = None) -> Outcome:
    """Run one scenario on a network, the default one if none is named."""
    run = _CaseRun(case)
    engine = run.start(network)
    if engine is not None:
        before = snapshot(engine)
        run.play(engine)
        while engine.move_log:
            engine.undo()
        run.compare(before, engine, "taking all moves back does not restore the state")
    return Outcome(case.name, case.file, tuple(run.problems), network, run.rules, run.fired, run.held)


def snapshot(engine: Engine) -> Snapshot:
    """The state of a game in short: all facts, the position, and the legal moves."""
    return engine.state_hash(), engine.fen(), tuple(engine.legal_moves())


def program_of_case(case: Case) -> Program:
    """The program that a scenario plays."""
    beside = case.tree.neighbours
    presets = [active_of(use, beside) for use in case.presets]
    profiles = [profile_of(case.named(name), beside) for name in case.profiles]
    variant = case.variant if isinstance(case.variant, Document) else case.named(case.variant)
    if isinstance(variant, str):
        variant = catalog.variant(variant, beside)
    return compile_document(variant, presets, case.modifier_choices(), profiles=profiles)


class _CaseRun:
    """One run of one scenario."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.problems: list[Finding] = []
        self.step: KeyPath = case.path  # what is being run, as a path in the document
        self.last = NO_TRACE
        self.last_move = "the last move"
        self.rules: dict[str, str] = {}  # of all programs met: a preset may end and take its rules along
        self.fired: Counter[str] = Counter()
        self.held: Counter[str] = Counter()

    def report(self, message: str, *path: str | int) -> None:
        """Record a problem at a place below the current step."""
        full = (*self.step, *path)
        line, column = self.case.tree.place(full)
        self.problems.append(Finding(message, format_path(full), line, column))

    # -- setting up ----------------------------------------------------------------------------

    def start(self, network: str | None) -> Engine | None:
        """The game before the first move, or None if it cannot be set up."""
        case = self.case
        try:
            engine = Engine(program_of_case(case), case.fen, network, seed=case.seed)
            for index, fact in enumerate(case.given):
                self._give(engine, fact, index)
            if case.given:
                settle(engine)
        except ReteChessError as error:
            self.report(f"the scenario cannot be set up: {error}")
            return None
        self._meet(engine)
        return None if self.problems else engine

    def _meet(self, engine: Engine) -> None:
        """Record the rules that are in force, and those that contribute to something now."""
        self.rules.update((rule.id, rule.origin) for rule in engine.program.rules)
        self.held.update(engine.session.contributors())

    def _give(self, engine: Engine, fact: object, index: int) -> None:
        """Set a given fact."""
        if isinstance(fact, GivenSquare):
            if fact.empty or fact.type is not None:
                empty_square(engine, fact.square)
            if fact.type is not None and fact.color is not None:
                put_piece(engine, fact.type, fact.color, fact.square, seed=True)
            piece = engine.piece_at(fact.square)
            if piece is None and (fact.attributes or fact.abilities):
                self.report(f"nobody stands on {fact.square}", "given", index)
            elif piece is not None:
                for ability in fact.abilities or ():
                    give_ability(engine, piece.id, ability)
                for name, value in fact.attributes.items():
                    engine._game.session.insert(piece.id, name, value)
        elif isinstance(fact, GivenTile):
            tile = lay_tile(engine, fact.tile, fact.type)
            for name, value in fact.attributes.items():
                engine._game.session.insert(tile, name, value)
        elif isinstance(fact, GivenSide):
            for name, value in fact.attributes.items():
                engine._game.session.insert(GAME, f"{name}{OWNER}{fact.side}", value)
        else:
            for name, value in getattr(fact, "game", {}).items():
                engine._game.session.insert(GAME, name, value)

    # -- playing -------------------------------------------------------------------------------

    def play(self, engine: Engine) -> None:
        """Play all steps, then compare what the scenario itself says; stop where a step fails."""
        course, home = self.case.course, self.case.path
        if course.before is not None:
            self.step = (*home, "before")
            check_position(self.report, course.before, engine)
        for index, step in enumerate(course.play or ()):
            self.step = (*home, "play", index)
            if not self._take(engine, step):
                self.step = home
                return
        self.step = home
        self._check(course)
        check_position(self.report, course, engine)

    def _take(self, engine: Engine, step: MovesStep | MoveStep | UndoStep | QueueStep) -> bool:
        """Take one step, and return whether the scenario can go on."""
        if isinstance(step, MovesStep):
            return all(self._apply(engine, move) is not None for move in step.moves)
        if isinstance(step, QueueStep):
            return self._queue(engine, step)
        if isinstance(step, UndoStep):
            return self._undo(engine, step)
        if step.refused is not None:
            return self._be_refused(engine, step)
        if self._apply(engine, step.move) is None:
            return False
        self._check(step)
        check_position(self.report, step, engine)
        return True

    def _check(self, expected: Consequences) -> None:
        check_consequences(self.report, expected, self.last, self.rules, self.last_move)

    def _apply(self, engine: Engine, move: str) -> MoveRecord | None:
        try:
            record = engine.apply(move)
        except ReteChessError as error:
            self.report(f"{move} cannot be played: {error}")
            return None
        self.last, self.last_move = record.trace, move
        self.fired.update(firing.rule for firing in record.trace.firings)
        self._meet(engine)
        return record

    def _queue(self, engine: Engine, step: QueueStep) -> bool:
        try:
            beside = self.case.tree.neighbours
            engine.queue_profiles([profile_of(self.case.named(name), beside) for name in step.queue])
        except ReteChessError as error:
            self.report(f"the profiles cannot be queued: {error}", "queue")
            return False
        check_position(self.report, step, engine)
        return True

    def _undo(self, engine: Engine, step: UndoStep) -> bool:
        if step.undo > len(engine.move_log):
            self.report(f"only {len(engine.move_log)} moves can be taken back", "undo")
            return False
        for _ in range(step.undo):
            engine.undo()
        records = engine.move_log
        self.last = records[-1].trace if records else NO_TRACE
        check_position(self.report, step, engine)
        return True

    def _be_refused(self, engine: Engine, step: MoveStep) -> bool:
        """Try a move that must be refused, and report it if it is not or if anything has changed."""
        assert step.refused is not None
        before = snapshot(engine)
        try:
            engine.apply(step.move)
        except ReteChessError as error:
            self.fired.update(_refusing(error))
            if error.code != step.refused.code:
                self.report(f"{step.move} must be refused with {step.refused.code}, but: {error}", "refused")
            elif step.refused.because is not None and step.refused.because not in str(error):
                self.report(f"the error must say {step.refused.because!r}, but: {error}", "refused")
        else:
            self.report(f"{step.move} must be refused with {step.refused.code}, but was played", "refused")
            return False
        self.compare(before, engine, f"the refused move {step.move} changed the state")
        check_position(self.report, step, engine)
        return True

    def compare(self, before: Snapshot, engine: Engine, message: str) -> None:
        """Report what differs from an earlier snapshot."""
        for what, old, new in zip(("the facts", "the position", "the legal moves"), before, snapshot(engine)):
            if old != new:
                self.report(f"{message}: {what} differ\n    - {old}\n    + {new}")


def _refusing(error: ReteChessError) -> tuple[str, ...]:
    """The rules that fired in a move before one of them refused it."""
    if isinstance(error, EventBudgetError):
        return tuple(set(error.cycle))
    return (error.rule,) if isinstance(error, (MoveRefusedError, RuleFailedError)) else ()
