"""A line of a document with a caret under the place that a problem speaks of. Plain texts, no terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rete_chess.errors import Problem

#: How much of a line is shown, and how much of it before the place where it is too long.
_WIDTH: Final = 110
_BEFORE: Final = 60


def excerpt(lines: Sequence[str], problem: Problem) -> list[str]:
    """Two lines: the source with its number, and the caret below it; nothing if the place is not known."""
    if problem.line is None or problem.column is None or not 0 < problem.line <= len(lines):
        return []
    line = "".join(
        character if character.isprintable() else " " for character in lines[problem.line - 1].expandtabs(1)
    )
    start = 0 if problem.column <= _WIDTH - 20 else problem.column - 1 - _BEFORE
    shown = line[start : start + _WIDTH]
    dots = "…" if start else ""
    number = str(problem.line)
    gutter = " " * len(number)
    caret = " " * (len(dots) + problem.column - 1 - start)
    return [f"  {number} | {dots}{shown}", f"  {gutter} | {caret}^"]
