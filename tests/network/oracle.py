"""The plainest possible matcher: every hook, every assignment of entities, every condition."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product

from rete_chess.facts.network_rules import Activation, Constant, EventField, NetworkRule, Value

Facts = Mapping[tuple[int, str], Value]


def is_same(left: object, right: object) -> bool:
    return type(left) is type(right) and left == right


def activations(
    hooks: Iterable[NetworkRule], facts: Facts, stage: str, event: Mapping[str, Value]
) -> list[Activation]:
    """What every network must answer."""
    entities = sorted({entity for entity, _ in facts})
    found = set()
    for hook in hooks:
        if hook.stage != stage or not fits_event(hook, event):
            continue
        for chosen in product(entities, repeat=len(hook.variables)):
            if holds(hook, dict(zip(hook.variables, chosen)), facts, event):
                found.add(Activation(hook.number, chosen))
    return sorted(found)


def fits_event(hook: NetworkRule, event: Mapping[str, Value]) -> bool:
    asked = [*hook.event, hook.carrier] if hook.carrier else [*hook.event]
    return all(field in event and is_same(event[field], value) for field, value in asked)


def holds(hook: NetworkRule, variables: dict[str, int], facts: Facts, event: Mapping[str, Value]) -> bool:
    bound: dict[str, Value] = {}
    for subject, attribute, term in hook.conditions:
        entity = variables[subject] if subject.startswith("$") else event.get(subject)
        if type(entity) is not int or (entity, attribute) not in facts:
            return False
        value = facts[entity, attribute]
        if isinstance(term, Constant):
            wanted: Value | None = term.value
        elif isinstance(term, EventField):
            wanted = event.get(term.field)
        else:
            wanted = bound.setdefault(term.name, value)
        if not is_same(value, wanted):
            return False
    return True
