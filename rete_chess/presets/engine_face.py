"""The engine and its moves as the hooks of a Python preset see them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from rete_chess.facts.session import PresetState, Session


@dataclass(frozen=True)
class Move:
    """A move as hooks see it. Squares are numbers (a1 = 0), pieces entity ids, types words.

    Hooks take moves from what they are given or make them with `engine.move`.
    """

    piece_id: int
    piece_type: str
    from_square: int | None  # None: the piece comes from the hand
    to_square: int | None  # None: an act without a target
    promotion: str | None = None
    captured_id: int | None = None
    captured_type: str | None = None
    tag: str | None = None
    is_castle: bool = False
    is_en_passant: bool = False
    is_double_step: bool = False
    stays: bool = False  # captures without moving
    is_drop: bool = False
    act: str | None = None  # its id; then the squares are those of the actor and its target, if there are any

    @property
    def is_capture(self) -> bool:
        return self.captured_id is not None


class Damaged(NamedTuple):
    """The outcome of damage."""

    died: bool


class Use(Protocol):
    """An entry of the list of active presets."""

    @property
    def id(self) -> str: ...
    @property
    def scope(self) -> str: ...
    @property
    def turns_remaining(self) -> int | None: ...


class EngineFace(Protocol):
    """One game, seen from one active preset. Squares are names or numbers, pieces entity ids.

    While moves are asked for or the position is judged nothing may change; everywhere else every
    change is part of the move and is taken back with it.
    """

    # -- the preset itself
    @property
    def scope(self) -> str: ...
    @property
    def config(self) -> Mapping[str, Any]: ...
    @property
    def state(self) -> PresetState: ...

    # -- looking
    @property
    def session(self) -> Session: ...
    @property
    def turn(self) -> str: ...
    @property
    def is_imagined(self) -> bool:
        """Whether the move is only tried, to see whether it is legal."""
        ...

    @property
    def active_presets(self) -> Sequence[Use]: ...
    @property
    def effective_piece_attrs(self) -> tuple[str, ...]: ...
    @property
    def move_log(self) -> Sequence[Any]: ...
    def preset_state(self, preset: str) -> PresetState: ...
    def pieces(self, color: str | None = None) -> list[int]:
        """The pieces on the board, by id."""
        ...

    def piece_at(self, square: str | int) -> int | None: ...
    def square(self, name: str) -> int: ...
    def square_name(self, square: int) -> str: ...
    def in_check(self, color: str) -> bool: ...
    def move(
        self, piece_id: int, to: str | int, promotion: str | None = None, tag: str | None = None
    ) -> Move:
        """A move of a piece; whoever stands on the square would be captured."""
        ...

    # -- acting
    def spawn_piece(
        self,
        type: str,  # noqa: A002
        color: str,
        square: str | int,
        attributes: Mapping[str, Any] | None = None,
    ) -> int:
        """Put a new piece on the board at once, with some attributes as given, and return its id, 0 if the
        square is not free."""
        ...

    def deal_damage(
        self, target: int, amount: float, kind: str = "damage", attacker: int | None = None
    ) -> Damaged:
        """Hurt a piece at once, through all that absorbs damage."""
        ...

    def relocate_piece(self, piece_id: int, square: str | int) -> bool:
        """Move a piece to a free square at once, and return whether it got there."""
        ...

    def emit_effect(self, kind: str, square: str | int, ttl: int = 1000, data: object = None) -> None:
        """Show a visual effect to whoever watches, for some milliseconds, with whatever belongs to it."""
        ...

    def set_active_presets(self, requests: Iterable[Any]) -> None:
        """Let these presets, and no others, be in force when the move is over; the last list counts."""
        ...
