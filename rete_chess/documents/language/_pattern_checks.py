"""The check that patterns stand where they may, on documents as they were read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from pydantic_core import InitErrorDetails

from rete_chess.documents.modelling.findings import finding
from rete_chess.documents.reading.tree import KeyPath

#: Places of patterns: in a rule there is an event, a state has none, and only an end knows the moves.
RULE: Final = "a rule"
STATE: Final = "a state"
END: Final = "an end"


def pattern_findings(patterns: object, path: KeyPath, place: str) -> Iterator[InitErrorDetails]:
    """The findings of patterns of a list that may not stand at its place."""
    events = 0
    for index, pattern in enumerate(patterns if isinstance(patterns, list) else ()):
        if not isinstance(pattern, dict):
            continue
        here = (*path, index)
        events += "event" in pattern
        if "event" in pattern and place == RULE and events > 1:
            yield _misplaced((*here, "event"), "a rule hears one event", "put all fields into one pattern")
        yield from _word_findings(pattern, here, place)
        yield from _negation_findings(pattern.get("not"), (*here, "not"), place)
        yield from _case_findings(pattern.get("any"), (*here, "any"), place)


def _word_findings(pattern: dict[str, Any], path: KeyPath, place: str) -> Iterator[InitErrorDetails]:
    if "event" in pattern and place != RULE:
        yield _misplaced((*path, "event"), "there is no event here", "events are heard by `rules`")


def _negation_findings(pattern: object, path: KeyPath, place: str) -> Iterator[InitErrorDetails]:
    if not isinstance(pattern, dict):
        return
    if "event" in pattern and place == RULE:
        message = "an event cannot be absent from its own rule"
        yield _misplaced((*path, "event"), message, "write the field with {not: …}")
    else:
        yield from _word_findings(pattern, path, place)
        yield from _case_findings(pattern.get("any"), (*path, "any"), place)


def _case_findings(cases: object, path: KeyPath, place: str) -> Iterator[InitErrorDetails]:
    """The findings of the lists of an `any`; the event is the same in all of them."""
    for index, case in enumerate(cases if isinstance(cases, list) else ()):
        yield from pattern_findings(case, (*path, index), STATE if place == RULE else place)


def _misplaced(path: KeyPath, message: str, hint: str) -> InitErrorDetails:
    return finding("E_DOC_CONFLICT", path, message, key=True, hint=hint)
