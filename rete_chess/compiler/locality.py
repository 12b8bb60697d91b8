"""How far a continuous rule looks: moves beyond its radii cannot change what it contributes."""

from __future__ import annotations

from typing import NamedTuple

from rete_chess.core.edits import PLACE
from rete_chess.facts.actions import Contribute
from rete_chess.facts.filters import Filter, Squares, Test
from rete_chess.facts.patterns import NotPattern, Pattern, PiecePattern
from rete_chess.facts.rules import Rule
from rete_chess.facts.targets import (
    AroundTarget,
    GameTarget,
    OneTarget,
    RelationTarget,
    SideTarget,
    Target,
)
from rete_chess.facts.terms import Const, Name, Scaled, Term


class Vicinity(NamedTuple):
    """Where places matter to a rule: within some king's steps of the one entity it speaks of."""

    radii: frozenset[int] = frozenset()
    is_even: bool = True  # all squares within a radius count alike


def vicinity_of(rule: Rule) -> Vicinity | None:
    """The vicinity of a rule; None if it speaks of several entities, or of what no circle holds.

    Types, colours and attributes are another matter: `Needs` tells of them.
    """
    if len(rule.entities) != 1 or any(condition.attribute == PLACE for condition in rule.hook.conditions):
        return None
    own = rule.entities[0]
    if not all(_is_own_pattern(guard, own) for guard in rule.guards):
        return None
    found = Vicinity()
    for action in rule.actions:
        assert isinstance(action, Contribute)
        seen = _seen(action.target, own) if _is_own_term(action.amount, own) else None
        if seen is None:
            return None
        found = Vicinity(found.radii | seen.radii, found.is_even and seen.is_even)
    return found


def _seen(target: Target, own: str) -> Vicinity | None:
    if isinstance(target, OneTarget):
        return Vicinity() if target.term == Name(own) else None
    if isinstance(target, AroundTarget):
        is_own = target.centre == Name(own, "square") and _is_own_filter(target.filter, own)
        is_even = target.filter is None or target.filter.square is None
        if not is_own or not isinstance(target.radius, Const):
            return None
        return Vicinity(frozenset((int(target.radius.value),)), is_even)
    if isinstance(target, RelationTarget):
        is_placeless = target.filter is None or target.filter.square is None
        is_own = target.subject == Name(own) and _is_own_filter(target.filter, own)
        return Vicinity() if is_placeless and is_own else None
    if isinstance(target, SideTarget):
        return Vicinity() if _is_own_term(target.color, own) else None
    return Vicinity() if isinstance(target, GameTarget) else None


def _is_own_pattern(pattern: Pattern, own: str) -> bool:
    """Whether a pattern asks for the entity itself, and binds nothing but its facts."""
    if isinstance(pattern, NotPattern):
        return _is_own_pattern(pattern.inner, own)
    return isinstance(pattern, PiecePattern) and pattern.entity == own and _is_own_filter(pattern.filter, own)


def _is_own_filter(chosen: Filter | None, own: str) -> bool:
    """Whether facts of the piece that is asked, and of the entity itself, decide a filter."""
    if chosen is None:
        return True
    tests = (chosen.id, chosen.type, chosen.color, *(test for _, test in chosen.attributes))
    return (
        all(_is_own_test(test, own) for test in tests)
        and _is_own_square(chosen.square)
        and chosen.royal is None
        and not chosen.last
    )


def _is_own_square(squares: Squares | None) -> bool:
    return squares is None or (squares.near is None and (squares.at is None or isinstance(squares.at, Const)))


def _is_own_test(test: Test | None, own: str) -> bool:
    return test is None or _is_own_term(test.term, own)


def _is_own_term(term: Term, own: str) -> bool:
    """Whether a value is constant, or a fact of the entity: names are bound to nothing else."""
    if isinstance(term, Scaled):
        return _is_own_term(term.base, own)
    return isinstance(term, Const) or (isinstance(term, Name) and (not term.attribute or term.name == own))
