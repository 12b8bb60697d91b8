"""DirectionAdditions: further directions in which a piece leaps, to move and to capture."""

from __future__ import annotations

from typing import Any, Final

from rete_chess.core.atoms import DIRECTIONS
from rete_chess.documents.language.atom import Directions
from rete_chess.modifiers.kind import ModifierKind


def _pairs(value: Any) -> tuple[tuple[int, int], ...]:
    """The directions as pairs [files, ranks], each once."""
    pairs = DIRECTIONS[value] if isinstance(value, str) else value
    return tuple(sorted({(files, ranks) for files, ranks in pairs}))


def _describe(value: tuple[tuple[int, int], ...]) -> str:
    names = [name for name, pairs in DIRECTIONS.items() if set(pairs) == set(value)]
    return f"also leaps {names[0] if names else ' '.join(f'[{f}, {r}]' for f, r in value)}"


KIND: Final = ModifierKind(
    id="DirectionAdditions",
    label="Directions",
    value_schema=Directions,
    stacking_rule="union",
    type="directions",
    stored=_pairs,
    describe=_describe,
    ui_form={"control": "directions", "words": list(DIRECTIONS)},
)
