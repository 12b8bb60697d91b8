"""Checks of attributes: those that never get a value, what goes by them, and those that nothing reads."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rete_chess.checks.subject import Subject, doings, entries
from rete_chess.errors import Problem

#: Actions that name the attribute they change, and the key under which they do.
_WRITERS = {"set": "attr", "add": "attr", "multiply": "attr", "contribute": "attr", "absorb": "with"}
#: The keys of actions under which a value is taken from somewhere.
_AMOUNTS = ("amount", "by", "to", "atMost", "radius", "of")
#: The attribute that healing fills up.
_HEALED = "Hp"

_MENTION = re.compile(r"[$\w-]+\.([A-Z][A-Za-z0-9]*)")


def unseeded_attributes(subject: Subject) -> Iterator[Problem]:
    """Warnings of attributes of the document that have no first value and that no action ever sets, and
    errors of actions that go by one of them."""
    for name, given in subject.own.get("attributes", {}).items():
        if "start" not in given and not is_written(subject, name):
            message = f"{name} never has a value: it has no `start`, and no rule sets it"
            hint = "add `start`, or set it in a rule"
            yield subject.warning("W_ATTRIBUTE_UNSEEDED", message, ("attributes", name), hint, key=True)
            yield from _missing_amounts(subject, name)


def _missing_amounts(subject: Subject, name: str) -> Iterator[Problem]:
    """Errors of actions that go by an attribute which never has a value."""
    if subject.is_modifier or subject.program.hooked:  # whose hooks may write anything
        return
    for path, key, value in doings(subject.own):
        found = _MENTION.fullmatch(value) if isinstance(value, str) and "do" in path else None
        if found is not None and found[1] == name and key in _AMOUNTS:
            message = f"`{key}` needs a value, but {name} never has one: no `start`, and no rule sets it"
            yield subject.problem("E_ATTRIBUTE", message, path, f"add `start` where {name} is declared")


def unread_attributes(subject: Subject) -> Iterator[Problem]:
    """Warnings of attributes that no pattern, value or text reads; those of a modifier may be for others."""
    if subject.is_modifier:
        return
    for name, given in subject.own.get("attributes", {}).items():
        if not given.get("fen") and not _is_read(subject, name):
            message = f"nobody reads {name}"
            hint = "use it in a pattern, or remove it"
            yield subject.warning("W_ATTRIBUTE_UNREAD", message, ("attributes", name), hint, key=True)


def is_written(subject: Subject, name: str) -> bool:
    """Whether some action changes an attribute."""
    return any(
        (key in _WRITERS and isinstance(value, dict) and value.get(_WRITERS[key]) == name)
        or (key == "heal" and name == _HEALED)
        for body in subject.bodies
        for _, key, value in doings(body)
    )


def _is_read(subject: Subject, name: str) -> bool:
    """Whether a test, a value, a text or an absorber reads an attribute."""
    for body in subject.bodies:
        for path, key, value in entries({part: inner for part, inner in body.items() if part != "tests"}):
            if key == name and path[:-1] != ("attributes",):
                return True
            if key == "absorb" and isinstance(value, dict) and value.get("with") == name:
                return True
            texts = value if isinstance(value, list) else [value]
            if any(isinstance(text, str) and name in _MENTION.findall(text) for text in texts):
                return True
    return False
