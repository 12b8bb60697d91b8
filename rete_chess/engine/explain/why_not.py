"""Why a rule does not fire when a move is played: what it missed at each event that it heard.

The move is played on a copy of the game, watched by two listeners: one before all rules of a point
and one after them. The game itself stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from rete_chess.compiler import Program
from rete_chess.engine._engine import Engine
from rete_chess.engine.derived.vicinity import NO_EVENT
from rete_chess.engine.explain._trial import Miss, Trial
from rete_chess.engine.move.listeners import Listener, ListenerContext
from rete_chess.engine.move.run import Run
from rete_chess.engine.move.trace import Trace
from rete_chess.facts.events import Event
from rete_chess.facts.rules import Rule
from rete_chess.facts.session import get_fact, get_stored
from rete_chess.facts.words.terms import Frame
from rete_chess.facts.words.word import Look
from rete_chess.registry import unknown_name

#: What a hearing may come to besides the parts of a `Miss`.
FIRED: Final = "fired"
CANCELLED: Final = "cancelled"
CONSUMED: Final = "consumed"
SPENT: Final = "spent"
CHOSEN: Final = "another-chosen"
OWN: Final = "own-event"
HELD: Final = "held-before"

MESSAGES: Final = {
    FIRED: "it fired",
    CANCELLED: "the event was cancelled before it could",
    CONSUMED: "another rule had consumed the capture or the damage",
    CHOSEN: "another rule of the same choice came first",
    SPENT: "nothing of the damage was left",
    OWN: "it caused the event itself, and does not answer its own",
    HELD: "it held before the move already",
}


class Hearing(NamedTuple):
    """One event at the rule's point: whether the rule fired for it, and if not, why."""

    event: str
    reason: str  # `fired`, the part that failed, or one of the words above
    message: str
    wanted: str | None = None  # the condition that did not hold
    looks: tuple[Look, ...] = ()  # the facts it looked at


class WhyNot(NamedTuple):
    """What became of one rule in one move; without a hearing the move never came to its point."""

    move: str
    rule: str
    origin: str
    point: str
    hearings: tuple[Hearing, ...]

    @property
    def fired(self) -> bool:
        return any(hearing.reason == FIRED for hearing in self.hearings)

    @property
    def message(self) -> str:
        """The answer in a sentence."""
        if not self.hearings:
            return f"the move did not come to {self.point}"
        return next((h.message for h in self.hearings if h.reason == FIRED), self.hearings[0].message)


def why_not(engine: Engine, move: str, rule: str) -> tuple[WhyNot, ...]:
    """Why a rule would not fire in a move; several answers where several rules have the name.

    A rule is named by its full id or by the part behind the slash.
    """
    found = rules_named(engine.program, rule)
    if not found:
        raise unknown_name("rule", rule, {other.id for other in engine.program.rules})
    return tuple(_inquire(engine, move, named) for named in found)


def rules_named(program: Program, name: str) -> list[Rule]:
    """The rules in force that a name means."""
    return [rule for rule in program.rules if rule.id == name or rule.id.endswith(f"/{name}")]


def _inquire(engine: Engine, move: str, rule: Rule) -> WhyNot:
    copy = engine.clone()
    case = _Case(engine.program, rule)
    copy.add_listener(_Witness(case, is_first=True))
    copy.add_listener(_Witness(case, is_first=False))
    record = copy.apply(move)
    if rule.stage == NO_EVENT.event:
        hearings: Iterable[Hearing] = [_continuous(copy, case, record.trace)]
    else:
        hearings = [case.hearing(number, record.trace) for number in case.events]
    return WhyNot(str(record.move), rule.id, rule.origin, rule.stage, tuple(hearings))


def _continuous(engine: Engine, case: _Case, trace: Trace) -> Hearing:
    """A rule at `derive` hears no event: it holds after the move or not. The engine is not used again."""
    if any(firing.rule == case.rule.id for firing in trace.firings):
        return _hearing("derive", FIRED)
    engine.board.bonuses = {}
    found = Trial(case.program, case.rule, engine.board, NO_EVENT, get_stored).run()
    return _missed("derive", found) if isinstance(found, Miss) else _hearing("derive", HELD)


@dataclass
class _Case:
    """What is found out about one rule while a move is played."""

    program: Program
    rule: Rule
    events: dict[int, Event] = field(default_factory=dict)
    before: dict[int, Miss | list[Frame]] = field(default_factory=dict)
    after: dict[int, Miss | str] = field(default_factory=dict)

    def begin(self, run: Run, event: Event) -> None:
        self.events[event.id] = event
        self.before[event.id] = self._try(run, event)

    def end(self, run: Run, event: Event) -> None:
        found = self._try(run, event)
        self.after[event.id] = found if isinstance(found, Miss) else self._objection(run, event, found)

    def _try(self, run: Run, event: Event) -> Miss | list[Frame]:
        trial = Trial(self.program, self.rule, run.board, event, get_fact)
        trial.graves = run.graves
        return trial.run()

    def _objection(self, run: Run, event: Event, ways: list[Frame]) -> str:
        """What keeps a rule that matches from firing."""
        if event.amount == 0:
            return SPENT
        if all(run.has_chosen_another(self.rule, event, way.names.get("self")) for way in ways):
            return CHOSEN
        return CONSUMED if run.is_consumed and self.rule.consumes else OWN

    def hearing(self, number: int, trace: Trace) -> Hearing:
        """What became of an event; a rule that matched at first is judged by what others left of that."""
        words = _event_words(self.events[number])
        if any(firing.rule == self.rule.id and firing.event == number for firing in trace.firings):
            return _hearing(words, FIRED)
        before = self.before[number]
        if isinstance(before, Miss):
            return _missed(words, before)
        after = self.after.get(number, CANCELLED)
        return _missed(words, after) if isinstance(after, Miss) else _hearing(words, after)


class _Witness(Listener):
    """Looks at a rule before all others of its point have fired, or after."""

    def __init__(self, case: _Case, is_first: bool) -> None:
        self.case = case
        self.is_first = is_first
        self.priority = -(2**31) if is_first else 2**31

    def before(self, event: Event, context: ListenerContext) -> Event:
        self._look(event, context)
        return event

    def after(self, event: Event, context: ListenerContext) -> Iterable[Event]:
        self._look(event, context)
        return ()

    def _look(self, event: Event, context: ListenerContext) -> None:
        run = context._run
        if run.is_imagined or context.point != self.case.rule.stage:
            return  # legality imagines moves, too
        if self.is_first:
            self.case.begin(run, event)
        else:
            self.case.end(run, event)


def _hearing(event: str, reason: str) -> Hearing:
    return Hearing(event, reason, MESSAGES[reason])


def _missed(event: str, miss: Miss) -> Hearing:
    return Hearing(event, miss.part, f"{miss.wanted} did not hold", miss.wanted, miss.looks)


def _event_words(event: Event) -> str:
    """`capture`, `damage (poison)`."""
    return f"{event.event} ({event.kind})" if event.kind and event.kind != event.event else event.event
