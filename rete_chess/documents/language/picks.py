"""Draws of numbers, piece types, sides and squares, and the values of actions with them."""

from __future__ import annotations

from typing import Annotated, Any, Final

from pydantic import Field

from rete_chess.documents.language.chance import MOST_CHOICES, PICK, Pick, Roll, drawn
from rete_chess.documents.language.filter import Count, Sum
from rete_chess.documents.language.values import (
    Number,
    Opponent,
    OwnerName,
    OwnerValue,
    Ref,
    Scaled,
    SquareValue,
    TypeValue,
    ref_or,
)
from rete_chess.documents.modelling.alternatives import Heads, Shapes
from rete_chess.documents.modelling.words import MAPPING, NUMBER, TEXT, Many

_NUMBER: Final = "a number or a reference such as $config.amount"
_Numbers = Annotated[int | float | Ref, Shapes(_NUMBER, {NUMBER: Number, TEXT: ref_or(_NUMBER)})]


class PickNumber(Pick):
    """One of several numbers."""

    pick: Annotated[tuple[_Numbers, ...], Many(2, MOST_CHOICES)] = Field(description=PICK)


class PickType(Pick):
    """One of several piece types."""

    pick: Annotated[tuple[TypeValue, ...], Many(2, MOST_CHOICES)] = Field(description=PICK)


class PickOwner(Pick):
    """One of the sides, or nobody."""

    pick: Annotated[tuple[OwnerValue, ...], Many(2, MOST_CHOICES)] = Field(description=PICK)


class PickSquare(Pick):
    """One of several squares."""

    pick: Annotated[tuple[SquareValue, ...], Many(2, MOST_CHOICES)] = Field(description=PICK)


#: A number, where to take one from, or a draw of one.
DrawnAmount = Annotated[
    int | float | Ref | Scaled | Count | Sum | Roll | PickNumber,
    Shapes(
        _NUMBER,
        {NUMBER: Number, TEXT: ref_or(_NUMBER), MAPPING: Annotated[Any, drawn(PickNumber)]},
    ).named("DrawnAmount"),
]

_TYPE: Final = "a piece type, a reference, or a draw such as {pick: [knight, bishop]}"
#: A piece type, where to take one from, or a draw of one.
DrawnType = Annotated[
    str | Ref | PickType, Shapes(_TYPE, {TEXT: TypeValue, MAPPING: PickType}).named("DrawnType")
]

_OWNER: Final = (
    "white, black, neutral, a reference, {opponent: $side}, or a draw such as {pick: [white, black]}"
)
#: A side or nobody, where to take that from, or a draw of it.
DrawnOwner = Annotated[
    str | Ref | Opponent | PickOwner,
    Shapes(
        _OWNER,
        {
            TEXT: OwnerName,
            MAPPING: Annotated[Any, Heads("side", {"pick": PickOwner, "opponent": Opponent})],
        },
    ).named("DrawnOwner"),
]
