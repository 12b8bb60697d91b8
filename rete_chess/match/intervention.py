"""What happens in a match between moves, with all it takes to let it happen again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from rete_chess.engine import Engine

#: What can happen, and the method of the engine that does it.
KINDS: Final = {
    "presets": "set_active_presets",
    "spawn": "spawn_piece",
    "damage": "deal_damage",
    "profiles": "queue_profiles",
    "modifier": "apply_modifier",
}


class Intervention(NamedTuple):
    """Something done to the game after so many moves; `details` are the arguments."""

    after: int
    what: str
    details: Mapping[str, Any]

    def happen(self, engine: Engine) -> Any:
        """Do it."""
        return getattr(engine, KINDS[self.what])(**self.details)
