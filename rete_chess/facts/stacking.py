"""How the values of several sources become one: by sum, by union and so on. Each attribute has its way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any, Final


def _any_bit(values: Sequence[Any]) -> int:
    bits = 0
    for value in values:
        bits |= int(value)
    return bits


def _union(values: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(sorted({item for value in values for item in value}))


def _complement(values: Sequence[Any]) -> float:
    """1 - (1 - a)(1 - b)...; the factors are sorted, so that the order of the sources leaves no trace."""
    left: float = prod(sorted(1 - value for value in values))
    return max(0, 1 - left)


def _last(values: Sequence[Any]) -> Any:
    return values[-1]


SUM: Final = "sum"
#: The ways by name. Sources come in the order of their precedence, the highest last.
STACKINGS: Final[dict[str, Callable[[Sequence[Any]], Any]]] = {
    SUM: sum,
    "or": _any_bit,
    "union": _union,
    "complement": _complement,
    "highest precedence": _last,
}


def stack(way: str, values: Sequence[Any]) -> Any:
    """One value from those of all sources."""
    return STACKINGS[way](values)
