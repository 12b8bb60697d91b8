"""Types of parameters that several primitives share, with their bounds."""

from __future__ import annotations

from typing import Annotated, Any, Final

from pydantic import Field, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue

from rete_chess.documents.language.atom import TypeId
from rete_chess.documents.language.values import NumberForm
from rete_chess.documents.modelling.findings import refusal

#: By how much a primitive changes something, either sign, and by which factor.
LARGEST_DELTA: Final = 100
LARGEST_FACTOR: Final = 10


class Within(NumberForm):
    """`Annotated[int | float, Within(least, most)]`: a number within bounds, both of them allowed."""

    def __init__(self, least: float, most: float) -> None:
        self.least = least
        self.most = most

    def check(self, value: object) -> int | float:
        number = super().check(value)
        if not self.least <= number <= self.most:
            raise refusal("E_DOC_VALUE", expected=f"between {self.least:g} and {self.most:g}")
        return number

    def __get_pydantic_json_schema__(self, schema: Any, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"type": "number", "minimum": self.least, "maximum": self.most}


Delta = Annotated[int | float, Within(-LARGEST_DELTA, LARGEST_DELTA)]
Factor = Annotated[int | float, Within(0, LARGEST_FACTOR)]
Fraction = Annotated[int | float, Within(0, 1)]
Radius = Annotated[int, Field(ge=1, le=7)]
PieceTypes = Annotated[tuple[TypeId, ...], Field(strict=False, min_length=1, max_length=32)]
