"""The entries of a board's journal: moves of the core, and all other changes, each with its way back.

A move is a bare tuple, because the core makes and unmakes millions of them; everybody else reads it as a
`Made`. Any other entry is an instance of a class of its own, next to the function that makes the change.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, Protocol

from rete_chess.core.moves import Exposed
from rete_chess.core.reach import Reach

#: A move as `Board.make` writes it down: the fields of `Made`, in their order.
Step = tuple[int, Reach | None, Reach | None, int, int, int, Exposed | None, int, int, int, int, int, int]


class Made(NamedTuple):
    """A move that the core has made, and the state of the board before it."""

    code: int
    reach: Reach | None  # who moved, before the move; None: nobody, by an act of a side
    victim: Reach | None
    place: int  # the victim's square
    entity: int  # of the victim, or of the partner in castling; 0: neither
    castling: int
    exposed: Exposed | None
    clock: int
    key: int
    turn: int
    half_moves: int  # of the turn
    mover: int  # the entity of who moved
    lost: int  # who had lost a royal piece; kept of captures alone, which nothing else can change


class Change(Protocol):
    """Any other change of a board."""

    @property
    def entity(self) -> int:
        """The entity that has changed; 0: the game."""

    @property
    def what(self) -> str:
        """What of it has changed: an attribute, `PLACE`, `ALL`, or nothing that has a name."""

    def undo(self, board: Any) -> None:
        """Take the change back on the board, which is as the change left it."""


JournalEntry = Step | Change

#: What of an entity a change concerns, beside the names of attributes: its place, or all of it.
PLACE: Final = "Position"
ALL: Final = "*"


#: Makes a named tuple without the detour of its keywords: entries are made and read at every move.
new = tuple.__new__
