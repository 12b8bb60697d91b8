"""One random game under all laws at once.

Two matches are led through the same acts. One is on the network under test and is asked all kinds of
questions; the other is on the native one and left alone, and now and then it is replaced by one that was
loaded from a save, resumed from a snapshot, or copied. Whatever differs then, or does not come back, breaks
a law.
"""

from __future__ import annotations

import json
import re
import traceback
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from rete_chess.compiler import Program, program_of
from rete_chess.engine import Engine, MoveRecord
from rete_chess.errors import ReteChessError
from rete_chess.match import Match, format_save, parse_save
from rete_chess.presets import registered
from rete_chess.testing.laws.acts import Act, Chance
from rete_chess.testing.laws.listeners import Band, random_band
from rete_chess.testing.laws.logs import Facts, demand_log, facts_of
from rete_chess.testing.laws.questions import ask
from rete_chess.testing.laws.states import LawBroken, State, difference, history_of, whole_state
from rete_chess.testing.laws.trail import Trail
from rete_chess.testing.random_programs import choose_mixture
from rete_chess.testing.sample_presets import SAMPLES

#: Acts of a game, and how often the match is asked, saved and copied after one.
ACTS: Final = 24
ASKED: Final = 0.25
SAVED: Final = 0.12
RESUMED: Final = 0.08
COPIED: Final = 0.05
#: Attempts to find rules that can be combined, and how many games have presets in Python.
ATTEMPTS: Final = 8
PYTHON_SHARE: Final = 0.4
#: How many games begin in the middle, after how many half-moves at the most.
MIDDLE_SHARE: Final = 0.4
MIDDLE: Final = 40
#: The place of a line in a document, as messages name it.
_PLACE: Final = re.compile(r"[\w.-]+\.(?:yaml|json):\d+")
#: Acts that a finding tells, the last ones.
TOLD: Final = 8


@dataclass
class Figures:
    """How much was played and asked."""

    plies: int = 0
    firings: int = 0
    acts: int = 0
    questions: int = 0
    saves: int = 0
    snapshots: int = 0


