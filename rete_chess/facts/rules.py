"""Rules compiled: where one listens, what the network must match, what is checked after, what it does."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from rete_chess.core.board import Board
from rete_chess.facts.events import PLACES
from rete_chess.facts.network_rules import NetworkRule
from rete_chess.facts.words.actions import Action
from rete_chess.facts.words.filters import Squares
from rete_chess.facts.words.patterns import Pattern
from rete_chess.facts.words.terms import Name, Term
from rete_chess.facts.words.texts import Kinds
from rete_chess.facts.words.word import walk


@dataclass(frozen=True)
class Rule:
    """One rule of a program. Rules are numbered in the total order in which they fire."""

    id: str  # document id / rule id
    origin: str  # file:line
    preset: str  # the preset or variant it came from
    stage: str
    priority: int
    joined: NetworkRule  # what a network matches of it
    names: tuple[tuple[str, Term], ...]  # names bound from the event, in order
    entities: tuple[str, ...]  # names bound by the network to entities, in the order of `joined`
    guards: tuple[Pattern, ...]
    actions: tuple[Action, ...]
    kinds: Kinds  # which names stand for pieces, which for squares
    subject: str = ""  # the name of the piece the rule speaks of, for traces and self-reaction
    describe: str = ""
    choice: str = ""  # what it shares with the other rules of which only one fires for an event

    @cached_property
    def number(self) -> int:
        """The place of the rule in the total order."""
        return self.joined.number

    @cached_property
    def consumes(self) -> bool:
        """Whether it takes captures or damage over, which only one rule may."""
        return any(action.consumes for action in self.actions)

    @cached_property
    def changes_board(self) -> bool:
        """Whether it changes the board, or what happens to it."""
        return any(action.changes_board for action in self.actions)

    @cached_property
    def places(self) -> tuple[tuple[int, bool, Squares], ...]:
        """Fixed squares on which pieces must stand: the place of each among `entities`, or in the event."""
        roles = {name: PLACES[term.event_field] for name, term in self.names if term.event_field}
        found: list[tuple[int, bool, Squares]] = []
        for guard in self.guards:
            squares = guard.places
            if squares is None:
                continue
            if guard.entity in self.entities:
                found.append((self.entities.index(guard.entity), False, squares))
            elif guard.entity in roles:
                found.append((roles[guard.entity], True, squares))
        return tuple(found)

    @cached_property
    def beside(self) -> tuple[tuple[int, int], ...]:
        """The pairs of pieces that must stand beside each other, by their places among `entities`."""
        standing = {c.subject[1:] for c in self.joined.conditions if c.attribute in ("PieceType", "Color")}
        found: list[tuple[int, int]] = []
        for guard in self.guards:
            other = guard.beside
            if {guard.entity, other} <= standing and {guard.entity, other} <= set(self.entities):
                found.append((self.entities.index(other), self.entities.index(guard.entity)))
        return tuple(found)

    def are_apart(self, board: Board, entities: tuple[int, ...]) -> bool:
        """Whether two of some pieces do not stand beside each other, though they must."""
        squares, within = board.squares, board.book.geometry.within
        for one, two in self.beside:
            here, there = squares.get(entities[one], -1), squares.get(entities[two], -1)
            if here < 0 or there == here or there not in within(here, 1):
                return True
        return False

    @cached_property
    def event_guards(self) -> tuple[Pattern, ...]:
        """The guards that the event alone decides."""
        return tuple(guard for guard in self.guards if guard.is_at_hand)

    @cached_property
    def values(self) -> frozenset[str]:
        """The names that guards bind to facts of pieces and tiles; another value makes no other match."""
        return frozenset(name for guard in self.guards if guard.entity for name, _ in guard.binds)

    @cached_property
    def named_facts(self) -> tuple[Name, ...]:
        """The facts that its actions speak of (`$piece.Hp`), which count as they were at the match."""
        named = (fact for word in walk(self.actions) for fact in word.facts_named)
        return tuple(Name(name, attribute) for name, attribute in dict.fromkeys(named))
