"""RangeBonus: each direction of a piece may be repeated more often; longer lines, never shorter ones."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import Field

from rete_chess.modifiers.kind import ModifierKind

LONGEST: Final = 7

KIND: Final = ModifierKind(
    id="RangeBonus",
    label="Range",
    value_schema=Annotated[int, Field(strict=True, ge=-100, le=100)],
    stacking_rule="sum",
    type="int",
    least=0,
    most=LONGEST,
    describe=lambda value: f"{value:+} range",
    ui_form={"control": "number", "min": 0, "max": LONGEST, "step": 1},
)
