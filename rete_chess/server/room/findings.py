"""What a game has to say to its room: what a move did, and why rules cannot come into force."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from rete_chess import serial
from rete_chess.errors import ReteChessError, problems_in

Json = dict[str, Any]

#: What is other where nothing is.
NO_CHANGES: Final[Json] = {"pieces": {}, "tiles": {}, "facts": []}


@dataclass(frozen=True)
class Dropped:
    """Why rules cannot come into force: a code, a sentence, and all that was found."""

    code: str
    message: str
    hint: str | None = None
    problems: tuple[Any, ...] = ()

    @classmethod
    def by(cls, error: ReteChessError) -> Dropped:
        """The finding of an error."""
        problems = tuple(map(serial.problem_data, problems_in(error)))
        return cls(error.code, error.message, error.hint, problems)

    def to_json(self) -> Json:
        """The finding as the fields of a refusal."""
        said = {"code": self.code, "message": self.message, "hint": self.hint, "problems": [*self.problems]}
        return {key: value for key, value in said.items() if value}


@dataclass(frozen=True)
class Played:
    """What a move did, as far as a room has to know."""

    side: str
    has_flipped: bool
    record: Json  # the move and all that came of it, as messages tell it
    has_new_presets: bool  # whether some ended or began by themselves
    is_swap: bool  # whether profiles waited for it
    dropped: Dropped | None  # why they did not come into force
    seen: Mapping[str, Json]  # the record as viewers are told it from whom something is hidden
