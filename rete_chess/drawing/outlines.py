"""Outlines as the data of SVG paths: dots, and symmetric shapes of which the right half is written.

Halves use the absolute commands M, L, H, V and C, and run from the axis around the right side back to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

#: How a stroke is painted: a body with its outline, a line or a mark upon it, an edge beside it.
Role = Literal["body", "line", "mark", "edge"]


class Stroke(NamedTuple):
    """One path of a figure."""

    role: Role
    path: str


Figure = tuple[Stroke, ...]


_TOKEN: Final = re.compile(r"[A-Z]|-?\d*\.?\d+")
#: How many numbers each command takes.
_TAKES: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6}
_Point = tuple[float, float]


class _Step(NamedTuple):
    """One command of a path, and where it begins and ends."""

    command: str
    start: _Point
    numbers: Sequence[float]
    end: _Point


def dot(x: float, y: float, radius: float) -> str:
    """A circle as a path."""
    arc = f"a{radius:g} {radius:g} 0 1 0"
    return f"M{x - radius:g} {y:g}{arc} {2 * radius:g} 0{arc} {-2 * radius:g} 0Z"


def mirrored(half: str, axis: float = 50) -> str:
    """The whole of a symmetric outline, given its right half from top to bottom."""
    steps = list(_steps(half))
    there = "".join(_text(step.command, (*step.numbers, *step.end)) for step in steps)
    back = "".join(_back(step, axis) for step in reversed(steps[1:]))
    return f"{there}{back}Z"


def _steps(path: str) -> Iterator[_Step]:
    tokens = iter(_TOKEN.findall(path))
    here = (0.0, 0.0)
    for command in tokens:
        *numbers, last = (float(next(tokens)) for _ in range(_TAKES[command]))
        if command == "H":
            end = (last, here[1])
        elif command == "V":
            end = (here[0], last)
        else:
            end = (numbers.pop(), last)
        yield _Step("L" if command in "HV" else command, here, numbers, end)
        here = end


def _back(step: _Step, axis: float) -> str:
    """A step on the other side of the axis, from its end to its start."""
    numbers = list(step.numbers)
    if step.command == "C":
        x1, y1, x2, y2 = numbers
        numbers = [2 * axis - x2, y2, 2 * axis - x1, y1]
    return _text(step.command, (*numbers, 2 * axis - step.start[0], step.start[1]))


def _text(command: str, numbers: Sequence[float]) -> str:
    return command + " ".join(f"{round(number, 2):g}" for number in numbers)
