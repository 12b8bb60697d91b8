"""All modifier kinds by id. Nothing else knows how many there are."""

from __future__ import annotations

from typing import Final

from rete_chess.modifiers import (
    capture_flags,
    damage_resistance,
    direction_additions,
    hp_bonus,
    promotion_override,
    range_bonus,
)
from rete_chess.modifiers.kind import ModifierKind
from rete_chess.registry import Registry

MODIFIER_KINDS: Final[Registry[ModifierKind]] = Registry("modifier kind")

for _kind in (
    hp_bonus.KIND,
    range_bonus.KIND,
    direction_additions.KIND,
    capture_flags.KIND,
    promotion_override.KIND,
    damage_resistance.KIND,
):
    MODIFIER_KINDS.register(_kind.id, _kind)
