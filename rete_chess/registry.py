"""A name → object table with did-you-mean. It knows nothing of what it holds."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Generic, TypeVar

from rete_chess.errors import NameLookupError, nearest

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
