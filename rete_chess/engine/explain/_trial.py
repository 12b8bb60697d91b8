"""A rule tried on live facts one condition after the other, until one fails.

A network only says which rules match. Here the same conditions are asked in their written order, all
ways to match kept side by side: first the event's own words, then facts, then guards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from rete_chess.compiler import Program
from rete_chess.core.board import DYING, Board
from rete_chess.facts.events import Event
from rete_chess.facts.network_rules import (
    Binding,
    Condition,
    Constant,
    EventField,
    as_value,
    format_condition,
    format_constant,
)
from rete_chess.facts.rules import Rule
from rete_chess.facts.tiles import TILE_PLACE, place_of_tile, tiles
from rete_chess.facts.words.patterns import Pattern, entity_name
from rete_chess.facts.words.terms import Frame
from rete_chess.facts.words.word import Look

#: Reads a fact: entity and attribute to value.
Read = Callable[[Board, int, str], Any]
#: What the names of a hook stand for: entities of variables, values of bindings.
Bound = dict[str, Any]

EVENT: Final = "event"
CONDITION: Final = "condition"
GUARD: Final = "guard"


class Miss(NamedTuple):
    """The first thing a rule asked for that did not hold, and the facts it looked at."""

    part: str  # of the event, a condition on facts, or a guard
    wanted: str
    looks: tuple[Look, ...]


class Trial:
    """One rule before one event."""

    def __init__(self, program: Program, rule: Rule, board: Board, event: Event, read: Read) -> None:
        self.rule = rule
        self.board = board
        self.event = event
        self.graves: dict[int, int] = {}  # where the dying stood
        self._read = read
        derived = () if program.continuous is None else program.continuous.reads.thresholds
        self._thresholds = {threshold.name: threshold for threshold in (*program.reads.thresholds, *derived)}

    def run(self) -> Miss | list[Frame]:
        """What the rule misses, or every way in which it matches."""
        missed = self._ask_event()
        if missed is not None:
            return missed
        ways: list[Bound] = [{}]
        for condition in self.rule.joined.conditions:
            looks: list[Look] = []
            ways = [found for bound in ways for found in self._ask(condition, bound, looks)]
            if not ways:
                wanted = format_condition(condition, self._thresholds)
                return Miss(CONDITION, wanted, tuple(dict.fromkeys(looks)))
        return self._ask_guards([self._frame(bound) for bound in ways])

    def _ask_event(self) -> Miss | None:
        """The words and the carrier that the event must have."""
        for field, value in self.rule.joined.event:
            found = self.event.field(field)
            if found != value:
                return Miss(
                    EVENT, f"event.{field} = {format_constant(value)}", (Look("event", field, found),)
                )
        return None

    # -- facts ---------------------------------------------------------------------------------

    def _ask(self, condition: Condition, bound: Bound, looks: list[Look]) -> Iterator[Bound]:
        """Every way to go on from what is bound."""
        subject = condition.subject
        for entity in self._candidates(subject, bound):
            attribute = self._attribute(condition)
            value = self._value(entity, attribute)
            looks.append(Look(self._name(entity), attribute, self._told(attribute, value)))
            if value is None:
                continue
            more = self._holds(condition, value, bound)
            if more is not None:
                yield {**bound, subject: entity, **more}
        if not subject.startswith("$") and self.event.field(subject) is None:
            looks.append(Look("event", subject, None))

    def _candidates(self, subject: str, bound: Bound) -> list[int]:
        """Whom a condition may speak of: a role of the event, or anybody for a new variable."""
        if not subject.startswith("$"):
            entity = self.event.field(subject)
            return [] if entity is None else [entity]
        if subject in bound:
            return [bound[subject]]
        board = self.board
        everybody = {*(entity for entity in board.entities if entity), *board.columns.get(DYING, {})}
        return sorted({*everybody, *tiles(board)})

    def _attribute(self, condition: Condition) -> str:
        threshold = self._thresholds.get(condition.attribute)
        return condition.attribute if threshold is None else threshold.attribute

    def _value(self, entity: int, attribute: str) -> Any:
        if attribute == TILE_PLACE:
            return place_of_tile(self.board, entity)
        return self._read(self.board, entity, attribute) if entity > 0 else None

    def _holds(self, condition: Condition, value: Any, bound: Bound) -> Bound | None:
        """What a condition binds if a value satisfies it; None if it does not."""
        threshold, term = self._thresholds.get(condition.attribute), condition.term
        if threshold is not None:
            return {} if threshold.holds(value) else None
        if isinstance(term, Binding):
            return {term.name: value} if bound.get(term.name, value) == value else None
        if isinstance(term, EventField):
            return {} if self.event.field(term.field) == value else None
        assert isinstance(term, Constant)
        return {} if as_value(value) == term.value else None

    def _name(self, entity: int) -> str:
        return entity_name(self.board, entity, self.graves.get(entity, -1))

    def _told(self, attribute: str, value: Any) -> Any:
        is_place = attribute == TILE_PLACE and value is not None
        return self.board.book.geometry.names[value] if is_place else value

    # -- guards --------------------------------------------------------------------------------

    def _frame(self, bound: Bound) -> Frame:
        """What the rule sees when the network has matched it."""
        frame = Frame(self.board, self.event)
        for name, term in self.rule.names:
            frame.names[name] = term.of(frame)
        frame.names.update((name, bound[f"${name}"]) for name in self.rule.entities)
        return frame

    def _ask_guards(self, frames: list[Frame]) -> Miss | list[Frame]:
        for guard in self.rule.guards:
            further = [inner for frame in frames for inner in guard.matches(frame)]
            if not further:
                return _missed(guard, frames)
            frames = further
        return frames


def _missed(guard: Pattern, frames: list[Frame]) -> Miss:
    looks = dict.fromkeys(look for frame in frames for look in guard.looks(frame))
    return Miss(GUARD, guard.text(), tuple(looks))
