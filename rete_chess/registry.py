"""Registries of named things with did-you-mean, and packages that show names before they import them."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Generic, TypeVar

from rete_chess.errors import NameLookupError, nearest


def shown(package: str, homes: Mapping[str, str]) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The `__getattr__` and `__dir__` of a package that shows names of its modules.

    A home is the module in which a name is found: `engine`, or `compiler:compile_document` where it is called
    otherwise there.
    """

    def __getattr__(name: str) -> Any:  # noqa: N807
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module, _, own_name = homes[name].partition(":")
        found = getattr(importlib.import_module(f"{package}.{module}"), own_name or name)
        setattr(sys.modules[package], name, found)
        return found

    def __dir__() -> list[str]:  # noqa: N807
        return sorted({*vars(sys.modules[package]), *homes})

    return __getattr__, __dir__


T = TypeVar("T")


class Registry(Generic[T]):
    """Named things of one kind, listed in the order of their names."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self._items: dict[str, T] = {}

    def register(self, name: str, item: T) -> T:
        """Add an item; a name is never taken twice."""
        if name in self._items:
            raise NameLookupError("E_DUPLICATE_NAME", f"{self.kind} {name!r} is registered already")
        self._items[name] = item
        return item

    def get(self, name: str) -> T:
        """The item of that name, or an error that names the nearest one."""
        try:
            return self._items[name]
        except KeyError:
            raise unknown_name(self.kind, name, self._items) from None

    def remove(self, name: str) -> None:
        """Take an item out again."""
        del self._items[name]

    def has(self, name: str) -> bool:
        return name in self._items

    def list(self) -> tuple[str, ...]:
        """All names, sorted."""
        return tuple(sorted(self._items))

    def __iter__(self) -> Iterator[T]:
        return (self._items[name] for name in self.list())

    def __len__(self) -> int:
        return len(self._items)


def unknown_name(kind: str, name: str, names: Collection[str]) -> NameLookupError:
    """The error for a name that is none of those known, with the nearest of them."""
    close = nearest(name, names)
    return NameLookupError(
        "E_UNKNOWN_NAME",
        f"unknown {kind}",
        found=name,
        expected="one of " + ", ".join(sorted(names)) if 0 < len(names) <= 40 else None,
        hint=f"did you mean {close!r}?" if close else None,
    )
