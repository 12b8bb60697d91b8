"""What presets remember: anything that JSON can say, kept so that nobody can change it unseen.

A kept value can be hashed: lists are tuples, mappings are frozen, in the order of their keys.
"""

from __future__ import annotations

import math
from typing import Any, Final, NoReturn

from rete_chess.errors import FactError

#: Lists and mappings inside one another, and whole numbers, beyond which no document can be read.
MAX_DEPTH: Final = 32
LARGEST: Final = 10**30

_EXPECTED: Final = "what JSON can say: texts, numbers, true, false, null, lists, mappings with texts as keys"


class FrozenDict(dict[str, Any]):
    """A mapping that stays as it is."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return FrozenDict, (dict(self),)

    def _refuse(self, *values: Any, **named: Any) -> NoReturn:
        raise TypeError("what a preset remembers is set as a whole")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse


def keep(value: Any, depth: int = 0) -> Any:
    """A value as it is kept; an error for whatever JSON cannot say."""
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    if isinstance(value, int) and abs(value) < LARGEST:
        return value
    if depth >= MAX_DEPTH:
        message = f"what a preset remembers is more than {MAX_DEPTH} lists and mappings deep"
        raise FactError("E_FACT_TYPE", message, expected=_EXPECTED)
    if isinstance(value, (list, tuple)):
        return tuple(keep(item, depth + 1) for item in value)
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return FrozenDict((key, keep(value[key], depth + 1)) for key in sorted(value))
    raise FactError("E_FACT_TYPE", "a preset cannot remember this", found=value, expected=_EXPECTED)


def plain(value: Any) -> Any:
    """A kept value as it was given, with lists and mappings of its own."""
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return {key: plain(item) for key, item in value.items()} if isinstance(value, dict) else value
