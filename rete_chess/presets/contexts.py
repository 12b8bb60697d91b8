"""What hooks are given: one small frozen object each, with the engine as hooks may use it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rete_chess.core.results import Result
from rete_chess.facts.session import PresetState
from rete_chess.presets.engine_face import EngineFace, Move


@dataclass(frozen=True)
class HookContext:
    """What every context has: the engine, and through it what belongs to the preset itself."""

    engine: EngineFace

    @property
    def state(self) -> PresetState:
        """What the preset remembers; taken back with the moves, emptied when the preset ends."""
        return self.engine.state

    @property
    def scope(self) -> str:
        """For whom the preset is active: white, black or both."""
        return self.engine.scope

    @property
    def config(self) -> Mapping[str, Any]:
        """The preset's settings."""
        return self.engine.config


@dataclass(frozen=True)
class LifecycleContext(HookContext):
    """The preset begins or ends."""


@dataclass(frozen=True)
class BeforeMoveContext(HookContext):
    """A legal move is about to be made."""

    mover: str
    piece_id: int
    move: Move


@dataclass(frozen=True)
class CaptureHookContext(HookContext):
    """A piece is about to be captured."""

    mover: str
    attacker: int
    target: int
    move: Move


@dataclass(frozen=True)
class DamageHookContext(HookContext):
    """A piece is about to be hurt."""

    target: int
    amount: float
    kind: str
    attacker: int | None


@dataclass(frozen=True)
class PieceSpawnContext(HookContext):
    """A new piece stands on the board, with the attributes that documents give it."""

    piece_id: int


@dataclass(frozen=True)
class PieceRetractContext(HookContext):
    """A piece has died; it still holds its facts, but stands nowhere."""

    piece_id: int
    square: int
    kind: str


@dataclass(frozen=True)
class TurnAdvanceContext(HookContext):
    """A half-move was made; the count of this turn includes it."""

    mover: str
    half_moves_this_turn: int


@dataclass(frozen=True)
class MoveHookContext(HookContext):
    """A move was made and the turn has passed, unless that was vetoed."""

    mover: str
    piece_id: int
    move: Move


@dataclass(frozen=True)
class TurnStartContext(HookContext):
    """A side is about to begin its turn."""

    color: str


@dataclass(frozen=True)
class GameResultHookContext(HookContext):
    """The position is judged."""

    to_move: str


@dataclass(frozen=True)
class DescribeMoveEffectContext(HookContext):
    """The record of a move is written."""

    mover: str
    move: Move
    result: Result | None

    @property
    def moving_type(self) -> str:
        return self.move.piece_type

    @property
    def captured_type(self) -> str | None:
        return self.move.captured_type


@dataclass(frozen=True)
class SelfCheckFilterContext(HookContext):
    """Whether a colour may leave its royal pieces attacked."""

    color: str


@dataclass(frozen=True)
class RoyalContext(HookContext):
    """Who of a colour is royal."""

    color: str


@dataclass(frozen=True)
class FilterLegalMovesContext(HookContext):
    """All legal moves of a colour, as earlier presets left them."""

    color: str
    moves: tuple[Move, ...]
