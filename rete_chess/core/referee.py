"""Who decides about moves where no table can: the core asks, and knows nothing of the reasons."""

from __future__ import annotations

from typing import Any, Protocol


class Referee(Protocol):
    """What takes the place of the movement tables and of the lawbook's royal pieces on a board."""

    def moves(self, board: Any) -> list[int]:
        """All legal moves of the side to move, whether or not the game has ended."""
        ...

    def attackers(self, board: Any, square: int, by: int) -> list[int]:
        """The squares of all pieces of colour `by` that attack a square, in order."""
        ...

    def royal_squares(self, board: Any, color: int) -> list[int]:
        """Where the royal pieces of a side stand that can be attacked at all."""
        ...

    def guards_check(self, board: Any, color: int) -> bool:
        """Whether a side may not leave its royal pieces attacked."""
        ...
