"""The contexts that hooks are given: one small frozen object each, with the engine as hooks may use it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rete_chess.core.results import Result
from rete_chess.facts.session import PresetState
from rete_chess.presets.engine_face import EngineFace, Move


@dataclass(frozen=True)
class HookContext:
    """The base of all contexts: the engine, and the state, scope and settings of the preset."""

    engine: EngineFace

    @property
    def state(self) -> PresetState:
        """The state of the preset; it is taken back with moves and emptied when the preset ends."""
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
    """The context of a preset that begins or ends."""


@dataclass(frozen=True)
class BeforeMoveContext(HookContext):
    """The context of a legal move that is about to be made."""

    mover: str
    piece_id: int
    move: Move


@dataclass(frozen=True)
class CaptureHookContext(HookContext):
    """The context of a piece that is about to be captured."""

    mover: str
    attacker: int
    target: int
    move: Move


@dataclass(frozen=True)
class DamageHookContext(HookContext):
    """The context of a piece that is about to take damage."""

    target: int
    amount: float
    kind: str
    attacker: int | None


@dataclass(frozen=True)
class PieceSpawnContext(HookContext):
    """The context of a new piece on the board, with the attributes that documents give it."""

    piece_id: int


@dataclass(frozen=True)
class PieceRetractContext(HookContext):
    """The context of a piece that has died: it still has its facts, but no square."""

    piece_id: int
    square: int
    kind: str


@dataclass(frozen=True)
class TurnAdvanceContext(HookContext):
    """The context of a half-move that was made; the count of this turn includes it."""

    mover: str
    half_moves_this_turn: int


@dataclass(frozen=True)
class MoveHookContext(HookContext):
    """The context of a move that was made; the turn has passed, unless that was vetoed."""

    mover: str
    piece_id: int
    move: Move


@dataclass(frozen=True)
class TurnStartContext(HookContext):
    """The context of a side that is about to begin its turn."""

    color: str


@dataclass(frozen=True)
class GameResultHookContext(HookContext):
    """The context of a position that is judged."""

    to_move: str


@dataclass(frozen=True)
class DescribeMoveEffectContext(HookContext):
    """The context of the record of a move that is written."""

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
    """The context of the question whether a colour may leave its royal pieces attacked."""

    color: str


@dataclass(frozen=True)
class RoyalContext(HookContext):
    """The context of the question which pieces of a colour are royal."""

    color: str


@dataclass(frozen=True)
class FilterLegalMovesContext(HookContext):
    """The context of the legal moves of a colour, as earlier presets left them."""

    color: str
    moves: tuple[Move, ...]
