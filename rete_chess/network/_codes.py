"""Values as ints, so that the C core joins ints only and types never mix.

4n stands for the int n, 1 and 5 for false and true, 4t+2 for the t-th text; an int too large for
that is numbered like a text. 3 is the code of nothing and equals no value's code.
"""

from __future__ import annotations

from typing import Final

from rete_chess.network._values import FALSE, TRUE, Key

NOTHING: Final = 3

#: Ints beyond this are numbered, so that no code exceeds what the core is known to hold.
SMALL: Final = 2**50


class Codes:
    """The texts that have been numbered so far; everything else needs no table."""

    def __init__(self, numbered: dict[Key, int] | None = None) -> None:
        self._numbered: dict[Key, int] = {TRUE: 5, FALSE: 1} if numbered is None else numbered

    def find(self, key: Key | None) -> int:
        """The code of a value, NOTHING for one that was never numbered."""
        if type(key) is int and -SMALL < key < SMALL:
            return 4 * key
        if key is None:
            return NOTHING
        return self._numbered.get(key, NOTHING)

    def code(self, key: Key) -> int:
        """The code of a value; a new text is numbered."""
        code = self.find(key)
        if code == NOTHING:
            code = self._numbered[key] = 4 * len(self._numbered) + 2
        return code

    def copy(self) -> Codes:
        return Codes(self._numbered.copy())
