"""Whether values are of the types that the parts of programs are declared with."""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final

Check = Callable[[Any], bool]


@cache
def check_of(hint: Any) -> Check:
    """The check of a type as annotations say it. True is no number, and a tuple no list."""
    if hint is Any:
        return lambda value: True
    if hint is None or hint is type(None):
        return lambda value: value is None
    if hint in _EXACT:
        kinds = _EXACT[hint]
        return lambda value: type(value) in kinds
    origin = typing.get_origin(hint)
    if origin in (typing.Union, types.UnionType):
        cases = [check_of(case) for case in typing.get_args(hint)]
        return lambda value: any(case(value) for case in cases)
    if origin in _BOXES:
        return _BOXES[origin](*typing.get_args(hint))
    if getattr(hint, "_is_protocol", False):
        names = typing.get_type_hints(hint).keys() | {name for name in vars(hint) if not name.startswith("_")}
        return lambda value: all(hasattr(value, name) for name in names)
    return lambda value: isinstance(value, hint)


def _tuple(*items: Any) -> Check:
    if len(items) == 2 and items[1] is Ellipsis:
        return _each(tuple, items[0])
    checks = [check_of(item) for item in items]

    def fits(value: Any) -> bool:
        is_long = type(value) is tuple and len(value) == len(checks)
        return is_long and all(check(item) for check, item in zip(checks, value))

    return fits


def _each(kind: Any, item: Any) -> Check:
    check = check_of(item)
    return lambda value: isinstance(value, kind) and all(map(check, value))


def _mapping(key: Any, item: Any) -> Check:
    is_key, is_item = check_of(key), check_of(item)
    return lambda value: type(value) is dict and all(map(is_key, value)) and all(map(is_item, value.values()))


def _function(*_: Any) -> Check:
    return callable


_EXACT: Final[dict[Any, tuple[type, ...]]] = {str: (str,), bool: (bool,), int: (int,), float: (float, int)}
_BOXES: Final[dict[Any, Callable[..., Check]]] = {
    tuple: _tuple,
    list: lambda item: _each(list, item),
    frozenset: lambda item: _each(frozenset, item),
    **dict.fromkeys((Sequence, Iterable), lambda item: _each((tuple, list), item)),
    dict: _mapping,
    Mapping: _mapping,
    Callable: _function,
}
