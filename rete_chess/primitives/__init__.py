"""The primitives of custom modifiers: one file each, and the way from a modifier to rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rete_chess.registry import shown

if TYPE_CHECKING:
    from rete_chess.primitives.catalog import ORDER, PRIMITIVES
    from rete_chess.primitives.modifier import (
        Lowered,
        inner_modifiers,
        inner_problems,
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
    "inner_modifiers",
    "inner_problems",
    "lower_modifier",
    "modifier_problems",
    "parse_modifier",
    "validate_modifier",
]

# A variant without custom modifiers needs none of the primitives.
if not TYPE_CHECKING:
    __getattr__, __dir__ = shown(
        __name__,
        {
            **dict.fromkeys(__all__, "modifier"),
            **dict.fromkeys(("ORDER", "PRIMITIVES"), "catalog"),
            "Primitive": "primitive",
        },
    )
