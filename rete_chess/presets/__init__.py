"""Presets in Python: what documents cannot say. A preset is a class or object with some of the hooks.

`docs/preset-hooks.md` tells when each hook is asked, for whom, and what it may answer.
"""

from __future__ import annotations

from rete_chess.presets.answers import ONGOING, Amount, Consume, Refuse, draw, win
from rete_chess.presets.contexts import (
    BeforeMoveContext,
    CaptureHookContext,
    DamageHookContext,
    DescribeMoveEffectContext,
    FilterLegalMovesContext,
    GameResultHookContext,
    HookContext,
    LifecycleContext,
    MoveHookContext,
    PieceRetractContext,
    PieceSpawnContext,
    RoyalContext,
    SelfCheckFilterContext,
    TurnAdvanceContext,
    TurnStartContext,
)
from rete_chess.presets.engine_face import Damaged, EngineFace
from rete_chess.presets.moves import Move
from rete_chess.presets.preset import Preset
from rete_chess.presets.registration import preset, register, registered

__all__ = [
    "ONGOING",
    "Amount",
    "BeforeMoveContext",
    "CaptureHookContext",
    "Consume",
    "DamageHookContext",
    "Damaged",
    "DescribeMoveEffectContext",
    "EngineFace",
    "FilterLegalMovesContext",
    "GameResultHookContext",
    "HookContext",
    "LifecycleContext",
    "Move",
    "MoveHookContext",
    "PieceRetractContext",
    "PieceSpawnContext",
    "Preset",
    "Refuse",
    "RoyalContext",
    "SelfCheckFilterContext",
    "TurnAdvanceContext",
    "TurnStartContext",
    "draw",
    "preset",
    "register",
    "registered",
    "win",
]
