"""What messages show in short: values of any size and depth, and the names of shipped files."""

from __future__ import annotations

import os
from itertools import islice
from reprlib import Repr
from typing import Any, Final


class _Brief(Repr):
    """`repr` that stops at so many items, levels and digits; mappings stay in their order."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 8
        self.maxstring = self.maxother = 1000
        self.maxlist = self.maxtuple = self.maxset = self.maxfrozenset = self.maxdict = 200

    def repr_int(self, value: int, level: int) -> str:
        return repr(value) if value.bit_length() < 200 else "<a whole number of more than 60 digits>"

    def repr_dict(self, value: dict[Any, Any], level: int) -> str:
        if level <= 0:
            return "{...}"
        pairs = (
            f"{self.repr1(key, level - 1)}: {self.repr1(value[key], level - 1)}"
            for key in islice(value, self.maxdict)
        )
        return f"{{{', '.join(pairs)}}}"


_BRIEF: Final = _Brief()


def brief(value: object) -> str:
    """The `repr` of a value, cut where it is deep or long."""
    return _BRIEF.repr(value)


def portable(value: object, depth: int = 4) -> object:
    """A value that can be sent to another process: plain data as it is, whatever else as its `repr`."""
    if value is None or type(value) in (str, int, float, bool):
        return value
    if depth and type(value) is list:
        return [portable(item, depth - 1) for item in value]
    if depth and type(value) is tuple:
        return tuple(portable(item, depth - 1) for item in value)
    if depth and type(value) is dict:
        return {portable(key, 0): portable(item, depth - 1) for key, item in value.items()}
    return str(value) if isinstance(value, str) else brief(value)


_PACKAGE = os.path.dirname(os.path.realpath(__file__))
#: The data folders with the places where they may lie.
_SHIPPED: Final = tuple(
    (name, os.path.join(place, name, ""))
    for place in (os.path.join(_PACKAGE, "data"), os.path.dirname(_PACKAGE))
    for name in ("descriptors", "rules", "schemas")
)


def shipped_name(text: str) -> str:
    """A text that names shipped documents as `descriptors/…` and `rules/…`, wherever they are installed."""
    for name, place in _SHIPPED:
        text = text.replace(place, f"{name}/")
    return text
