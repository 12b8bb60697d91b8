"""Presets in Python: what documents cannot say. A preset is a class or object with some of the hooks.

`docs/preset-hooks.md` tells when each hook is asked, for whom, and what it may answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rete_chess.presets.registration import preset, register, register_all, registered
from rete_chess.registry import shown

if TYPE_CHECKING:
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
    from rete_chess.presets.engine_face import Damaged, EngineFace, Move
    from rete_chess.presets.preset import Preset

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
    "register_all",
    "registered",
    "win",
]

# A variant whose presets are documents asks no hook.
if not TYPE_CHECKING:
    __getattr__, __dir__ = shown(
        __name__,
        {
            **dict.fromkeys(("ONGOING", "Amount", "Consume", "Refuse", "draw", "win"), "answers"),
            **dict.fromkeys((name for name in __all__ if name.endswith("Context")), "contexts"),
            **dict.fromkeys(("Damaged", "EngineFace"), "engine_face"),
            "Move": "engine_face",
            "Preset": "preset",
        },
    )
