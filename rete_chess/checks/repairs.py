"""Repairs that an editor can make: words to write for others, where the checker knows them.

A misspelt word is replaced by the nearest known one; brackets are closed, tabs become spaces, a colon gets
its space, a text becomes an id, and an attribute that nobody declares is declared.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from rete_chess.errors import Problem

#: The hint that names the nearest name, and the words that a message quotes.
_NEAREST: Final = re.compile(r"did you mean '?([^'?]+)'?\?")
_QUOTED: Final = re.compile(r"['`]([^'`]+)['`]")
_CALLED: Final = re.compile(r"is called ([\w/-]+)")
_BRACKET: Final = re.compile(r"close the bracket `([\]})])` here")
#: A place where a line has only begun, and what stands behind the last word of one.
_MARGIN: Final = re.compile(r"\s*(?:- +)*")
_BEHIND: Final = re.compile(r"\s*(?:\s#.*)?$")
#: What is told of a document that came along, with its own place.
_ELSEWHERE: Final = re.compile(r"\S+:\d+:\d+: ")
_TABS: Final = re.compile(r"\s*\t\s*")
_TIGHT: Final = re.compile(r"(\s*(?:- )?[A-Za-z][\w-]*:)(?=[^\s:])")
_ATTRIBUTE: Final = re.compile(r"nobody declares the attribute '([A-Z]\w*)'")
_TOP_RULES: Final = re.compile(r"rules:")
_DECLARED: Final = re.compile(r"attributes:\s*(?:#.*)?$")


class Repair(NamedTuple):
    """A part of a line, from a column to the one behind it, and what to write for it; counted from 1."""

    line: int
    column: int
    end_column: int
    text: str


def repair_of(problem: Problem, lines: Sequence[str]) -> Repair | None:
    """The repair of a problem, or None where the checker knows none."""
    if problem.line is None or not 0 < problem.line <= len(lines) or _ELSEWHERE.match(problem.message):
        return None
    line, start = lines[problem.line - 1], (problem.column or 1) - 1
    for repair in _REPAIRS:
        found = repair(problem, line, start)
        if found is not None:
            column, end, text = found
            return Repair(problem.line, column + 1, end + 1, text)
    return _bracket(problem, lines) or _declaration(problem, lines)


#: A place in a line, from an index to the one behind it, and what to write there.
_Change = tuple[int, int, str]


def _nearest(problem: Problem, line: str, start: int) -> _Change | None:
    """The nearest known name, for the word that the message quotes: it must stand where the problem is."""
    nearest = _NEAREST.search(problem.hint or "")
    if nearest is None:
        return None
    for word in (*_QUOTED.findall(problem.message), *_CALLED.findall(problem.message)):
        found = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])").search(line, start)
        if found is not None:
            return found.start(), found.end(), nearest[1]
    return None


def _tabs(problem: Problem, line: str, start: int) -> _Change | None:
    tabs = _TABS.match(line) if "not with tabs" in (problem.hint or "") else None
    return None if tabs is None else (0, tabs.end(), tabs[0].replace("\t", "    "))


def _colon(problem: Problem, line: str, start: int) -> _Change | None:
    """The space that is missing behind a colon: of the line, or of the key where the problem is."""
    hint = problem.hint or ""
    if hint.startswith("put a space after the colon"):
        behind = line.find(":", start) + 1
        return (behind, behind, " ") if behind and line[start] not in "\"'" else None
    tight = _TIGHT.match(line) if "a colon and a space" in hint else None
    return None if tight is None else (tight.end(), tight.end(), " ")


def _id(problem: Problem, line: str, start: int) -> _Change | None:
    """An id of the words that stand there."""
    found = re.search(r"must be an id of .* found the text '(.+)'$", problem.message)
    at = -1 if found is None else line.find(found[1], start)
    words = "" if found is None else re.sub(r"[^a-z0-9]+", "-", found[1].lower()).strip("-")
    if found is None or at < 0 or not words[:1].isalpha():
        return None
    return at, at + len(found[1]), words


_REPAIRS: Final[tuple[Callable[[Problem, str, int], _Change | None], ...]] = (
    _nearest,
    _tabs,
    _colon,
    _id,
)


def _bracket(problem: Problem, lines: Sequence[str]) -> Repair | None:
    """The bracket that is missing: where the reader stumbles, or at the end of the line before."""
    bracket = _BRACKET.search(problem.hint or "")
    number, start = problem.line or 1, (problem.column or 1) - 1
    if bracket is None or start > len(lines[number - 1]):
        return None
    if _MARGIN.fullmatch(lines[number - 1][:start]):
        said = [
            n for n in range(1, number) if lines[n - 1].strip() and not lines[n - 1].lstrip().startswith("#")
        ]
        number = said[-1] if said else number
        end = _BEHIND.search(lines[number - 1])
        start = end.start() if said and end else start
    return Repair(number, start + 1, start + 1, bracket[1])


def _declaration(problem: Problem, lines: Sequence[str]) -> Repair | None:
    """An attribute that nobody declares, as a number of pieces, under `attributes` or before the rules."""
    missing = _ATTRIBUTE.search(problem.message)
    if missing is None:
        return None
    declared = f"  {missing[1]}: {{of: piece, type: int, start: 0}}\n"
    for number, line in enumerate(lines, 1):
        if _DECLARED.match(line) and number < len(lines):
            return Repair(number + 1, 1, 1, declared)
        if _TOP_RULES.match(line):
            return Repair(number, 1, 1, f"attributes:\n{declared}")
    return None
