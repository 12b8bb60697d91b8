"""What games keep of given values: anything that JSON can say, kept so that nobody can change it unseen.

A kept value can be hashed: lists are tuples, mappings are frozen, in the order of their keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NoReturn

from rete_chess.core.values import FORBIDDEN, bounded
from rete_chess.errors import FactError

#: Lists and mappings inside one another, the characters of a text, the items of a list or mapping, and all
#: values together, beyond which nothing is kept.
MAX_DEPTH: Final = 32
MAX_TEXT: Final = 4_000
MAX_ITEMS: Final = 1_000
MAX_VALUES: Final = 5_000

_EXPECTED: Final = "what JSON can say: texts, numbers, true, false, null, lists, mappings with texts as keys"


class FrozenDict(dict[str, Any]):
    """A mapping that stays as it is."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return FrozenDict, (dict(self),)

    def _refuse(self, *values: Any, **named: Any) -> NoReturn:
        raise TypeError("what a game keeps is set as a whole")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse


def keep(value: Any) -> Any:
    """A value as it is kept; an error for whatever JSON cannot say, and for what is too large."""
    return _Keeping().keep(value)


class _Keeping:
    """The keeping of one value: how deep it goes, and how much of it there is so far."""

    def __init__(self) -> None:
        self.depth = self.values = 0

    def keep(self, value: Any) -> Any:
        self.values += 1
        if self.values > MAX_VALUES:
            _refuse(f"{MAX_VALUES} values")
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, str):
            if len(value) > MAX_TEXT:
                _refuse(f"{MAX_TEXT} characters of a text")
            if FORBIDDEN.search(value):
                raise FactError("E_FACT_TYPE", "no save holds this text", found=value, expected=_EXPECTED)
            return value
        if isinstance(value, (int, float)):
            return bounded(value, "the number")
        return self._inside(value)

    def _inside(self, value: Any) -> Any:
        if self.depth >= MAX_DEPTH:
            _refuse(f"{MAX_DEPTH} lists and mappings inside one another")
        if isinstance(value, (list, tuple, dict)) and len(value) > MAX_ITEMS:
            _refuse(f"{MAX_ITEMS} items of a list or mapping")
        self.depth += 1
        try:
            if isinstance(value, (list, tuple)):
                return tuple(self.keep(item) for item in value)
            if isinstance(value, dict) and all(isinstance(key, str) for key in value):
                return FrozenDict((self.keep(key), self.keep(value[key])) for key in sorted(value))
        finally:
            self.depth -= 1
        raise FactError("E_FACT_TYPE", "a game cannot keep this", found=value, expected=_EXPECTED)


def _refuse(limit: str) -> NoReturn:
    raise FactError("E_FACT_RANGE", "a game cannot keep so much", expected=f"at most {limit}")


def keep_all(values: Mapping[str, Any]) -> dict[str, Any]:
    """Attributes by name, each value as it is kept."""
    if not isinstance(values, Mapping):
        raise FactError("E_FACT_TYPE", "attributes are given by name", found=values, expected="a mapping")
    return {name: keep(value) for name, value in values.items()}


def plain(value: Any) -> Any:
    """A kept value as it was given, with lists and mappings of its own."""
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return {key: plain(item) for key, item in value.items()} if isinstance(value, dict) else value
