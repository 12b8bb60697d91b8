"""Values as networks take them: whole thousandths instead of numbers."""

from __future__ import annotations

from typing import Any

from rete_chess.facts.hooks import Value


def as_value(value: Any) -> Value:
    """A fact's value for a network."""
    if isinstance(value, (bool, str)):
        return value
    number: int = round(value * 1000)
    return number
