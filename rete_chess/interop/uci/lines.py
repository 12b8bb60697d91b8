"""What a program says by UCI: lines read into values. What is misspelt is left out, as the protocol asks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

#: What may stand behind `go` with a number, a time in milliseconds or a count.
_NUMBERS: Final = {
    "wtime": "times",
    "btime": "times",
    "winc": "times",
    "binc": "times",
    "movestogo": "count",
    "movetime": "times",
    "nodes": "count",
    "depth": "count",
    "mate": "count",
    "perft": "count",
}
_FLAGS: Final = ("infinite", "ponder")
_MOVES: Final = "searchmoves"
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,15}")

_OPTION: Final = re.compile(r"\s*name\s+(?P<name>.+?)(?:\s+value(?:\s+(?P<value>.*?))?)?\s*", re.DOTALL)


@dataclass(frozen=True)
class Go:
    """The command `go`: times in milliseconds, everything else as it was said."""

    wtime: int | None = None
    btime: int | None = None
    winc: int | None = None
    binc: int | None = None
    movestogo: int | None = None
    movetime: int | None = None
    nodes: int | None = None
    depth: int | None = None
    mate: int | None = None
    perft: int | None = None
    infinite: bool = False
    ponder: bool = False
    moves: tuple[str, ...] | None = None

    @property
    def is_timed(self) -> bool:
        """Whether a clock decides how long to search."""
        return not self.infinite and any(
            given is not None for given in (self.wtime, self.btime, self.movetime)
        )


def parse_go(words: Sequence[str]) -> Go:
    """The command of the words behind `go`."""
    given: dict[str, int | bool] = {}
    moves: list[str] | None = None
    place = 0
    while place < len(words):
        word = words[place]
        place += 1
        if word in _FLAGS:
            given[word] = True
        elif word in _NUMBERS and place < len(words) and _NUMBER.fullmatch(words[place]):
            number = int(words[place])
            given[word] = number if _NUMBERS[word] == "times" else max(word != "perft", number)
            place += 1
        elif word == _MOVES:
            moves = moves or []
            while place < len(words) and words[place] not in _NUMBERS and words[place] not in _FLAGS:
                moves.append(words[place])
                place += 1
    return Go(**given, moves=tuple(moves) if moves else None)  # type: ignore[arg-type]


@dataclass(frozen=True)
class Position:
    """The command `position`: a FEN, or None for the first position, and the moves since."""

    fen: str | None
    moves: tuple[str, ...]


def parse_position(words: Sequence[str]) -> Position | None:
    """The command of the words behind `position`, or None if it names no position."""
    if not words or words[0] not in ("startpos", "fen"):
        return None
    end = words.index("moves") if "moves" in words else len(words)
    moves = tuple(words[end + 1 :])
    return Position(" ".join(words[1:end]) if words[0] == "fen" else None, moves)


@dataclass(frozen=True)
class Setting:
    """The command `setoption`: a name as it was written, and a value."""

    name: str
    value: str


def parse_setting(rest: str) -> Setting | None:
    """The command of the text behind `setoption`, or None if it names no option."""
    found = _OPTION.fullmatch(rest)
    return None if found is None else Setting(" ".join(found["name"].split()), found["value"] or "")
