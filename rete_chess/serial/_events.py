"""What happens in a move as JSON: events, firings, visual effects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rete_chess.compiler import Program
from rete_chess.engine.chronicle import Told
from rete_chess.engine.move.trace import Change, Firing, Shown, Trace
from rete_chess.errors import FactError
from rete_chess.facts.events import Event
from rete_chess.facts.kept import keep, plain
from rete_chess.facts.rules import Rule

if TYPE_CHECKING:
    from rete_chess.serial import shapes

#: Fields of events that are squares, and the word documents have for one of them.
SQUARES: Final = ("origin", "to", "square")
WORDS: Final = {"origin": "from"}

Names = tuple[str, ...]


def told_data(told: Told, names: Names) -> shapes.ToldEvent:
    """An event that happened, with its sentence."""
    return {**_event_fields(told.event, names), "text": told.text}  # type: ignore[typeddict-item]


def heard_data(event: Event, trace: Trace, names: Names) -> shapes.HeardEvent:
    """An event with the rules that heard it."""
    heard: list[shapes.Hearing] = [
        {"rule": firing.rule, "entity": firing.entity, "at": firing.point, "text": firing.text}
        for firing in trace.firings
        if firing.event == event.id
    ]
    return {**_event_fields(event, names), "heard": heard}  # type: ignore[typeddict-item]


def _event_fields(event: Event, names: Names) -> dict[str, Any]:
    """The fields that an event has, squares by name."""
    data: dict[str, Any] = {}
    for field, value in event._asdict().items():
        if value is not None:
            data[WORDS.get(field, field)] = names[value] if field in SQUARES else plain(value)
    return data


def effect_data(shown: Shown, names: Names) -> shapes.Effect:
    """A visual effect, with whatever belongs to it; what JSON cannot say of that is said as a text."""
    data = bare_effect_data(shown, names)
    if shown.data is not None:
        try:
            data["data"] = plain(keep(plain(shown.data)))
        except FactError:
            data["data"] = str(shown.data)
    return data


def bare_effect_data(shown: Shown, names: Names) -> shapes.Effect:
    """A visual effect alone."""
    return {"kind": shown.kind, "square": names[shown.square], "ttl": shown.ttl}


def stages_data(trace: Trace, program: Program, names: Names) -> list[shapes.Stage]:
    """The twelve stages in order, each with its firings."""
    fired = {firing.rule for firing in trace.firings}
    places = {rule.id: frozenset(_places_of(rule)) for rule in program.rules if rule.id in fired}
    return [
        {"stage": stage, "firings": [_firing(firing, names, places) for firing in firings]}
        for stage, firings in trace.stages()
    ]


def _firing(firing: Firing, names: Names, places: dict[str, frozenset[str]]) -> shapes.Firing:
    own = places.get(firing.rule, frozenset())
    changes = [change for change in firing.changes if change.old != change.new]
    data: shapes.Firing = {
        "rule": firing.rule,
        "entity": firing.entity,
        "square": firing.square,
        "bindings": {
            name: names[value] if name in own and value is not None else plain(value)
            for name, value in firing.bindings.items()
        },
        "changes": [_change(change) for change in changes],
    }
    if firing.logs:
        data["logs"] = list(firing.logs)
    return data


def _change(change: Change) -> shapes.FactChange:
    entity, attribute, old, new = change
    return {"entity": entity, "attribute": attribute, "old": plain(old), "new": plain(new)}


def _places_of(rule: Rule) -> list[str]:
    """The names of a rule that stand for squares, which are numbers inside."""
    from_event = [name for name, term in rule.names if term.event_field in ("from", "to", "square")]
    from_pieces = [
        name for guard in rule.guards if guard.entity for name, fact in guard.binds if fact == "square"
    ]
    return from_event + from_pieces
