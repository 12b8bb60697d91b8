"""DamageResistance: the part of all damage that never reaches a piece, before anything absorbs the rest."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import AfterValidator

from rete_chess.documents.language.values import Number
from rete_chess.documents.modelling.findings import refusal
from rete_chess.facts.vocabulary import round_number
from rete_chess.modifiers.kind import ModifierKind


def _is_part(value: float) -> float:
    if not 0 <= value <= 1:
        raise refusal("E_DOC_VALUE", expected="between 0 and 1")
    return value


KIND: Final = ModifierKind(
    id="DamageResistance",
    label="Resistance",
    value_schema=Annotated[Number, AfterValidator(_is_part)],
    stacking_rule="complement",
    type="number",
    least=0,
    most=1,
    stored=round_number,
    describe=lambda value: f"{value:.0%} less damage",
    ui_form={"control": "number", "min": 0, "max": 1, "step": 0.05},
)
