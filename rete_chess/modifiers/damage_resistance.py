"""DamageResistance: the part of all damage that never reaches a piece, before anything absorbs the rest."""

from __future__ import annotations

from typing import Annotated, Final

from rete_chess.core.values import round_number
from rete_chess.documents.language.values import Within
from rete_chess.modifiers.kind import ModifierKind

KIND: Final = ModifierKind(
    id="DamageResistance",
    label="Resistance",
    value_schema=Annotated[int | float, Within(0, 1)],
    stacking_rule="complement",
    type="number",
    least=0,
    most=1,
    stored=round_number,
    describe=lambda value: f"{value:.0%} less damage",
    ui_form={"control": "number", "min": 0, "max": 1, "step": 0.05},
)
