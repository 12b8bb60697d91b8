"""The facts that actions speak of (`$piece.Hp`), which count as they were at the match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from rete_chess.facts.words.actions import Action, Log
from rete_chess.facts.words.patterns import PiecePattern, TilePattern
from rete_chess.facts.words.terms import Name, slots


def named_facts(actions: Sequence[Action]) -> tuple[Name, ...]:
    """Every fact of a bound entity that some action or its text names, once each."""
    return tuple(dict.fromkeys(name for action in actions for name in _names(action)))


def mentions_self(part: Any) -> bool:
    """Whether patterns speak of who carries them: by name or by one of its facts."""
    if isinstance(part, tuple):
        return any(mentions_self(item) for item in part)
    if isinstance(part, Name):
        return part.name == "self"
    if isinstance(part, (PiecePattern, TilePattern)) and part.entity == "self":
        return True
    return is_dataclass(part) and any(mentions_self(getattr(part, field.name)) for field in fields(part))


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
