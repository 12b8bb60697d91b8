"""Values as the networks keep them, and the error of a network that cannot take one."""

from __future__ import annotations

from typing import Final

from rete_chess.errors import ReteChessError
from rete_chess.facts.network_rules import Value


class NetworkError(ReteChessError):
    """Rules that a network cannot hold, a network that is not available, or one that failed."""


#: A value with its type in it: ints and texts stand for themselves, bools are halves.
Key = int | str | float

TRUE: Final = 0.5
FALSE: Final = -0.5

MAX_INT: Final = 2**53
MAX_TEXT: Final = 255


def key_of(value: Value) -> Key:
    """The key of a fact's value; anything but a bounded int, a short text or a bool is refused."""
    kind = type(value)
    if kind is bool:
        return TRUE if value else FALSE
    if kind is int and -MAX_INT <= value <= MAX_INT:  # type: ignore[operator]
        return value
    if kind is str and len(value) <= MAX_TEXT:  # type: ignore[arg-type]
        return value
    raise NetworkError(
        "E_NETWORK",
        "not a value for a network",
        found=value,
        expected=f"a bool, an int within {MAX_INT}, or a text of at most {MAX_TEXT} characters",
    )


def event_key(value: object) -> Key | None:
    """The key of an event's field; None for a field that is absent.

    Bounds do not matter here: a value beyond them equals no fact and no constant.
    """
    kind = type(value)
    if kind is int or kind is str or value is None:
        return value  # type: ignore[return-value]
    if kind is bool:
        return TRUE if value else FALSE
    raise NetworkError(
        "E_NETWORK", "not a value for an event", found=value, expected="a bool, an int or a text"
    )


def value_of(key: Key) -> Value:
    """The value that a key stands for."""
    if isinstance(key, float):
        return key > 0
    return key


def format_key(key: Key) -> str:
    """A key as people read it: `3`, `true`, `'rook'`."""
    if isinstance(key, float):
        return "true" if key > 0 else "false"
    return repr(key)
