"""The facts that actions speak of (`$piece.Hp`), which count as they were at the match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from rete_chess.facts.actions import Action, Log
from rete_chess.facts.templates import slots
from rete_chess.facts.terms import Name


def named_facts(actions: Sequence[Action]) -> tuple[Name, ...]:
    """Every fact of a bound entity that some action or its text names, once each."""
    return tuple(dict.fromkeys(name for action in actions for name in _names(action)))


def _names(part: Any) -> Iterator[Name]:
    if isinstance(part, Name):
        if part.attribute:
            yield part
    elif isinstance(part, Log):
        yield from (Name(name, attribute) for name, attribute in slots(part.text) if attribute)
    elif isinstance(part, tuple):
        for item in part:
            yield from _names(item)
    elif is_dataclass(part):
        for field in fields(part):
            yield from _names(getattr(part, field.name))
