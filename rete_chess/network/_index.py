"""Hooks of one stage grouped by what they ask of the event itself: the fields, then their constants.

One lookup for each combination of fields finds the hooks whose event constants and carrier fit,
however many others there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from rete_chess.facts.events import Event
from rete_chess.facts.network_rules import Value
from rete_chess.network._values import Key, event_key
from rete_chess.network.shapes import Lowered

#: What a group looks up: nothing, the key of one field, or the keys of several.
GroupKey = Key | tuple[Key | None, ...] | None

#: Types of values that are their own keys.
PLAIN: Final = frozenset({int, str, type(None)})

#: The one key of the group that asks nothing of the event.
NO_FIELDS: Final = ""


class StageFields:
    """The event fields that some hook of a stage looks at, each with its position."""

    def __init__(self, hooks: Iterable[Lowered]) -> None:
        names: set[str] = set()
        for hook in hooks:
            names.update(field for field, _ in hook.joined)
            names.update(pattern.role for pattern in hook.shape.patterns if pattern.role)
            names.update(pattern.field for pattern in hook.shape.patterns if pattern.field)
        self.names: tuple[str, ...] = tuple(sorted(names))
        self.position: dict[str, int] = {name: place for place, name in enumerate(self.names)}
        self._places = [Event._fields.index(name) for name in self.names if name in Event._fields]

    def keys(self, event: Event | Mapping[str, Value]) -> list[Key | None]:
        """The event's keys by position, None where a field is absent."""
        values: list[Any] = (
            [event[place] for place in self._places]
            if isinstance(event, Event)
            else [event.get(name) for name in self.names]
        )
        return [value if type(value) in PLAIN else event_key(value) for value in values]


class Signature:
    """The fields that some hooks of a stage join with their constants, as positions."""

    def __init__(self, positions: tuple[int, ...]) -> None:
        self.positions: tuple[int, ...] = positions
        self.single: int = positions[0] if len(positions) == 1 else -1

    def key(self, keys: list[Key | None]) -> GroupKey:
        """The key under which an event's hooks are found."""
        if self.single >= 0:
            return keys[self.single]
        if not self.positions:
            return NO_FIELDS
        return tuple([keys[position] for position in self.positions])


def group_hooks(
    fields: StageFields, hooks: Iterable[Lowered]
) -> list[tuple[Signature, dict[GroupKey, list[Lowered]]]]:
    """The hooks of a stage by signature, and for each signature by the keys they ask for."""
    groups: dict[tuple[int, ...], dict[GroupKey, list[Lowered]]] = {}
    for hook in hooks:
        wanted: dict[int, Key] = {}
        # A carrier may stand on a field that is a constant as well; both must hold.
        if any(wanted.setdefault(fields.position[field], key) != key for field, key in hook.joined):
            continue
        positions = tuple(sorted(wanted))
        asked: list[Key | None] = [None] * len(fields.names)
        for position, key in wanted.items():
            asked[position] = key
        table = groups.setdefault(positions, {})
        table.setdefault(Signature(positions).key(asked), []).append(hook)
    return [(Signature(positions), table) for positions, table in groups.items()]
