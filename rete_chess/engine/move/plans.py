"""Plans of rules: what their execution needs, worked out once for each program.

What fires is what the network has activated; a plan only spares the looking up of what never changes.
"""

from __future__ import annotations

from typing import Final
from weakref import WeakKeyDictionary

from rete_chess.compiler import Program
from rete_chess.costs import ACTION, FIRING
from rete_chess.facts.events import PLACES
from rete_chess.facts.rules import Rule
from rete_chess.facts.session import CORE_ATTRIBUTES
from rete_chess.facts.words import actions as act
from rete_chess.facts.words.targets import OneTarget
from rete_chess.facts.words.terms import Name, Term


class Plan:
    """What is known of a rule before it fires."""

    __slots__ = (
        "beside",
        "choice",
        "consumes",
        "cost",
        "entities",
        "fields",
        "has_guards",
        "number",
        "places",
        "rule",
        "steps",
        "subject",
        "terms",
    )

    def __init__(self, rule: Rule) -> None:
        self.rule: Rule = rule
        self.number: int = rule.number
        self.entities: tuple[str, ...] = rule.entities
        self.subject: str = rule.subject
        self.choice: str = rule.choice
        self.consumes: bool = rule.consumes
        self.has_guards: bool = bool(rule.guards)
        self.places: bool = bool(rule.places)
        self.beside: bool = bool(rule.beside)
        self.cost: int = FIRING + ACTION * len(rule.actions)
        bare = [(name, term.event_field) for name, term in rule.names]
        is_bare = all(field for _, field in bare)
        #: The names that are bound to fields of the event, each with the place of its field.
        self.fields: tuple[tuple[str, int], ...] = (
            tuple((name, PLACES[field]) for name, field in bare) if is_bare else ()
        )
        #: The names that are bound to anything else, all of them in their order.
        self.terms: tuple[tuple[str, Term], ...] = () if is_bare else rule.names
        #: The actions, each with the name of the piece of which it writes an attribute, if that is all.
        self.steps: tuple[tuple[act.Action, str], ...] = tuple(
            (action, _written(action)) for action in rule.actions
        )


def _written(action: act.Action) -> str:
    """The name of the one piece of which an action writes a declared attribute, or nothing."""
    if not isinstance(action, act.Write) or not isinstance(action.target, OneTarget):
        return ""
    term = action.target.term
    is_declared = action.attribute not in CORE_ATTRIBUTES
    return term.name if is_declared and isinstance(term, Name) and not term.attribute else ""


_PLANS: Final[WeakKeyDictionary[Program, tuple[Plan, ...]]] = WeakKeyDictionary()


def plans_of(program: Program) -> tuple[Plan, ...]:
    """The plans of a program's rules, by their numbers."""
    plans = _PLANS.get(program)
    if plans is None:
        plans = _PLANS[program] = tuple([Plan(rule) for rule in program.rules])
    return plans
