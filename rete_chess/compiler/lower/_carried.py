"""Rules that somebody carries, and rules that speak of tiles: how `$self` and tiles join the event.

An event's role that is `$self` joins the carrier's fact to that role. A carrier that only stands by is
a variable of its own, and a tile on a square of the event is joined by its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rete_chess.compiler.lower.patterns import split_tile
from rete_chess.compiler.lower.scope import Path
from rete_chess.compiler.lower.terms import lower_tile_filter
from rete_chess.documents.language import pattern as source
from rete_chess.documents.language.values import Ref, is_ref
from rete_chess.facts.network_rules import Binding, Condition, Constant, EventField
from rete_chess.facts.tiles import TILE_PLACE, TILE_TYPE
from rete_chess.facts.words.filters import TileFilter
from rete_chess.facts.words.patterns import TilePattern
from rete_chess.facts.words.terms import EventTerm
from rete_chess.facts.words.word import SQUARE, TILE

if TYPE_CHECKING:
    from rete_chess.compiler.lower.rules import Draft

SELF = "self"
PLACES = ("from", "to", "square")


def takes_role(role: str, value: Any, draft: Draft) -> bool:
    """Let `$self` be a role of the event, if the rule says so and `$self` is nothing else already."""
    is_free = SELF not in draft.roles and all(c.subject != f"${SELF}" for c in draft.conditions)
    if value != Ref(SELF) or draft.scope.carrier is None or not is_free:
        return False
    draft.roles[SELF] = role
    draft.names.append((SELF, EventTerm(role)))
    return True


def carry(draft: Draft) -> None:
    """Ask that `$self` carries the document the rule stands in; the rule speaks of it first of all."""
    carrier = draft.scope.carrier
    if carrier is not None:
        fact = Condition(draft.subject_of(SELF), carrier.attribute, Constant(carrier.value))
        draft.conditions.insert(0, fact)
        draft.subject = SELF


# -- tiles -----------------------------------------------------------------------------------------


def joins_place(place: str, match: Any, draft: Draft) -> bool:
    """Join a tile that lies on a square of the event: `to: $self.square`."""
    if not is_ref(match) or match.attr != "square" or draft.scope.variables.get(match.name) != TILE:
        return False
    _join_place(draft, match.name, place)
    return True


def _join_place(draft: Draft, tile: str, place: str) -> None:
    field = "origin" if place == "from" else place
    draft.conditions.append(Condition(draft.subject_of(tile), TILE_PLACE, EventField(field)))


def lower_tile(given: source.TilePattern, draft: Draft, path: Path) -> None:
    """Type, place and attributes of a tile become conditions; the rest of its filter is a guard."""
    scope = draft.scope
    name, bound, rest = split_tile(given, scope, path)
    name = name or f"tile{len(draft.conditions)}"
    scope.variables.setdefault(name, TILE)
    draft.subject = draft.subject or name
    subject = draft.subject_of(name)
    field = _event_place(given.square, draft)
    if field:
        _join_place(draft, name, field)
        rest = rest.model_copy(update={"square": None})
    lowered = lower_tile_filter(rest, scope, path)
    type_ = draft.join(lowered.type, TILE_TYPE, subject)
    attributes = tuple(
        (attribute, test)
        for attribute, test in lowered.attributes
        if draft.join(test, attribute, subject) is not None
    )
    if all(c.subject != subject or c.attribute != TILE_TYPE for c in draft.conditions):
        draft.conditions.append(Condition(subject, TILE_TYPE, Binding(f"type of {name}")))
    kept = TileFilter(lowered.id, type_, lowered.square, attributes)
    if kept != TileFilter() or bound:
        draft.guards.append(TilePattern(kept, name, bound))


def _event_place(match: Any, draft: Draft) -> str:
    """The square of the event that a name stands for, or nothing."""
    if not is_ref(match) or match.attr or draft.scope.variables.get(match.name) != SQUARE:
        return ""
    term = dict(draft.names).get(match.name)
    return term.event_field if term is not None and term.event_field in PLACES else ""
