"""A rule compiled: where it listens, what the network must match, what is checked after, what it does."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from rete_chess.facts.events import PLACES
from rete_chess.facts.network_rules import Hook
from rete_chess.facts.snapshots import named_facts
from rete_chess.facts.words.actions import Action, CallHook, Consume
from rete_chess.facts.words.filters import Squares
from rete_chess.facts.words.patterns import NotPattern, Pattern, PiecePattern, PlacePattern, TestPattern
from rete_chess.facts.words.terms import Const, EventTerm, Kinds, Name, Term


@dataclass(frozen=True)
class Rule:
    """One rule of a program. Rules are numbered in the total order in which they fire."""

    id: str  # document id / rule id
    origin: str  # file:line
    preset: str  # the preset or variant it came from
    stage: str
    priority: int
    hook: Hook
    names: tuple[tuple[str, Term], ...]  # names bound from the event, in order
    entities: tuple[str, ...]  # names bound by the network to entities, in the order of the hook
    guards: tuple[Pattern, ...]
    actions: tuple[Action, ...]
    kinds: Kinds  # which names stand for pieces, which for squares
    subject: str = ""  # the name of the piece the rule speaks of, for traces and self-reaction
    describe: str = ""
    choice: str = ""  # what it shares with the other rules of which only one fires for an event

    @cached_property
    def number(self) -> int:
        return self.hook.number

    @cached_property
    def consumes(self) -> bool:
        """Whether it takes captures or damage over, which only one rule may."""
        return any(
            isinstance(action, Consume) or (isinstance(action, CallHook) and action.may_consume)
            for action in self.actions
        )

    @cached_property
    def places(self) -> tuple[tuple[int, bool, Squares], ...]:
        """Fixed squares on which pieces must stand: the place of each among `entities`, or in the event."""
        roles = {name: PLACES[term.field] for name, term in self.names if isinstance(term, EventTerm)}
        found: list[tuple[int, bool, Squares]] = []
        for guard in self.guards:
            if isinstance(guard, PiecePattern) and guard.filter.square is not None:
                if not guard.filter.square.is_fixed:
                    continue
                if guard.entity in self.entities:
                    found.append((self.entities.index(guard.entity), False, guard.filter.square))
                elif guard.entity in roles:
                    found.append((roles[guard.entity], True, guard.filter.square))
        return tuple(found)

    @cached_property
    def event_guards(self) -> tuple[Pattern, ...]:
        """The guards that the event alone decides."""
        return tuple(guard for guard in self.guards if _is_of_event(guard))

    @cached_property
    def named_facts(self) -> tuple[Name, ...]:
        """The facts that its actions speak of, to be taken at the match."""
        return named_facts(self.actions)


def _is_of_event(guard: Pattern) -> bool:
    if isinstance(guard, NotPattern):
        return _is_of_event(guard.inner)
    if isinstance(guard, PlacePattern):
        return guard.squares.is_fixed and all(map(_is_at_hand, (guard.term, guard.side)))
    return isinstance(guard, TestPattern) and all(map(_is_at_hand, (guard.term, guard.test.term)))


def _is_at_hand(term: Term) -> bool:
    return isinstance(term, (Const, EventTerm))
