"""Moves on one line, as people write them."""

from __future__ import annotations

import re
from typing import Final

#: `1.`, `12...`, also before a move without a space between.
_NUMBER: Final = re.compile(r"\A\d+\.+")


def parse_moves(text: str) -> tuple[str, ...]:
    """The moves of a line, in UCI or SAN, with spaces or commas between; numbers are left out."""
    words = (_NUMBER.sub("", word) for word in text.replace(",", " ").split())
    return tuple(filter(None, words))
