"""Profiles mended: what can be taken out of one so that a problem is gone, and advice where nothing can."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final, TypeVar

from rete_chess.compiler.profiles.documents import ProfileSource, profile_of
from rete_chess.compiler.profiles.stack import Entry
from rete_chess.documents import Document, ProfileDocument, parse_document
from rete_chess.documents.reading.tree import Value, copied
from rete_chess.errors import Problem, ProfileProblem, RulesError
from rete_chess.modifiers.capture_flags import KIND as FLAGS

Given = TypeVar("Given", bound=ProfileSource)

_ENTRY = re.compile(r"(perType|perInstance)\[([0-9]+)\]")
_INVULNERABLE: Final = "CANNOT_BE_CAPTURED"


def without_entry(profile: Document, entry: Entry) -> Document:
    """A profile without an entry, if it is one of its own."""
    if profile.model.id != entry.profile:  # type: ignore[attr-defined]
        return profile
    value: Any = copied(profile.tree.value)
    _drop(value, entry.path)
    return _with_value(profile, value)


def apply_fix(profile: ProfileSource, problem: Problem) -> Document:
    """A profile without what causes a problem; a problem that nothing taken out would mend is an error
    with advice. The order of the entries stays, their numbers do not: check it again before the next."""
    document = profile_of(profile)
    mend = _MENDS.get(problem.code)
    if mend is None:
        advice = problem.hint or ADVICE.get(problem.code, "change the profile by hand")
        raise RulesError("E_PROFILE", f"{problem.code} is not mended by leaving things out", hint=advice)
    own = document.model.id  # type: ignore[attr-defined]
    if isinstance(problem, ProfileProblem) and problem.profile not in ("", own):
        raise RulesError(
            "E_PROFILE", "the problem is that of another profile", found=own, expected=problem.profile
        )
    value: Any = copied(document.tree.value)
    if not mend(value, problem.path):
        raise RulesError(
            "E_PROFILE", f"the profile has no {problem.path or 'such entry'}", found=problem.path
        )
    return _with_value(document, value)


def is_fixable(problem: Problem) -> bool:
    """Whether `apply_fix` can mend a problem."""
    return problem.code in _MENDS and bool(problem.path)


def _with_value(profile: Document, value: Value) -> Document:
    tree = replace(profile.tree, value=value, marks={(): profile.tree.place(())}, key_marks={})
    return Document("profile", parse_document(ProfileDocument, tree), tree)


def _drop(value: dict[str, Any], path: str) -> bool:
    """Take an entry out; for the place `layoutId`, all entries of single pieces."""
    if path == "layoutId":
        return value.pop("perInstance", None) is not None
    place = _ENTRY.match(path)
    if place is None or int(place[2]) >= len(value.get(place[1], ())):
        return False
    del value[place[1]][int(place[2])]
    return True


def _unguard(value: dict[str, Any], path: str) -> bool:
    """Take the flag out that keeps a piece from capture, and the entry if nothing is left of it."""
    place = _ENTRY.match(path)
    if place is None or int(place[2]) >= len(value.get(place[1], ())):
        return False
    entry = value[place[1]][int(place[2])]
    flags = entry.get("value")
    if entry.get("kind") == FLAGS.id and isinstance(flags, list):
        entry["value"] = [flag for flag in flags if flag != _INVULNERABLE]
        if entry["value"]:
            return True
    return _drop(value, path)


#: Code -> what takes its cause out of the value of a profile, and says whether there was one.
_MENDS: Final[Mapping[str, Callable[[dict[str, Any], str], bool]]] = {
    "E_PROFILE_ORPHAN_INSTANCE": _drop,
    "E_PROFILE_INVULN_KING": _unguard,
    "E_PROFILE_DEADLOCK": _drop,
}

#: Code -> what people can do about a problem that is not mended by leaving things out.
ADVICE: Final[Mapping[str, str]] = {
    "E_PROFILE_ATTR_LIMIT": "take one of the modifiers of the piece out; which one is yours to judge",
    "E_PROFILE_NO_KING": "begin from a position in which both sides have their royal pieces",
    "E_PROFILE": "name every profile once, and nothing but profiles",
    "W_PROFILES": "leave one of the entries out, or change the order of the profiles",
    "E_UNKNOWN_NAME": "take a name that is known, or bring the modifier along",
    "E_SQUARE": "name a square of the board",
}
