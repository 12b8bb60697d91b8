"""Rules as networks see them: equality joins between a stage's event, constants and piece facts.

A network rule is one document rule lowered. What is not an equality (comparisons, memberships) arrives
here as a derived fact that is true or absent; what is geometry stays a guard outside the network.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

#: What a network is told: ints within 2**53, bools and short texts, one type for each attribute.
Value = int | str | bool


class Constant(NamedTuple):
    """The fact's value must be this one."""

    value: Value


class EventField(NamedTuple):
    """The fact's value must equal a field of the stage's event, such as `side`."""

    field: str


class Binding(NamedTuple):
    """The first use of a name binds it to the fact's value, any later use must equal it."""

    name: str


Term = Constant | EventField | Binding


class Condition(NamedTuple):
    """One fact about one entity: subject, attribute and what its value must be.

    The subject is a role of the event (`piece`, `target`) or a variable (`$king`). A variable is
    bound by its first condition; all conditions of the variable speak of the same entity.
    """

    subject: str
    attribute: str
    term: Term


class NetworkRule(NamedTuple):
    """One rule of a program, lowered. Network rules are numbered in the total order of their program."""

    number: int
    stage: str
    event: tuple[tuple[str, Value], ...] = ()  # event fields that must equal a constant
    carrier: tuple[str, int] | None = None  # role of the event that must be this entity
    conditions: tuple[Condition, ...] = ()

    @property
    def variables(self) -> tuple[str, ...]:
        """The entity variables in the order of their first use."""
        return tuple(dict.fromkeys(c.subject for c in self.conditions if c.subject.startswith("$")))

    @property
    def fields(self) -> frozenset[str]:
        """The fields of an event that the rule looks at."""
        roles = {c.subject for c in self.conditions if not c.subject.startswith("$")}
        joined = {c.term.field for c in self.conditions if isinstance(c.term, EventField)}
        carrier = {self.carrier[0]} if self.carrier else set()
        return frozenset({name for name, _ in self.event} | roles | joined | carrier)


class Activation(NamedTuple):
    """A network rule whose conditions all hold, with the entities its variables stand for, in order."""

    number: int
    entities: tuple[int, ...]


def as_value(value: Any) -> Value:
    """A fact's value for a network."""
    if isinstance(value, (bool, str)):
        return value
    number: int = round(value * 1000)
    return number


# -- in words ---------------------------------------------------------------------------------------


def format_condition(condition: Condition, thresholds: Collection[str]) -> str:
    """What a network joins: `target.Hp > 0`, `$king.Color = event.side`."""
    subject, attribute, term = condition
    if attribute in thresholds:
        return f"{subject}.{attribute}"
    if isinstance(term, Constant):
        return f"{subject}.{attribute} = {format_constant(term.value)}"
    value = f"event.{term.field}" if isinstance(term, EventField) else f"<{term.name}>"
    return f"{subject}.{attribute} = {value}"


def format_constant(value: Value) -> str:
    """A constant as documents write it; networks are told thousandths."""
    if isinstance(value, bool):
        return str(value).lower()
    return value if isinstance(value, str) else f"{value / 1000:g}"
