"""What a search is asked besides how long it may take, and what it answers."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final, NamedTuple

#: The value of a won game; a later win is worth less by the half-moves it takes.
WIN: Final = 1_000_000
#: Values beyond this are certain wins.
SURE: Final = WIN - 1000


class Question(NamedTuple):
    """What a search is asked: the best move of all or of some, or the best few, each with its line."""

    moves: Collection[int] | None = None  #: the moves to choose from; without them all that are legal
    lines: int = 1  #: how many moves are told after each depth
    mate: int | None = None  #: half-moves within which a win is looked for, whatever else is certain
    is_patient: bool = False  #: whether it goes deeper where only one move is left

    @property
    def enough(self) -> int:
        """The value beyond which there is no better to look for."""
        return SURE if self.mate is None else WIN - self.mate - 1

    def ends_at(self, values: Collection[int], moves: int) -> bool:
        """Whether a search may end with those values of its lines, where there are so many moves."""
        if moves == 1 and not self.is_patient:
            return True
        return all(value > self.enough or value < -SURE for value in values)


#: What a player asks.
USUAL: Final = Question()


class Thought(NamedTuple):
    """The result of a search: the move, its value for the side to move, the depth and the nodes.

    While the search goes on, the line that is expected too, and how far the search has come.
    """

    move: int
    value: int
    depth: int
    nodes: int
    line: tuple[int, ...] = ()
    rank: int = 1  # 1: the best move; 2: the best but one
    reached: int = 0  # the half-moves of the longest line that was looked at
    full: int = 0  # how much of the table is in use, in thousandths

    @property
    def wins_in(self) -> int | None:
        """The number of half-moves to a certain win, or None."""
        return WIN - self.value if self.value > SURE else None

    @property
    def loses_in(self) -> int | None:
        """The number of half-moves to a certain loss, or None."""
        return WIN + self.value if self.value < -SURE else None


#: Who hears what is found, line by line after each depth.
Listener = Callable[[Thought], None]
