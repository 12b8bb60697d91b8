"""The state bag of a preset: named values, kept as facts of the preset entity."""

from __future__ import annotations

from typing import Any

from rete_chess.facts.session import OWNER, Session
from rete_chess.facts.vocabulary import PRESET_STATE


class PresetState:
    """What one preset remembers. Every change is journaled; the bag is emptied when the preset ends."""

    def __init__(self, session: Session, preset: str) -> None:
        self._session = session
        self._prefix = f"{preset}{OWNER}"

    def get(self, key: str, default: Any = None) -> Any:
        value = self._session.get(PRESET_STATE, self._prefix + key)
        return default if value is None else value

    def set(self, key: str, value: Any) -> None:
        self._session.insert(PRESET_STATE, self._prefix + key, value)

    def delete(self, key: str) -> None:
        self._session.retract(PRESET_STATE, self._prefix + key)

    def has(self, key: str) -> bool:
        return self._session.contains(PRESET_STATE, self._prefix + key)

    def all(self) -> dict[str, Any]:
        """All values by key, sorted."""
        columns = self._session.board.columns
        names = sorted(n for n in columns if n.startswith(self._prefix) and PRESET_STATE in columns[n])
        return {name[len(self._prefix) :]: columns[name][PRESET_STATE] for name in names}

    def clear(self) -> None:
        for key in self.all():
            self.delete(key)
