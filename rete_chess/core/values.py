"""Values that games keep: numbers, whole or with three places, within a bound, and texts that can be read."""

from __future__ import annotations

import re
from math import isfinite
from typing import Final

from rete_chess.errors import FactError

#: The largest number that a document says or a game keeps, either sign; thousandths of it still fit every
#: network, and every save.
LARGEST: Final = 1_000_000_000

#: What no document and no kept text holds: control characters, surrogates, non-characters and a stray BOM.
FORBIDDEN: Final = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufeff\ufffe\uffff]"
)


def round_number(value: float) -> int | float:
    """A number rounded to thousandths; whole numbers are ints. There is none for infinities and NaN."""
    if value.__class__ is int:
        return value
    if not isfinite(value):
        raise _beyond("a number", value)
    rounded = round(value, 3)
    return int(rounded) if rounded == int(rounded) else rounded


def bounded(number: float, what: str) -> int | float:
    """The number itself; an error that says of what it is where it is beyond the bound."""
    if -LARGEST <= number <= LARGEST:
        return number
    raise _beyond(what, number)


def clamped(number: float) -> int | float:
    """The number, or the bound beyond which it is."""
    return number if -LARGEST <= number <= LARGEST else max(-LARGEST, min(number, LARGEST))


def _beyond(what: str, found: float) -> FactError:
    return FactError(
        "E_FACT_RANGE",
        f"{what} is beyond what a game keeps",
        found=found,
        expected=f"at most {LARGEST:,} either way",
        hint="give the attribute a `max`, or let the rule stop",
    )
