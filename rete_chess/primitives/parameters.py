"""Types of parameters that several primitives share, with their bounds."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import Field

from rete_chess.documents.language.atom import TypeId
from rete_chess.documents.language.values import Within

#: By how much a primitive changes something, either sign, and by which factor.
LARGEST_DELTA: Final = 100
LARGEST_FACTOR: Final = 10


Delta = Annotated[int | float, Within(-LARGEST_DELTA, LARGEST_DELTA)]
Factor = Annotated[int | float, Within(0, LARGEST_FACTOR)]
Fraction = Annotated[int | float, Within(0, 1)]
Radius = Annotated[int, Field(ge=1, le=7)]
PieceTypes = Annotated[tuple[TypeId, ...], Field(strict=False, min_length=1, max_length=32)]
