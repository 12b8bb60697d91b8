"""What a room answers to one input: entries to be stored, then messages to be sent and things to be done."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any, Final

from rete_chess.errors import ReteChessError
from rete_chess.server.room.bot import Think
from rete_chess.server.room.entries import Entry
from rete_chess.server.room.state import SIDES, State
from rete_chess.server.wire.base import ServerMessage

#: Whatever tells one socket from another.
Socket = Hashable


@dataclass(frozen=True)
class Send:
    """A message for some sockets."""

    sockets: tuple[Socket, ...]
    message: ServerMessage


@dataclass(frozen=True)
class Head:
    """What is known of a room without waking it."""

    code: str
    mode: str
    variant: str
    name: str
    is_private: bool
    seats: dict[str, bool]
    moves: int
    result: dict[str, Any] | None
    created_at: int
    player_at: int
    number: int  # of the last entry
    tokens: dict[str, str]  # the hash of the key of each seat that has one
    deadlines: dict[str, int]  # when something happens by itself, and what


def head_of(state: State) -> Head:
    """What is known of a room without waking it."""
    variant = state.game.variant
    return Head(
        state.code,
        state.mode,
        variant["id"],
        variant["name"],
        state.is_private,
        {side: state.seats[side].is_taken for side in SIDES},
        state.game.ply,
        state.game.result,
        state.created_at,
        state.player_at,
        state.number,
        {side: seat.token for side, seat in state.seats.items() if seat.token is not None},
        state.deadlines,
    )


@dataclass(frozen=True)
class Opened:
    """Another room that was made beside this one, asleep: its entries, and its head."""

    head: Head
    entries: tuple[Entry, ...]


@dataclass
class Outcome:
    """The answer of a room. Nothing of it may be sent or done before all entries are stored, those of
    `opened` in the same transaction."""

    entries: list[Entry] = field(default_factory=list)
    sends: list[Send] = field(default_factory=list)
    closes: list[Socket] = field(default_factory=list)
    think: Think | None = None
    opened: Opened | None = None


def told_code(code: str) -> str:
    """The code by which those in a room hear of an error; limits of the work of a move are one to them."""
    return _TOLD_CODES.get(code, code)


#: The codes that are told by another one.
_TOLD_CODES: Final = {"E_EVENT_BUDGET": "E_BUDGET"}


class RoomError(ReteChessError):
    """A message that a room refuses; nothing has changed.

    `is_overtaken`: the sender spoke of a state that is gone, and gets the one that is there.
    """

    def __init__(
        self,
        code: str,
        message: str,
        *,
        hint: str | None = None,
        expected: str | None = None,
        found: object = None,
        is_overtaken: bool = False,
        problems: tuple[dict[str, Any], ...] = (),
        reason: dict[str, Any] | None = None,
    ) -> None:
        self.is_overtaken = is_overtaken
        self.found_problems = problems  # as data
        self.reason = reason
        super().__init__(code, message, hint=hint, expected=expected, found=found)
