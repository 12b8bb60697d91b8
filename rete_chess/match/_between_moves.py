"""The part of a match that changes its game between moves; each change is written down.

An intervention is undone and redone with the move before it, or taken back alone while no move came after it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any

from rete_chess.compiler import ActivePreset, Program
from rete_chess.compiler.profiles.documents import ProfileSource
from rete_chess.compiler.requests import Request, parse_requests
from rete_chess.compiler.variant import plain_filter
from rete_chess.documents import Document
from rete_chess.documents.reading.reader import AnySource
from rete_chess.engine import Engine
from rete_chess.engine.move.interventions import SQUARES
from rete_chess.errors import GameError, Problem
from rete_chess.facts.events import PLACES, Event
from rete_chess.facts.kept import keep, keep_all
from rete_chess.match._entries import Ending, Intervention


class Meddling(ABC):
    """The requests to a match beside its moves; the match holds the state."""

    engine: Engine
    program: Program
    _interventions: list[Intervention]

    @property
    @abstractmethod
    def ending(self) -> Ending | None: ...

    @abstractmethod
    def _cut(self) -> None: ...

    @abstractmethod
    def _set_out(self) -> None: ...

    @abstractmethod
    def _demand_play(self) -> None: ...

    @property
    def interventions(self) -> tuple[Intervention, ...]:
        """The interventions between moves; each is undone and redone with the move before it."""
        return tuple(self._interventions)

    def set_active_presets(self, requests: Iterable[Request]) -> tuple[ActivePreset, ...]:
        """Put these presets in force and no others; see `Engine.set_active_presets`."""
        presets = parse_requests(requests, self.program.variant.neighbours)
        answer: tuple[ActivePreset, ...] = self.intervene("presets", {"requests": presets})
        return answer

    def queue_profiles(self, profiles: Iterable[ProfileSource]) -> tuple[Problem, ...]:
        """Let these profiles be in force when the next turn starts; see `Engine.queue_profiles`."""
        documents = self.engine.read_profiles(profiles)
        warnings: tuple[Problem, ...] = self.intervene("profiles", {"profiles": documents})
        return warnings

    def set_rules(self, presets: Iterable[Request], profiles: Iterable[ProfileSource]) -> tuple[Problem, ...]:
        """Put these presets and profiles in force together, and no others; see `Engine.set_rules`."""
        uses = parse_requests(presets, self.program.variant.neighbours)
        documents = self.engine.read_profiles(profiles)
        warnings: tuple[Problem, ...] = self.intervene("rules", {"presets": uses, "profiles": documents})
        return warnings

    def check_profiles(self, profiles: Iterable[ProfileSource]) -> tuple[Problem, ...]:
        """All that would be found if these profiles came into force now; see `Engine.check_profiles`."""
        return self.engine.check_profiles(profiles)

    def withdraw_profiles(self) -> tuple[Document, ...]:
        """Let the profiles that wait wait no longer; see `Engine.withdraw_profiles`."""
        waiting: tuple[Document, ...] = self.intervene("withdraw", {})
        return waiting

    def register_modifier(self, source: Document | AnySource, name: str | None = None) -> Document:
        """Let the match know a modifier; see `Engine.register_modifier`."""
        from rete_chess.primitives import parse_modifier  # late: most matches have no modifiers

        document = source if isinstance(source, Document) else parse_modifier(source, name)
        known: Document = self.intervene("know", {"source": document})
        return known

    def unregister_modifier(self, name: str) -> None:
        """Let the match forget a modifier; see `Engine.unregister_modifier`."""
        self.intervene("forget", {"name": name})

    def undo_intervention(self) -> Intervention:
        """Take back the last intervention alone, if no move came after it. What was taken back before is
        gone for good."""
        moves = len(self.engine.move_log)
        done = [found for found in self._interventions if found.after <= moves]
        if self.ending is not None or not done or done[-1].after != moves:
            raise GameError("E_NOTHING_TO_UNDO", "nothing was changed since the last move")
        self.engine.undo_intervention()
        self._cut()
        return self._interventions.pop()

    def apply_modifier(self, name: str, chosen: Mapping[str, Any] | None = None) -> None:
        """Give a modifier that `engine.custom_modifiers` knows to pieces; see `Engine.apply_modifier`."""
        document = self.engine.custom_modifiers.get(name)
        self.intervene("modifier", {"name": document, "chosen": plain_filter(chosen or {})})

    def spawn_piece(
        self,
        type: str,  # noqa: A002
        color: str,
        square: str | int,
        attributes: Mapping[str, Any] | None = None,
    ) -> int:
        """Put a new piece on a free square; see `Engine.spawn_piece`."""
        place = self._square_name(square)
        details = {"type": type, "color": color, "square": place, "attributes": keep_all(attributes or {})}
        entity: int = self.intervene("spawn", details)
        return entity

    def deal_damage(
        self, target: int, amount: float, kind: str = "damage", attacker: int | None = None
    ) -> bool:
        """Let a piece take damage; see `Engine.deal_damage`."""
        details = {"target": target, "amount": amount, "kind": kind}
        dies: bool = self.intervene(
            "damage", details if attacker is None else {**details, "attacker": attacker}
        )
        return dies

    def resolve_event(self, event: str, **fields: Any) -> tuple[Event, ...]:
        """Let one event happen; see `Engine.resolve_event`."""
        ordered = sorted(fields, key=lambda name: PLACES.get(name, len(PLACES)))
        given = {name: fields[name] for name in ordered if fields[name] is not None}
        for name in SQUARES:
            if name in given:
                given[name] = self._square_name(given[name])
        events: tuple[Event, ...] = self.intervene("event", {"event": event, **given})
        return events

    def set_fact(self, entity: int, attribute: str, value: Any) -> None:
        """Write a fact, None to take it away; see `Engine.set_fact`."""
        kept = None if value is None else keep(value)
        self.intervene("fact", {"entity": entity, "attribute": attribute, "value": kept})

    def _square_name(self, square: str | int) -> str:
        return self.engine.board.book.geometry.names[self.engine.square(square)]

    def intervene(self, what: str, details: Mapping[str, Any]) -> Any:
        """Make a change between moves. What was taken back before is gone for good."""
        self.engine._demand_rest()
        if self.ending is not None:
            self._demand_play()
        self._set_out()
        found = Intervention(len(self.engine.move_log), what, details)
        answer = found.happen(self.engine)
        self._cut()
        self._interventions.append(found)
        return answer
