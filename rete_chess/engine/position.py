"""A position of a game as it was judged when the game came to it."""

from __future__ import annotations

from typing import NamedTuple

from rete_chess.core.results import Result


class Position(NamedTuple):
    """A position: its key without its history, its legal moves, and how the game ends in it, if it does."""

    key: int
    legal: list[int]
    result: Result | None = None


class Departure(NamedTuple):
    """A position that a move was played in, and the length of the journal then: the way back to it."""

    position: Position
    length: int
