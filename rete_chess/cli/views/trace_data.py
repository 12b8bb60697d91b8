"""A record of a move as JSON, with all twelve stages and every event."""

from __future__ import annotations

from typing import Any, Final

from rete_chess.cli.views.rules_data import short_origin
from rete_chess.cli.views.wording import result_data
from rete_chess.compiler import Program
from rete_chess.engine import Engine, MoveRecord
from rete_chess.engine.explain.why_not import WhyNot
from rete_chess.engine.move.trace import Firing, Shown, Trace
from rete_chess.facts.events import Event
from rete_chess.facts.rules import Rule

#: Fields of events that are squares, and the word documents have for one of them.
SQUARES: Final = ("origin", "to", "square")
WORDS: Final = {"origin": "from"}


def record_data(engine: Engine, record: MoveRecord) -> dict[str, Any]:
    """The record of the move that was just played."""
    names = engine.board.book.geometry.names
    squares = square_names(engine.program)
    return {
        "move": str(record.move),
        "fen": engine.fen(),
        "result": result_data(record.result),
        "preset_effects": list(record.preset_effects),
        "effects": [_shown_data(shown, names) for shown in record.trace.shown],
        "events": [_event_data(event, record.trace, names) for event in record.trace.events],
        "stages": [
            {"stage": stage, "firings": [_firing_data(firing, names, squares) for firing in firings]}
            for stage, firings in record.trace.stages()
        ],
    }


def why_not_data(found: WhyNot) -> dict[str, Any]:
    """The answer why a rule did not fire, as JSON."""
    return {
        "rule": found.rule,
        "origin": short_origin(found.origin),
        "point": found.point,
        "fired": found.fired,
        "message": found.message,
        "hearings": [
            {**hearing._asdict(), "looks": [look._asdict() for look in hearing.looks]}
            for hearing in found.hearings
        ],
    }


def _shown_data(shown: Shown, names: tuple[str, ...]) -> dict[str, Any]:
    return {"kind": shown.kind, "square": names[shown.square], "ttl": shown.ttl}


def _event_data(event: Event, trace: Trace, names: tuple[str, ...]) -> dict[str, Any]:
    """An event as JSON: its fields, squares by name, and the rules that heard it, with their texts."""
    data: dict[str, Any] = {}
    for field, value in event._asdict().items():
        if value is not None:
            data[WORDS.get(field, field)] = names[value] if field in SQUARES else value
    data["heard"] = [
        {"rule": firing.rule, "entity": firing.entity, "at": firing.point, "text": firing.text}
        for firing in trace.firings
        if firing.event == event.id
    ]
    return data


def _firing_data(
    firing: Firing, names: tuple[str, ...], squares: dict[str, frozenset[str]]
) -> dict[str, Any]:
    places = squares.get(firing.rule, frozenset())
    return {
        "rule": firing.rule,
        "entity": firing.entity,
        "square": firing.square,
        "bindings": {
            name: names[value] if name in places and value is not None else value
            for name, value in firing.bindings.items()
        },
        "changes": [change._asdict() for change in firing.changes if change.old != change.new],
    }


def square_names(program: Program) -> dict[str, frozenset[str]]:
    """The variables of each rule that hold squares, which are numbers inside."""
    return {rule.id: frozenset(_squares_of(rule)) for rule in program.rules}


def _squares_of(rule: Rule) -> list[str]:
    from_event = [name for name, term in rule.names if term.event_field in ("from", "to", "square")]
    from_pieces = [
        name for guard in rule.guards if guard.entity for name, fact in guard.binds if fact == "square"
    ]
    return from_event + from_pieces
