"""The lines of a trace as a tree: below a firing the events it caused, below an event who heard it."""

from __future__ import annotations

from typing import NamedTuple

from rete_chess.engine.move.trace import Firing, Trace
from rete_chess.facts.events import Event


class TraceLine(NamedTuple):
    """A firing, or an event that a firing caused; `depth` counts from 0 for what the move itself caused."""

    depth: int
    item: Firing | Event


def lines_of(trace: Trace) -> dict[str, list[TraceLine]]:
    """The lines of each stage in which something fired, in reading order."""
    caused = _caused(trace)
    own = {event.id for events in caused.values() for event in events}
    heard: dict[int, list[int]] = {}
    for place, firing in enumerate(trace.firings):
        heard.setdefault(firing.event, []).append(place)
    found: dict[str, list[TraceLine]] = {}
    for place, firing in enumerate(trace.firings):
        if firing.event not in own:
            found.setdefault(firing.stage, []).extend(_below(trace, place, caused, heard))
    return found


def _caused(trace: Trace) -> dict[int, list[Event]]:
    """The events that each firing caused, by the index of the firing in the trace."""
    exact: dict[tuple[int | None, str | None, int | None], int] = {}
    alike: dict[tuple[int | None, str | None], int] = {}
    for place, firing in enumerate(trace.firings):
        exact.setdefault((firing.event, firing.rule, firing.entity), place)
        alike.setdefault((firing.event, firing.rule), place)
    caused: dict[int, list[Event]] = {}
    for event in trace.events:
        if event.parent is not None:
            cause = event.parent, event.source
            place = exact.get((*cause, event.subject), alike.get(cause, -1))
            if place >= 0:
                caused.setdefault(place, []).append(event)
    return caused


def _below(
    trace: Trace, root: int, caused: dict[int, list[Event]], heard: dict[int, list[int]]
) -> list[TraceLine]:
    """The lines of a firing and of all it caused. A chain may be a thousand events long: no recursion."""
    found: list[TraceLine] = []
    waiting: list[tuple[int, int | Event]] = [(0, root)]
    while waiting:
        depth, item = waiting.pop()
        if isinstance(item, Event):
            found.append(TraceLine(depth, item))
            waiting += [(depth + 1, place) for place in reversed(heard.get(item.id, []))]
        else:
            found.append(TraceLine(depth, trace.firings[item]))
            waiting += [(depth + 1, event) for event in reversed(caused.get(item, []))]
    return found
