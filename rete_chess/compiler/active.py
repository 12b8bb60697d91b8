"""Which presets may be in force together: what they require and what they exclude, by overlapping scope."""

from __future__ import annotations

from collections.abc import Sequence

from rete_chess.compiler import catalog
from rete_chess.compiler.program import ActivePreset
from rete_chess.documents import PresetDocument
from rete_chess.errors import RulesError


def check_active(active: Sequence[ActivePreset]) -> None:
    """Refuse a set of presets that do not go together."""
    for index, use in enumerate(active):
        model = catalog.preset(use.id).model
        assert isinstance(model, PresetDocument)
        for other in active[:index]:
            if other.id == use.id and overlap(use, other):
                raise RulesError("E_PRESETS", f"the preset {use.id!r} is active twice for the same side")
        for other in active:
            if other.id in model.incompatible_with and overlap(use, other):
                raise RulesError(
                    "E_PRESETS",
                    f"{use.id!r} and {other.id!r} cannot be active together",
                    hint="choose one of them, or give them different sides",
                )
        for needed in model.requires:
            if not any(other.id == needed and overlap(use, other) for other in active):
                raise RulesError(
                    "E_PRESETS", f"{use.id!r} requires {needed!r}", hint=f"activate {needed!r} before it"
                )


def overlap(one: ActivePreset, other: ActivePreset) -> bool:
    """Whether two presets concern the same side."""
    return "both" in (one.scope, other.scope) or one.scope == other.scope
