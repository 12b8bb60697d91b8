"""The primitives of custom modifiers: one file each, and the way from a modifier to rules."""

from __future__ import annotations

from rete_chess.primitives.catalogue import ORDER, PRIMITIVES
from rete_chess.primitives.modifier import (
    Lowered,
    lower_modifier,
    modifier_problems,
    parse_modifier,
    validate_modifier,
)
from rete_chess.primitives.primitive import Primitive

__all__ = [
    "ORDER",
    "PRIMITIVES",
    "Lowered",
    "Primitive",
    "lower_modifier",
    "modifier_problems",
    "parse_modifier",
    "validate_modifier",
]
