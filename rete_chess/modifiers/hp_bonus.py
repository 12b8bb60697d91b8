"""HpBonus: more hit points, or fewer. It moves the ceiling; what a piece has now never grows by it.

Where no preset gives hit points, a piece with a bonus has 1 and the bonus, and loses them as under piece-hp.
"""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import Field

from rete_chess.modifiers.kind import ModifierKind

LARGEST: Final = 100
#: The attribute whose ceiling is moved.
HP: Final = "Hp"

KIND: Final = ModifierKind(
    id="HpBonus",
    label="Hit points",
    value_schema=Annotated[int, Field(strict=True, ge=-LARGEST, le=LARGEST)],
    stacking_rule="sum",
    type="int",
    describe=lambda value: f"{value:+} HP",
    ui_form={"control": "number", "min": -LARGEST, "max": LARGEST, "step": 1},
    raises=HP,
    provides=frozenset((HP,)),
)
