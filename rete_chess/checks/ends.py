"""The check of ends that no game can reach."""

from __future__ import annotations

from collections.abc import Iterator

from rete_chess.checks.attributes import is_written
from rete_chess.checks.subject import Subject
from rete_chess.checks.types import is_known, missing_types
from rete_chess.errors import Problem


def unreachable_ends(subject: Subject) -> Iterator[Problem]:
    """Warnings of ends that ask for a type that is not in play, or for an attribute that has no value."""
    for path, end in subject.ends():
        what = f"the end {end.get('reason') or end.get('draw')!r} can never be reached"
        for place, name in missing_types(subject, end.get("when"), (*path, "when")):
            if is_known(subject, name):
                yield subject.warning("W_END_UNREACHABLE", f"{what}: no {name} is in play", place)
        for index, pattern in enumerate(end.get("when", ())):
            for word, fields in pattern.items():
                for key in fields if word != "not" and isinstance(fields, dict) else ():
                    if key[:1].isupper() and not _has_value(subject, key):
                        place = (*path, "when", index, word, key)
                        yield subject.warning("W_END_UNREACHABLE", f"{what}: {key} never has a value", place)


def _has_value(subject: Subject, name: str) -> bool:
    """Whether an attribute can have a value; those of the core always have one."""
    declared = [body["attributes"][name] for body in subject.bodies if name in body.get("attributes", {})]
    return not declared or any("start" in given for given in declared) or is_written(subject, name)
