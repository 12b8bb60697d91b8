"""Pieces that may be taken in passing: on squares that they have just passed, not where they stand."""

from __future__ import annotations

from typing import NamedTuple

from rete_chess.core.keys import en_passant_key


class Exposed(NamedTuple):
    """A piece that has just passed squares on which it may be taken."""

    targets: tuple[int, ...]
    victim: int
    key: int


def exposed_by(passed: tuple[int, ...], victim: int) -> Exposed:
    """The state of a piece that has just passed some squares."""
    key = 0
    for target in passed:
        key ^= en_passant_key(target, victim)
    return Exposed(passed, victim, key)
