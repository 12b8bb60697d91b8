"""Random hooks, facts and events for self-tests: small enough to meet often, wild enough to differ.

Everything comes from one seeded generator, so a seed names a program for good.
"""

from __future__ import annotations

from random import Random
from typing import Final

from rete_chess.facts.network_rules import Binding, Condition, Constant, EventField, NetworkRule, Term, Value
from rete_chess.stages import POINTS

#: A network treats all points alike: any three will do.
STAGES: Final = POINTS[:3]
ROLES: Final = ("piece", "target")
FIELDS: Final = ("kind", "side", "tag", "player", "amount")
ATTRIBUTES: Final = ("type", "color", "hp", "mark", "owner")

#: Values that are easily taken for one another: equal in Python, but of different types.
VALUES: Final[tuple[Value, ...]] = (0, 1, 2, -1, True, False, "1", "true", "white", "black", "", "é☃")
ENTITIES: Final = tuple(range(-1, 13))


def random_hooks(random: Random, count: int, stages: int = 2) -> tuple[NetworkRule, ...]:
    """A program of `count` hooks over the first few stages."""
    return tuple(random_hook(random, number, STAGES[: max(1, stages)]) for number in range(count))


def random_hook(random: Random, number: int, stages: tuple[str, ...] = STAGES) -> NetworkRule:
    """One hook with up to two event constants, perhaps a carrier, and up to four conditions."""
    fields = random.sample(FIELDS, random.choice((0, 0, 0, 1, 1, 2)))
    carrier = (random.choice(ROLES), random.choice(ENTITIES)) if random.random() < 0.15 else None
    subjects = random_subjects(random)
    return NetworkRule(
        number,
        random.choice(stages),
        tuple((field, random_value(random, field)) for field in fields),
        carrier,
        tuple(random_condition(random, subject) for subject in subjects),
    )


def random_subjects(random: Random) -> list[str]:
    """The subjects of conditions: mostly the event's pieces, sometimes one or two variables."""
    count = random.choice((0, 1, 1, 2, 2, 3, 4))
    pool = random.choice((ROLES, ROLES, (*ROLES, "$a"), ("$a",), ("$a", "$b"), ("piece", "$a", "$b")))
    return [random.choice(pool) for _ in range(count)]


def random_condition(random: Random, subject: str) -> Condition:
    attribute = random.choice(ATTRIBUTES)
    kind = random.random()
    if kind < 0.55:
        term: Term = Constant(random_value(random, attribute))
    elif kind < 0.75:
        term = EventField(random.choice(("side", "kind", "piece", "target", "amount")))
    else:
        term = Binding(random.choice(("x", "y")))
    return Condition(subject, attribute, term)


def random_value(random: Random, name: str) -> Value:
    """A random value of an attribute or field, mostly one that others of the same name have as well."""
    if random.random() < 0.1:
        return random.choice(VALUES)
    if name in ("side", "color"):
        return random.choice(("white", "black"))
    if name in ("player", "mark"):
        return random.random() < 0.7
    if name in ("hp", "amount"):
        return random.randrange(3)
    if name == "owner":
        return random.choice(ENTITIES)
    return random.choice(("a", "b", "c"))


def random_fact(random: Random) -> tuple[int, str, Value]:
    attribute = random.choice(ATTRIBUTES)
    return random.choice(ENTITIES), attribute, random_value(random, attribute)


def random_event(random: Random) -> dict[str, Value]:
    """An event with most of its fields present."""
    event: dict[str, Value] = {"event": random.randrange(1000)}
    for field in FIELDS:
        if random.random() < 0.8:
            event[field] = random_value(random, field)
    for role in ROLES:
        if random.random() < 0.9:
            event[role] = random.choice(ENTITIES) if random.random() < 0.97 else random.choice(VALUES)
    return event
