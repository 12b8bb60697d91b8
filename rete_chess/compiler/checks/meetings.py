"""Where presets meet: what two of them both change, who comes first, and which sets are refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rete_chess.compiler._face import with_presets
from rete_chess.compiler._joining import letters_in_play
from rete_chess.compiler._layers import layers_of
from rete_chess.compiler._program import ActivePreset, Program
from rete_chess.compiler.bundles import bundles_of
from rete_chess.compiler.checks._footprint import Footprint, describe_pieces, footprint
from rete_chess.compiler.checks.active import refusals
from rete_chess.compiler.lower.attributes import declare
from rete_chess.errors import ReteChessError
from rete_chess.facts.vocabulary import Attribute
from rete_chess.stages import ACTOR, AT, POINTS, TARGET

#: A note says how two presets go together, a warning that one of them loses something.
NOTE, WARNING = "note", "warning"


@dataclass(frozen=True)
class Meeting:
    """Something that two presets both change, the first of the list first."""

    presets: tuple[str, str]
    what: str
    severity: str
    text: str


@dataclass(frozen=True)
class Report:
    """What presets change, where they meet, and why they are refused, if they are."""

    footprints: tuple[Footprint, ...]
    meetings: tuple[Meeting, ...]
    refused: tuple[ReteChessError, ...]

    @property
    def is_fine(self) -> bool:
        return not self.refused and all(meeting.severity == NOTE for meeting in self.meetings)


def report_presets(program: Program, active: Sequence[ActivePreset]) -> Report:
    """Look at presets one by one, two by two and all together, in the variant of a program."""
    refused: list[ReteChessError] = list(refusals(active))
    attributes: dict[str, Attribute] = {}
    layers = layers_of(program.variant, active, bundles_of(program.variant, active), attributes)
    declare(layers, attributes)
    letters, _ = letters_in_play(program.variant, [(layer.body, layer.scope.config) for layer in layers])
    types = list(letters.values())
    footprints = tuple(footprint(layer, types) for layer in layers if layer.is_preset)
    if not refused:
        try:
            with_presets(program, active)
        except ReteChessError as error:
            refused.append(error)
    meetings = [
        meeting
        for index, later in enumerate(footprints)
        for earlier in footprints[:index]
        if earlier.id != later.id
        for meeting in meet(earlier, later, types)
    ]
    return Report(footprints, tuple(meetings), tuple(refused))


def meet(first: Footprint, second: Footprint, types: Sequence[str]) -> Iterator[Meeting]:
    """What two presets both change; `first` stands before `second` in the list."""
    pair = (first.id, second.id)
    yield from _movement(first, second, types)
    yield from _results(first, second)
    if first.royal and second.royal and not _are_for_two(first, second):
        text = "both say who is royal: every piece that either names is"
        yield Meeting(pair, "royalty", NOTE, text)
    if first.turn and second.turn and not _are_for_two(first, second):
        yield Meeting(pair, "turn", NOTE, "both set the length of turns: the longer turn counts")
    shared = [name for name in first.attributes if name in second.attributes]
    if shared:
        text = f"both give out {', '.join(shared)}: they share it, and {first.id} gives it its first value"
        yield Meeting(pair, "attribute", NOTE, text)
    for point in POINTS:
        if point in first.points and point in second.points and not _are_apart(first, second, point):
            yield Meeting(pair, "order", NOTE, _order(first, second, point))


def _movement(first: Footprint, second: Footprint, types: Sequence[str]) -> Iterator[Meeting]:
    pair = (first.id, second.id)
    both = first.replaced & second.replaced
    if both:
        whom = describe_pieces(both, types)
        text = f"both replace the moves of {whom}: {first.id} comes first and wins"
        yield Meeting(pair, "movement", WARNING, text)
    lost = set[tuple[str, int]]()
    for one, other in ((first, second), (second, first)):
        without = (one.added & other.replaced) - both
        if without:
            whom = describe_pieces(without, types)
            text = f"{other.id} replaces the moves of {whom}: what {one.id} changed of them is lost"
            yield Meeting(pair, "movement", WARNING, text)
        lost |= without
    mixed = (first.moved & second.moved) - both - lost
    if mixed:
        text = f"both change how {describe_pieces(mixed, types)} move, the second on top of the first"
        yield Meeting(pair, "movement", NOTE, text)
    if first.limits and second.limits:
        yield Meeting(pair, "limit", NOTE, "both limit which moves may be played, one after the other")


def _results(first: Footprint, second: Footprint) -> Iterator[Meeting]:
    pair = (first.id, second.id)
    if first.ends and second.ends:
        text = f"both can end the game: where both would, {first.id} is asked first"
        yield Meeting(pair, "result", NOTE, text)
    for one, other in ((first, second), (second, first)):
        if one.suppresses and other.ends:
            text = f"{one.id} turns mate and the draws off; {other.id} ends the game all the same"
            yield Meeting(pair, "result", NOTE, text)


def _are_apart(first: Footprint, second: Footprint, point: str) -> bool:
    """Whether the scopes of two presets keep their rules of a point from hearing the same event."""
    return _are_for_two(first, second) and AT[point].scope in (ACTOR, TARGET)


def _are_for_two(first: Footprint, second: Footprint) -> bool:
    """Whether one preset is for White and the other for Black."""
    return {first.scope, second.scope} == {"white", "black"}


def _order(first: Footprint, second: Footprint, point: str) -> str:
    """Who is heard first at a point: lower priorities, then the place in the list."""
    ours, theirs = first.points[point], second.points[point]
    if max(ours) < min(theirs):
        return f"both listen at {point}: {first.id} fires first, by its priority"
    if max(theirs) < min(ours):
        return f"both listen at {point}: {second.id} fires first, by its priority"
    if ours == theirs and len(ours) == 1:
        return f"both listen at {point}: {first.id} fires first, by the order of the list, which matters"
    return f"both listen at {point} with several priorities: lower ones first, then the order of the list"
