"""Dataclasses whose methods are made together with their first instance.

The methods of a dataclass are compiled from text, half a millisecond for each class. What rules can say
takes some sixty classes, of which a variant uses few and plain chess none. What is made is the dataclass
of the standard library, and no instance ever sees its class unmade, in any thread.
"""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

_LOCK: Final = threading.RLock()

#: Classes without an instance so far, and the options of their dataclass.
_unmade: dict[type, dict[str, Any]] = {}


def _declare(cls: type | None = None, /, **options: Any) -> type | Callable[[type], type]:
    """Like `dataclasses.dataclass`, for classes of which inner loops make no instances."""
    if cls is None:
        return partial(_declare, **options)  # type: ignore[return-value]

    def __new__(kind: type, *values: Any, **named: Any) -> Any:  # noqa: N807
        if cls in _unmade:
            _make(cls)
        return object.__new__(kind)

    _unmade[cls] = options
    cls.__new__ = __new__  # type: ignore[assignment]
    return cls


def _make(cls: type) -> None:
    """Make a class and those it inherits fields from; to other threads it is unmade until all is done."""
    with _LOCK:
        for kind in reversed(cls.__mro__):
            if kind in _unmade:
                dataclasses.dataclass(**_unmade[kind])(kind)
                del _unmade[kind]


if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    dataclass = _declare
