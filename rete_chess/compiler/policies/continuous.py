"""What holds continuously in a program: contributions of rules at `derive`, and profiles of pieces.

Both follow from facts and are brought up to date together; here is decided what they look at, how far,
and whether legality has to foresee how a move changes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from rete_chess.compiler.movement.single_pieces import Profiles
from rete_chess.compiler.profiles.stack import Stack
from rete_chess.core.journal import PLACE
from rete_chess.facts.carriers import is_carried
from rete_chess.facts.reads import Reads
from rete_chess.facts.rules import Rule
from rete_chess.facts.vocabulary import MOVED
from rete_chess.facts.words.actions import Contribute
from rete_chess.facts.words.targets import OneTarget
from rete_chess.facts.words.terms import Name
from rete_chess.facts.words.word import Needs, Vicinity, needs_of
from rete_chess.stages import DERIVE, FORESEEN


def vicinity_of(rule: Rule) -> Vicinity | None:
    """The vicinity of a rule; None if it speaks of several entities, or of what no circle holds.

    Types, colours and attributes are another matter: `Needs` tells of them.
    """
    asked = {condition.attribute for condition in rule.joined.conditions}
    if len(rule.entities) != 1 or PLACE in asked or any(name.startswith(MOVED) for name in asked):
        return None
    own = rule.entities[0]
    if not all(guard.is_own(own) for guard in rule.guards):
        return None
    found = Vicinity()
    for action in _contributions((rule,)):
        seen = action.target.vicinity(own) if action.amount.is_own(own) else None
        if seen is None:
            return None
        found = Vicinity(found.radii | seen.radii, found.is_even and seen.is_even)
    return found


def _contributions(rules: Iterable[Rule]) -> Iterator[Contribute]:
    """The actions of rules at `derive`, which do nothing else."""
    for rule in rules:
        for action in rule.actions:
            assert isinstance(action, Contribute)
            yield action


@dataclass(frozen=True, eq=False)
class Continuous:
    """The rules at `derive` with what they look at, what profiles contribute, and how pieces move by it."""

    rules: tuple[Rule, ...]
    reads: Reads  # what a network is told for them: stored facts
    needs: Needs
    profiles: Profiles | None
    stack: Stack
    is_looked_at: bool  # whether what is derived after a move can decide about its legality
    is_asked_for: bool = True  # whether policies and hooks may ask for any of it then, not only movement

    @property
    def contributes(self) -> bool:
        """Whether something is contributed to attributes."""
        return bool(self.rules or self.stack.entries)

    @property
    def fickle(self) -> frozenset[str]:
        """The attributes to which a move may change what is contributed."""
        fickle = _contributions(rule for rule in self.rules if not _is_steady(rule))
        return frozenset(action.attribute for action in fickle)

    @cached_property
    def idle(self) -> frozenset[tuple[str, int, int]]:
        """The attributes that something is contributed to and that cannot decide about the legality of a move
        before it, each with the colour and the type of the pieces for which that is so."""
        profiles = self.profiles
        if self.is_asked_for or profiles is None or profiles.needs.looks_beyond:
            return frozenset()
        if not any(action.target.one is not None for action in _contributions(self.rules)):
            return frozenset()  # who gets it is not known before the rule is looked at
        given = {action.attribute for action in _contributions(self.rules)}
        given |= {entry.kind for entry in self.stack.entries if entry.carrier is None}
        return frozenset(
            (attribute, color, index)
            for attribute in given
            for color, plans in enumerate(profiles.plans)
            for index, plan in enumerate(plans)
            if attribute not in plan.needs.attributes
        )

    @cached_property
    def vicinities(self) -> Mapping[int, Vicinity] | None:
        """Where places matter to each rule, by its number; None if to one of them they matter anywhere."""
        found = {rule.number: vicinity_of(rule) for rule in self.rules}
        known = {number: vicinity for number, vicinity in found.items() if vicinity is not None}
        return known if len(known) == len(found) else None

    @cached_property
    def is_local(self) -> bool:
        """Whether the surroundings of each source alone decide what it contributes."""
        needs = self.needs
        return self.contributes and self.vicinities is not None and not (needs.is_fleeting or needs.royal)

    def changes_gifts(self, is_capture: bool, is_promotion: bool) -> bool:
        """Whether a half-move of the bare core may change what is contributed."""
        return self.contributes and (self.needs.is_wide or is_capture or is_promotion)

    def changes_profiles(self, is_capture: bool, is_promotion: bool) -> bool:
        """Whether it may change how pieces move even if nothing else is contributed."""
        if self.profiles is None:
            return False
        needs = self.profiles.needs
        return needs.is_wide or is_promotion or (is_capture and needs.others)


def continuous(
    rules: Sequence[Rule], reads: Reads, profiles: Profiles, stack: Stack, looks_after: bool
) -> Continuous | None:
    """What is derived in a program, or None if nothing is.

    Pieces that have moves of their own are looked at by every test for check, attributes only where a
    policy or hook asks for them after the move.
    """
    own = tuple(rule for rule in rules if rule.stage == DERIVE)
    if not own and profiles.is_idle and not stack.entries:
        return None
    needs = Needs(attributes=frozenset(reads.sources), place=MOVED in reads.sources)
    for rule in own:
        needs |= needs_of((rule.guards, rule.actions))
    is_looked_at = looks_after or not profiles.is_idle
    moving = None if profiles.is_idle else profiles
    return Continuous(own, reads, needs, moving, stack, is_looked_at, looks_after)


def foresight(
    found: Continuous | None,
    rules: Sequence[Rule],
    promotes: bool,
    looks_after: bool,
    banned_by: frozenset[str],
) -> str:
    """Why legality has to derive anew after every imagined move, or nothing.

    `banned_by` are the attributes that decide who may capture.
    """
    if not banned_by.isdisjoint(_written(rules) | (frozenset() if found is None else found.fickle)):
        return "who may capture depends on attributes that a move may change"
    if found is None:
        return ""
    if looks_after:
        return "a condition on the position after a move may ask for what is derived then"
    if found.profiles is None:
        return ""
    needs = found.profiles.needs
    if needs.is_wide or needs.others:
        return "how a piece moves depends on the position"
    if not needs.attributes.isdisjoint(found.fickle | _written(rules)):
        return "how a piece moves depends on attributes that a move may change"
    promotes = promotes or any(step.change.promote for step in found.profiles.own_steps)
    if promotes and found.profiles.may_stand_out:
        return "a piece that promotes may become royal, or cease to be"
    return ""


def _is_steady(rule: Rule) -> bool:
    """Whether a rule gives its carriers, whoever they are, the same as long as they live."""
    return (
        not rule.guards
        and all(is_carried(condition.attribute) for condition in rule.joined.conditions)
        and all(
            action.target == OneTarget(Name("self")) and action.amount.is_constant
            for action in _contributions((rule,))
        )
    )


def _written(rules: Sequence[Rule]) -> frozenset[str]:
    """The attributes that rules of the first seven stages write."""
    actions = [action for rule in rules if rule.stage in FORESEEN for action in rule.actions]
    return frozenset(name for action in actions for name in action.writes)
