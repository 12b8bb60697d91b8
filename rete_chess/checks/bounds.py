"""The check of tests that no value of an attribute can pass, by its bounds or its words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rete_chess.checks.attributes import is_written
from rete_chess.checks.subject import Subject
from rete_chess.documents.reading.tree import KeyPath
from rete_chess.errors import Problem


def impossible_values(subject: Subject) -> Iterator[Problem]:
    """Warnings of patterns of rules and ends that ask for a value the attribute cannot have."""
    for path, rule in subject.rules():
        for place, reason in _impossible(subject, rule.get("when"), (*path, "when")):
            message = f"the rule {rule['id']} never fires: {reason}"
            yield subject.warning("W_RULE_SILENT", message, place)
    for path, end in subject.ends():
        for place, reason in _impossible(subject, end.get("when"), (*path, "when")):
            draw = end.get("draw")
            said = draw if isinstance(draw, dict) else end
            name = said.get("because") or said.get("reason") or draw
            message = f"the end {name!r} can never be reached: {reason}"
            yield subject.warning("W_END_UNREACHABLE", message, place)


def _impossible(subject: Subject, patterns: Any, path: KeyPath) -> Iterator[tuple[KeyPath, str]]:
    for index, pattern in enumerate(patterns or ()):
        for word, fields in pattern.items():
            for name in fields if word != "not" and isinstance(fields, dict) else ():
                reason = _reason(subject, name, fields[name]) if name[:1].isupper() else None
                if reason:
                    yield (*path, index, word, name), reason


def _reason(subject: Subject, name: str, test: Any) -> str | None:
    """The reason why no value of an attribute passes a test; None if one may pass."""
    comparison, value = next(iter(test.items())) if isinstance(test, dict) and test else ("eq", test)
    values = [subject.constant(part) for part in (value if isinstance(value, list) else [value])]
    words = _words(subject, name)
    if words is not None and comparison in ("eq", "in"):
        if all(isinstance(given, str) and given not in words for given in values):
            return f"{name} is one of {', '.join(words)}"
        return None
    if all(isinstance(given, (int, float)) and not isinstance(given, bool) for given in values):
        least, most = _bounds(subject, name)
        if all(_is_outside(comparison, given, least, most) for given in values):
            if least == most and least is not None:
                return f"{name} is always {least:g}, no rule changes it"
            ends = [f"at least {least:g}"] if least is not None else []
            ends += [f"at most {most:g}"] if most is not None else []
            return f"{name} is {' and '.join(ends)}"
    return None


def _bounds(subject: Subject, name: str) -> tuple[float | None, float | None]:
    """The least and the most value of an attribute; both are its first value if nothing changes it."""
    kept = _kept(subject, name)
    if kept is not None:
        return kept, kept
    declared = subject.program.vocabulary.attributes.get(name)
    return (None, None) if declared is None else (declared.least, declared.most)


def _kept(subject: Subject, name: str) -> float | None:
    """The number that an attribute always is, or None if an action, Python or a profile may change it."""
    given = subject.own.get("attributes", {}).get(name, {}).get("start")
    start = subject.constant(given)
    is_fixed = subject.is_variant and not (subject.program.hooked or subject.program.stack.entries)
    if not is_fixed or not isinstance(start, (int, float)) or isinstance(start, bool):
        return None
    return None if is_written(subject, name) else start


def _is_outside(comparison: str, value: float, least: float | None, most: float | None) -> bool:
    """Whether every value within the bounds fails the comparison."""
    low = -float("inf") if least is None else least
    high = float("inf") if most is None else most
    if comparison in ("eq", "in"):
        return not low <= value <= high
    if comparison in ("gt", "ge"):
        return high < value or (comparison == "gt" and high == value)
    if comparison in ("lt", "le"):
        return low > value or (comparison == "lt" and low == value)
    return False


def _words(subject: Subject, name: str) -> list[str] | None:
    """The words of an attribute of type enum, or None for any other type."""
    for body in subject.bodies:
        kind = body.get("attributes", {}).get(name, {}).get("type")
        if isinstance(kind, dict) and "enum" in kind:
            return list(kind["enum"])
    return None
