"""What a process keeps in case it is asked for again: bounded in bytes, forgotten where nobody uses it.

Whoever puts something in says about how many bytes it holds. What is in use elsewhere is found for as long
as it is; of what nobody uses, the latest is kept up to the bound.
"""

from __future__ import annotations

from typing import Final, Generic, TypeVar
from weakref import WeakValueDictionary

#: The bytes that a step of work leaves behind, where it makes something that is kept.
PER_STEP: Final = 32
#: The bytes of a value of a document, with its place in the text and what is made of it.
PER_VALUE: Final = 640
#: The bytes of what is kept of one kind.
MOST_BYTES: Final = 24_000_000

Key = TypeVar("Key")
Value = TypeVar("Value")


class Keeper(Generic[Key, Value]):
    """Values by their keys, the latest used last. It has no lock, which a forked child might find shut:
    threads that meet here work something out twice at worst."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self.most = most
        self._latest: dict[Key, tuple[Value, int]] = {}

    @property
    def bytes(self) -> int:
        """About how many bytes are held for nobody else."""
        return sum([weight for _, weight in list(self._latest.values())])

    def get(self, key: Key) -> Value | None:
        """What is kept under a key, or None."""
        found = self._latest.pop(key, None)
        if found is None:
            return None
        self._latest[key] = found
        return found[0]

    def put(self, key: Key, value: Value, weight: int) -> None:
        """Keep a value of so many bytes; those that were not asked for longest make room.

        The newest stays however heavy it is: whoever has made it is about to ask for it again.
        """
        self._latest.pop(key, None)
        self._latest[key] = (value, weight)
        held = self.bytes
        while held > self.most and len(self._latest) > 1:
            oldest = next(iter(list(self._latest)), None)
            gone = None if oldest is None else self._latest.pop(oldest, None)
            if gone is None:
                return  # another thread was here
            held -= gone[1]

    def clear(self) -> None:
        """Forget everything."""
        self._latest.clear()


class SharingKeeper(Keeper[Key, Value]):
    """The same, which also finds what somebody still uses, however little room there is."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        super().__init__(most)
        self._used: WeakValueDictionary[Key, Value] = WeakValueDictionary()

    def get(self, key: Key) -> Value | None:
        found = super().get(key)
        return self._used.get(key) if found is None else found

    def put(self, key: Key, value: Value, weight: int) -> None:
        self._used[key] = value
        super().put(key, value, weight)

    def clear(self) -> None:
        super().clear()
        self._used.clear()
