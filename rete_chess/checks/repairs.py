"""Repairs that an editor can make: the word of a line that a problem names, and the nearest known one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from rete_chess.errors import Problem

#: The hint that names the nearest name, and the words that a message quotes.
_NEAREST: Final = re.compile(r"did you mean '([^']+)'\?")
_QUOTED: Final = re.compile(r"['`]([^'`]+)['`]")


class Repair(NamedTuple):
    """A word in a line, from a column to the one behind it, and what to write for it; counted from 1."""

    line: int
    column: int
    end_column: int
    text: str


def repair_of(problem: Problem, lines: Sequence[str]) -> Repair | None:
    """The repair of a misspelt word, or None: the word must stand where the problem is."""
    nearest = _NEAREST.search(problem.hint or "")
    if nearest is None or problem.line is None or not 0 < problem.line <= len(lines):
        return None
    line, start = lines[problem.line - 1], (problem.column or 1) - 1
    for word in _QUOTED.findall(problem.message):
        found = re.compile(rf"(?<![\w-]){re.escape(word)}(?![\w-])").search(line, start)
        if found is not None:
            return Repair(problem.line, found.start() + 1, found.end() + 1, nearest[1])
    return None
