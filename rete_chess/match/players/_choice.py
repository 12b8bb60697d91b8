"""Players by name: `random`, `greedy`, `search`, `search:2s`, `search:500n`."""

from __future__ import annotations

import re
from typing import Final

from rete_chess.errors import NameLookupError, nearest
from rete_chess.match.players._player import GreedyPlayer, Player, RandomPlayer, SearchPlayer
from rete_chess.match.players.limits import Limits

NAMES: Final = ("random", "greedy", "search")
#: How people and error messages write the choices.
FORMS: Final = "random, greedy, search, search:2s (seconds), search:500n (positions), search:4d (half-moves)"

_LIMIT = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,3})?)(s|n|d)")


def parse_player(text: str, seed: int = 0) -> Player:
    """The player that a text names."""
    name, _, limit = text.partition(":")
    if name not in NAMES or (limit and name != "search"):
        close = nearest(name, NAMES)
        hint = f"did you mean {close!r}?" if close and close != name else None
        raise NameLookupError("E_UNKNOWN_NAME", "unknown player", found=text, expected=FORMS, hint=hint)
    if name == "random":
        return RandomPlayer(seed)
    if name == "greedy":
        return GreedyPlayer(seed)
    return SearchPlayer(parse_limits(limit) if ":" in text else Limits(), seed)


def parse_limits(text: str) -> Limits:
    """The limits of a search: `2s`, `0.5s`, `500n` or `4d`."""
    found = _LIMIT.fullmatch(text)
    number = float(found[1]) if found else 0.0
    if found is None or number <= 0 or (found[2] != "s" and not number.is_integer()):
        raise NameLookupError(
            "E_UNKNOWN_NAME", "not a limit of a search", found=text, expected="such as 2s, 500n or 4d"
        )
    if found[2] == "s":
        return Limits(seconds=number)
    return Limits(nodes=int(number)) if found[2] == "n" else Limits(depth=int(number))
