"""What authors look for and the language does not have, each with what can be written instead."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rete_chess.synonyms import squeezed, written_for

#: The advice, and the words that ask for it, without capitals, hyphens and underscores.
_INSTEAD: Final[dict[str, str]] = {
    "nobody drops pieces; a rule may `spawn` them": (
        "drop drops pocket pockets hand hands reserve reserves holding holdings crazyhouse"
    ),
    "nobody may pass; `extra-move` gives a move more": "pass passes passing canpass mustpass allowpass skip",
    "write a rule for each case, or `{in: [a, b]}` for the values of one key": "or anyof oneof either",
    "all patterns of a list must hold as it is": "and allof",
    "write a second rule with `not`, or give both rules the same `choice`": "else otherwise",
    "nothing is left to chance; `config` holds what differs from game to game": (
        "random randomly chance probability odds dice roll shuffle"
    ),
    "both players see the whole board": "hidden fog fogofwar visible invisible dark secret",
    "every square of the board is there; the tile wall closes one": "holes gaps missing shape mask",
}


def instead_of(word: str, names: Iterable[str]) -> str | None:
    """What to write instead of something that cannot be said, or None; often one of the names is meant."""
    plain = squeezed(word[:80])
    if any(written_for(plain, set(names))):
        return None
    return next((advice for advice, words in _INSTEAD.items() if plain in words.split()), None)
