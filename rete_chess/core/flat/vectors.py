"""Vectors made of numbers that Python has, of zeros and of more room than before, and read again."""

from __future__ import annotations

from collections.abc import Iterable

from rete_chess.core.flat import i64, vec


def vector(numbers: Iterable[int]) -> vec[i64]:
    """The numbers as a vector."""
    found: list[i64] = []
    for number in numbers:
        found.append(number)
    return vec[i64](found)


def zeros(count: i64) -> vec[i64]:
    """So many numbers, all of them 0."""
    return vec[i64]([0] * int(count))


def grown(numbers: vec[i64]) -> vec[i64]:
    """The numbers with as much room again behind them.

    Who holds the vector from before goes on to see its own numbers, and none that are written later.
    """
    found: list[i64] = []
    index: i64 = 0
    size: i64 = len(numbers)
    while index < size:
        found.append(numbers[index])
        index += 1
    while index < 2 * size:
        found.append(0)
        index += 1
    return vec[i64](found)


def numbers_of(numbers: vec[i64], count: i64) -> list[int]:
    """The first numbers of a vector as a list."""
    found: list[int] = []
    index: i64 = 0
    while index < count:
        found.append(numbers[index])
        index += 1
    return found
