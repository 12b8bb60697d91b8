"""Which changes of movement take effect on one piece, and in which order.

The documents of the variant come one after another, then all presets together, then all that pieces carry,
then their bonuses. Among those that are looked at together, and within any document, the `use` that wins says
all about the ways of a piece: what else would add to them or bend them is left out, wherever it stands in the
list. What only takes moves away, or says whom a piece captures and what it becomes, holds all the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from rete_chess.compiler.movement._changes import PieceChange, Reading
from rete_chess.core.atoms import PieceType

if TYPE_CHECKING:
    from rete_chess.compiler.movement.single_pieces import Step


def in_effect(steps: Sequence[Step]) -> Iterator[tuple[int, PieceChange]]:
    """Of the changes that concern a piece those that take effect, each by its place and as far as it does."""
    for _, members in groupby(range(len(steps)), key=lambda place: steps[place].group):
        places = list(members)
        winner = _winner(steps, places)
        if winner is None:
            yield from ((place, steps[place].change) for place in places)
            continue
        yield winner, steps[winner].change
        rest = [(place, steps[place].change.without_ways()) for place in places if place != winner]
        yield from ((place, change) for place, change in rest if change != PieceChange())


def _winner(steps: Sequence[Step], places: Sequence[int]) -> int | None:
    """The last `use` of the first document that has one."""
    uses = [place for place in places if steps[place].change.use is not None]
    return max((place for place in uses if steps[place].layer == steps[uses[0]].layer), default=None)


def changed(piece: PieceType, steps: Sequence[Step], readings: Sequence[Reading]) -> PieceType:
    """A type after all changes that concern a piece, given what each of them reads off it."""
    for place, change in in_effect(steps):
        piece = step_on(piece, steps[place], change, readings[place])
    return piece


def step_on(piece: PieceType, step: Step, change: PieceChange, reading: Reading) -> PieceType:
    """A type after one change, as far as it takes effect."""
    piece = change.on(piece, reading)
    is_override = change.use is not None and not step.is_of_variant
    return replace(piece, override=step.layer) if is_override else piece