@dataclass
class LawGame:
    """A random game by a seed."""

    seed: int
    network: str = "durable"
    figures: Figures = field(default_factory=Figures)
    name: str = ""
    acts: list[Act] = field(default_factory=list)

    def play(self, acts: int = ACTS) -> str | None:
        """Play the game; the law that was broken, in words, or None."""
        try:
            with registered(*SAMPLES):
                self._begin()
                for _ in range(acts):
                    self._go_on()
                self._end()
        except LawBroken as broken:
            return self._told(str(broken))
        except Exception as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            return self._told(
                f"{type(error).__name__}: {error} (in {last.name}, {last.filename}:{last.lineno})"
            )
        return None

    def _told(self, finding: str) -> str:
        done = "".join(f"\n    {act}" for act in self.acts[-TOLD:])
        return f"{finding}\n  {self.name}; the last of {len(self.acts)} acts:{done}"

    # -- the course of a game --------------------------------------------------------------------------

    def _begin(self) -> None:
        self.random = Random(self.seed)
        further = tuple(sample.id for sample in SAMPLES) if self.random.random() < PYTHON_SHARE else ()
        self.chance = Chance(self.random, further)
        program, self.band = self._rules(further)
        fen = self._position(program) if self.random.random() < MIDDLE_SHARE else None
        self.one = Match(program, fen, self.network, listeners=self.band())
        self.other = Match(program, fen, "native", listeners=self.band())
        self.trail = Trail(self.one)
        self._compare("at the start")

    def _rules(self, further: tuple[str, ...]) -> tuple[Program, Band]:
        """Rules that can be combined, and listeners with which a game by them can begin."""
        for _ in range(ATTEMPTS):
            self.name, program = choose_mixture(self.random, further)
            listeners, band = random_band(self.random)
            self.name += f" with {listeners}" if listeners else ""
            try:
                if program is not None:
                    Match(program, network="native", listeners=band())
                    return program, band
            except ReteChessError:
                pass  # profiles with which no game can begin
        self.name = "chess"
        return program_of("chess"), list

    def _position(self, program: Program) -> str | None:
        """A position in the middle of a game, if a game can begin there."""
        engine = Engine(program, network="native")
        for _ in range(self.random.randint(8, MIDDLE)):
            if engine.result is None:
                with suppress(ReteChessError):
                    engine.apply(self.random.choice(engine.legal_moves()))
        try:
            return Match(program, engine.fen(), "native", listeners=self.band()).start
        except ReteChessError:
            return None

    def _go_on(self) -> None:
        """One act, and perhaps questions, a save or a copy."""
        act = self.chance.act(self.one)
        self.acts.append(act)
        self._perform(act)
        if self.random.random() < ASKED:
            self.figures.questions += ask(self.one, self.random)
            self.trail.look_at(self.random.randint(0, self.one.current_index))
        chance = self.random.random()
        if chance < SAVED:
            self._load()
        elif chance < SAVED + RESUMED:
            self._resume()
        elif chance < SAVED + RESUMED + COPIED:
            self.other = self.one.clone()

    def _perform(self, act: Act) -> None:
        """Perform an act on both matches, and compare all that comes of it."""
        facts = facts_of(self.one.engine.session)
        before = self.trail.note()
        answer, expected = (act.perform(match) for match in (self.one, self.other))
        self.figures.acts += 1
        self._compare_answers(str(act), answer, expected)
        self._compare(str(act))
        if isinstance(answer, ReteChessError):
            if act.is_single:
                before.demand(self.one, f"{act} was refused and changed something")
            return
        self.trail.follow(act.verb, before)
        if isinstance(answer, MoveRecord) and act.verb == "play":
            self._check_record(facts, answer)

    def _check_record(self, facts: Facts, record: MoveRecord) -> None:
        self.figures.plies += 1
        self.figures.firings += len(record.trace.firings)
        demand_log(facts, record, facts_of(self.one.engine.session))
        if record.digest != self.one.engine.digest:
            raise LawBroken(f"the record of {record.move} has another digest than the game right after it")

    def _load(self) -> None:
        """Go on beside a match that was loaded from a save."""
        self.figures.saves += 1
        text = format_save(self.one)
        self.other = parse_save(text, network="native", listeners=self.band())
        self._compare("loaded")
        if format_save(self.other) != text:
            raise LawBroken("a match that was loaded is saved otherwise")

    def _resume(self) -> None:
        """Go on beside a match that was resumed from a snapshot."""
        self.figures.snapshots += 1
        stored = json.dumps(self.one.snapshot())
        self.other = Match.resume(json.loads(stored), network="native", listeners=self.band())
        self._compare("resumed")

    def _end(self) -> None:
        """Take everything back step by step, bring it back again, and read all that records tell late."""
        told = [_account(step) for step in self.one.history]
        for match in (self.one, self.other):
            match.jump_to(0)
        self._compare("taken back to the start")
        self.trail.arrive("taking everything back")
        while self.one.current_index < len(self.one.history):
            self.one.redo()
            self.trail.arrive("bringing everything back")
        self.other.jump_to(len(self.other.history))
        self._compare("brought back")
        for number, (early, step) in enumerate(zip(told, self.other.history)):
            found = difference(early, _account(step))
            if found is not None:
                raise LawBroken(f"step {number} is told otherwise when it is read late: {found}")
        self._load()
        self._resume()

    # -- comparisons -----------------------------------------------------------------------------------

    def _compare(self, when: str) -> None:
        """Both matches are in the same state."""
        found = difference(whole_state(self.one), whole_state(self.other))
        found = found or difference(history_of(self.one), history_of(self.other))
        if found is not None:
            raise LawBroken(f"{when}: matches in step differ: {found}")

    def _compare_answers(self, when: str, answer: Any, expected: Any) -> None:
        """Both matches have answered the same."""
        if isinstance(answer, ReteChessError) or isinstance(expected, ReteChessError):
            if _refusal(answer) != _refusal(expected):
                raise LawBroken(f"{when}: other answers: {answer!s:.300} and {expected!s:.300}")
        elif isinstance(answer, MoveRecord):
            found = difference(_parts(answer), _parts(expected))
            if found is not None:
                raise LawBroken(f"{when}: {found}")
        elif isinstance(answer, int) and answer != expected:
            raise LawBroken(f"{when}: other answers: {answer} and {expected}")


def _refusal(answer: Any) -> Any:
    """An error as it is compared, without its place, as a document of a save has lines of its own; None for
    what is none."""
    if not isinstance(answer, ReteChessError):
        return None
    return answer.code, _PLACE.sub("", answer.message)


def _parts(record: MoveRecord) -> dict[str, Any]:
    """A record as it is compared: its log is read later, and a document of a save has lines of its own."""
    trace = record.trace
    return {
        "record": (record.number, str(record.move), record.mover, record.turn_flipped, record.result),
        "firings": [firing._replace(origin="") for firing in trace.firings],
        "events": trace.events.copy(),
        "effects": trace.shown.copy(),
        "texts": trace.texts.copy(),
        "logs": trace.logs.copy(),
        "swap": trace.swap and (trace.swap.profiles, trace.swap.code),
    }


def _account(step: Any) -> State:
    """What a step of the history tells: its log, and the digest and the notation of a move."""
    told: State = {"log": list(step.log)}
    return {**told, "digest": step.digest, "san": step.san} if isinstance(step, MoveRecord) else told
