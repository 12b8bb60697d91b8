"""What conditions and actions look at, so that nothing is derived anew while that stays the same."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from rete_chess.facts.words.filters import Filter
from rete_chess.facts.words.patterns import (
    FreePattern,
    GamePattern,
    MovePattern,
    PiecePattern,
    PlacePattern,
    PresetPattern,
    SidePattern,
    SquarePattern,
    TileFilter,
)
from rete_chess.facts.words.targets import AroundTarget, BehindTarget, EventTarget, SquaresTarget
from rete_chess.facts.words.terms import CountOf, EventTerm, GameTerm, Name, PresetTerm

#: Facts of a piece that are always looked at.
_ALWAYS = ("type", "color")


@dataclass(frozen=True)
class Needs:
    """The attributes that are read, and what else."""

    attributes: frozenset[str] = frozenset()
    place: bool = False  # where pieces stand
    game: bool = False  # whose turn it is, counters, facts of sides and of the game
    others: bool = False  # pieces beside the one in question
    royal: bool = False
    check: bool = False  # what is attacked, or can be played
    event: bool = False

    def __or__(self, other: Needs) -> Needs:
        return Needs(
            self.attributes | other.attributes,
            *(getattr(self, flag) or getattr(other, flag) for flag in _FLAGS),
        )

    @property
    def is_wide(self) -> bool:
        """Whether every half-move may change what is read."""
        return self.place or self.is_fleeting

    @property
    def is_fleeting(self) -> bool:
        """Whether every half-move may change what is read, wherever it goes."""
        return self.game or self.check

    @property
    def looks_beyond(self) -> bool:
        """Whether more than the piece in question is looked at."""
        return self.others or self.game or self.check

    def concern(self, what: AbstractSet[str], place: str, everything: str) -> bool:
        """Whether what changed of an entity is read: attributes, its place, or all of it."""
        return everything in what or not self.attributes.isdisjoint(what) or (self.place and place in what)


_FLAGS = ("place", "game", "others", "royal", "check", "event")


def needs_of(part: Any, own: str = "") -> Needs:
    """What patterns, filters, terms, targets or actions look at; `own` names the piece in question."""
    found = _needs(part, own)
    for inner in _parts(part):
        found |= needs_of(inner, own)
    return found


def _parts(part: Any) -> Iterator[Any]:
    if isinstance(part, tuple):
        yield from part
    elif is_dataclass(part):
        for field in fields(part):
            yield getattr(part, field.name)


def _needs(part: Any, own: str) -> Needs:
    """What one part looks at by itself."""
    if isinstance(part, Filter):
        return Needs(
            frozenset(name for name, _ in part.attributes),
            place=part.square is not None,
            others=part.last or part.royal is not None,
            royal=part.royal is not None,
        )
    if isinstance(part, TileFilter):
        return Needs(frozenset(name for name, _ in part.attributes), place=True, others=True)
    if isinstance(part, Name):
        return _facts((part.attribute,), is_own=part.name == own)
    if isinstance(part, PiecePattern):
        return _facts(tuple(fact for _, fact in part.binds), is_own=False)
    if isinstance(part, SidePattern):
        return Needs(game=True, others=True, check=part.in_check is not None)
    if isinstance(part, (GamePattern, GameTerm, PresetPattern, PresetTerm)):
        return Needs(game=True)
    if isinstance(
        part, (SquarePattern, FreePattern, PlacePattern, AroundTarget, BehindTarget, SquaresTarget)
    ):
        return Needs(place=True, others=True)
    if isinstance(part, MovePattern):
        return Needs(place=True, others=True, check=True)
    if isinstance(part, (EventTerm, EventTarget)):
        return Needs(event=True)
    return Needs(others=isinstance(part, CountOf))


def _facts(names: tuple[str, ...], is_own: bool) -> Needs:
    """Facts of a bound piece by the names that references give them."""
    return Needs(
        frozenset(name for name in names if name and name not in (*_ALWAYS, "square")),
        place="square" in names,
        others=not is_own and any(names),
    )
