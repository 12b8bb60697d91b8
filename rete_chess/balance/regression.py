"""Logistic regression in plain Python: what differences predict results, and how surely.

Rows that belong together, such as the positions of a pair of games, share their result; the errors of what is
found are therefore taken from whole groups (the sandwich), and not from rows as if each were news.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

#: Steps of Newton's method, and the change of a coefficient below which it has arrived.
STEPS: Final = 25
ARRIVED: Final = 1e-7

Vector = Sequence[float]
Matrix = list[list[float]]


class Row(NamedTuple):
    """A result between 0 and 1 and what may have led to it, in a group."""

    given: Vector
    points: float
    group: int


class Fit(NamedTuple):
    """Coefficients, and how they may err together."""

    values: list[float]
    covariance: Matrix

    def error(self, weights: Vector) -> float:
        """The standard error of a sum of coefficients."""
        size = range(len(weights))
        square = sum(weights[i] * self.covariance[i][j] * weights[j] for i in size for j in size)
        return math.sqrt(max(0.0, square))


def fit(rows: Sequence[Row], ridge: float = 0.5) -> Fit:
    """The coefficients that predict results best; `ridge` keeps those small that rows say little about."""
    if not rows:
        return Fit([], [])
    alike = _grouped(rows)
    values = [0.0] * len(rows[0].given)
    for _ in range(STEPS):
        slope, curve = _derivatives(alike, values, ridge)
        step = solve(curve, slope)
        values = [value + change for value, change in zip(values, step)]
        if max(map(abs, step)) < ARRIVED:
            break
    _, curve = _derivatives(alike, values, ridge)
    return Fit(values, _sandwich(rows, values, inverse(curve)))


def chance(values: Vector, given: Vector) -> float:
    """The points that are expected."""
    total = sum(value * each for value, each in zip(values, given))
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, total))))


def _grouped(rows: Sequence[Row]) -> dict[tuple[float, ...], list[float]]:
    """Rows with the same givens together: how many, and their points."""
    found: dict[tuple[float, ...], list[float]] = {}
    for row in rows:
        counted = found.setdefault(tuple(row.given), [0.0, 0.0])
        counted[0] += 1
        counted[1] += row.points
    return found


def _derivatives(
    alike: dict[tuple[float, ...], list[float]], values: Vector, ridge: float
) -> tuple[list[float], Matrix]:
    """The slope of the likelihood, and its curvature with the sign turned."""
    size = len(values)
    slope = [-ridge * value for value in values]
    curve = [[ridge if i == j else 0.0 for j in range(size)] for i in range(size)]
    for given, (count, points) in alike.items():
        expected = chance(values, given)
        over, weight = points - count * expected, count * expected * (1 - expected)
        present = [i for i in range(size) if given[i]]
        for i in present:
            slope[i] += over * given[i]
            for j in present:
                curve[i][j] += weight * given[i] * given[j]
    return slope, curve


def _sandwich(rows: Sequence[Row], values: Vector, inner: Matrix) -> Matrix:
    size = range(len(values))
    sums: dict[int, list[float]] = {}
    for row in rows:
        over = row.points - chance(values, row.given)
        total = sums.setdefault(row.group, [0.0] * len(values))
        for i in size:
            total[i] += over * row.given[i]
    middle = [[sum(total[i] * total[j] for total in sums.values()) for j in size] for i in size]
    return _product(_product(inner, middle), inner)


def _product(one: Matrix, other: Matrix) -> Matrix:
    columns = list(zip(*other))
    return [[sum(a * b for a, b in zip(row, column)) for column in columns] for row in one]


def inverse(matrix: Matrix) -> Matrix:
    """The inverse of a matrix that has one."""
    size = len(matrix)
    columns = [solve(matrix, [float(i == j) for i in range(size)]) for j in range(size)]
    return [list(row) for row in zip(*columns)]


def solve(matrix: Matrix, wanted: Vector) -> list[float]:
    """The vector that a matrix turns into the one that is wanted (Gauss, with the largest pivot)."""
    size = len(wanted)
    rows = [[*row, right] for row, right in zip(matrix, wanted)]
    for i in range(size):
        pivot = max(range(i, size), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for k in range(i + 1, size):
            factor = rows[k][i] / rows[i][i]
            if factor:
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i])]
    found = [0.0] * size
    for i in reversed(range(size)):
        rest = sum(rows[i][j] * found[j] for j in range(i + 1, size))
        found[i] = (rows[i][size] - rest) / rows[i][i]
    return found
