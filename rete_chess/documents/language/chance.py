"""Values that chance decides, in actions and where an attribute begins: `{roll: [1, 6]}`, `{pick: [a, b]}`.

Nowhere else: what a pattern asks has one answer, however often it is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Final

from pydantic import Field
from pydantic_core import InitErrorDetails

from rete_chess.documents.language.filter import MADE, MADE_OPTIONS, Count, Made, Sum
from rete_chess.documents.language.values import Number, Ref, Scaled, TextValue
from rete_chess.documents.modelling.alternatives import BOOLEAN, Shapes
from rete_chess.documents.modelling.findings import finding
from rete_chess.documents.modelling.model import DocumentModel
from rete_chess.documents.modelling.words import MAPPING, NUMBER, TEXT, Many

#: The widest span of a roll, which is also as far as it goes from 0.
WIDEST: Final = 1_000_000
#: The longest list to pick from.
MOST_CHOICES: Final = 64

PICK: Final = "The values, each as likely; one that stands there twice is twice as likely."

_Face = Annotated[int, Field(ge=-WIDEST, le=WIDEST)]
_Faces = Annotated[tuple[_Face, ...], Many(2, 2)]


class Roll(DocumentModel):
    """`{roll: [1, 6]}`: a whole number from the first to the second, each as likely."""

    roll: _Faces = Field(description="The least and the greatest number.")

    @classmethod
    def conflicts(cls, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
        faces = data.get("roll")
        if not isinstance(faces, list) or [type(face) for face in faces] != [int, int]:
            return
        least, most = faces
        if least >= most:
            message = f"nothing is left to chance from {least} to {most}"
            hint = "the least number comes first, the greatest second"
            yield finding("E_DOC_VALUE", ("roll",), message, hint=hint)
        elif most - least >= WIDEST:
            message = f"a roll has at most {WIDEST:,} outcomes, found {most - least + 1:,}"
            yield finding("E_DOC_VALUE", ("roll",), message)


class Pick(DocumentModel):
    """`{pick: [a, b, c]}`: one of these, each as likely."""

    pick: tuple[Any, ...] = Field(description=PICK)


_VALUE = "a text, a number, true, false or a reference such as $config.amount"
_Values = Annotated[
    str | int | float | bool | Ref, Shapes(_VALUE, {TEXT: TextValue, NUMBER: Number, BOOLEAN: bool})
]


class PickValue(Pick):
    """One of several values."""

    pick: Annotated[tuple[_Values, ...], Many(2, MOST_CHOICES)] = Field(description=PICK)


def drawn(pick: Any) -> Made:
    """The values made from others, or drawn, by their first key."""
    return Made("value", {**MADE, "roll": Roll, "pick": pick}, MADE_OPTIONS)


#: Any value, where to take one from, or a draw of one.
DrawnValue = Annotated[
    str | int | float | bool | Ref | Scaled | Count | Sum | Roll | PickValue,
    Shapes(
        _VALUE,
        {TEXT: TextValue, NUMBER: Number, BOOLEAN: bool, MAPPING: Annotated[Any, drawn(PickValue)]},
    ).named("DrawnValue"),
]
