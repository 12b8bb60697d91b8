"""Hands and drops of documents as the core takes them: tables where types and squares decide, else sieves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rete_chess.compiler._layers import Layer
from rete_chess.compiler.lower.patterns import lower_patterns
from rete_chess.compiler.lower.scope import Path, Scope
from rete_chess.compiler.lower.terms import lower_filter, lower_squares
from rete_chess.compiler.policies.policies import Policies
from rete_chess.compiler.provenance import DropLimit, Forbid, Limit, Word
from rete_chess.core.atoms import NOBODY
from rete_chess.core.geometry import COLORS, Geometry
from rete_chess.core.laws import Hands
from rete_chess.documents.language.filter import Filter as DocumentFilter
from rete_chess.documents.language.hands import STAY, DropEntry
from rete_chess.errors import BoardError
from rete_chess.facts.words.beforehand import fits, is_static
from rete_chess.facts.words.filters import Filter
from rete_chess.facts.words.places import bare_board
from rete_chess.facts.words.terms import Frame
from rete_chess.facts.words.word import COLOR, SQUARE, needs_of
from rete_chess.metering import Part, current_meter

if TYPE_CHECKING:
    from rete_chess.compiler.policies.drop_choice import Kinds


@dataclass
class HandRules:
    """What all documents say of hands and drops."""

    hands: Hands | None = None
    forbids: list[Forbid] = field(default_factory=list)  # what squares alone do not decide
    limits: list[Limit] = field(default_factory=list)
    tables: list[DropLimit] = field(default_factory=list)  # what they decide
    looks_after: bool = False


def hands_of(
    layers: Sequence[Layer], types: Sequence[str], royal: Sequence[frozenset[str]], geometry: Geometry
) -> HandRules:
    """Hands and drops of all layers; `royal` are the types that are royal, by colour."""
    said = [layer for layer in layers if layer.body.hands is not None]
    found = HandRules()
    for layer in layers:
        for index, entry in enumerate(layer.body.drops):
            _add_drop(found, entry, layer, ("drops", index), types, geometry)
    if not said:
        return HandRules()
    squares = [_squares(found.tables, types, color, geometry) for color in (0, 1)]
    held = [_held(said, color, types, royal[color]) for color in (0, 1)]
    becomes: dict[str, str] = {}
    for layer in said:
        becomes.update(layer.body.hands.becomes.items() if layer.body.hands else ())
    found.hands = Hands(
        holds=(held[0].holds, held[1].holds),
        gains=(held[0].gains, held[1].gains),
        becomes=tuple(sorted((name, to) for name, to in becomes.items() if name in types and to in types)),
        returns=not _stays(said),
        start=(held[0].start, held[1].start),
        squares=(squares[0], squares[1]),
    )
    return found


def _stays(said: Sequence[Layer]) -> bool:
    """Whether captured promoted pieces stay what they are, by the last word on it."""
    words = [layer.body.hands.promoted for layer in said if layer.body.hands]
    return next((word for word in reversed(words) if word is not None), None) == STAY


@dataclass(frozen=True)
class _Held:
    """What one side holds, at most and first, and what its hand grows by."""

    holds: tuple[str, ...]
    gains: str
    start: tuple[tuple[str, int], ...]


def _held(said: Sequence[Layer], color: int, types: Sequence[str], royal: frozenset[str]) -> _Held:
    """What the documents say of the hand of a side; of each key the last word counts."""
    own = [layer.body.hands for layer in said if layer.scope.covers(COLORS[color]) and layer.body.hands]
    holds: tuple[str, ...] | None = None
    gains, start = NOBODY, dict[str, int]()
    for hands in own:
        holds = hands.holds or holds
        gains = hands.captured or gains
        for side in ("both", COLORS[color]):
            start.update(hands.start.get(side, {}))
    if not own:
        return _Held((), NOBODY, ())
    able = [name for name in types if (name in holds if holds else name not in royal) or name in start]
    return _Held(tuple(able), gains, tuple((name, start[name]) for name in types if name in start))


def royal_by_side(policies: Policies, types: Sequence[str]) -> list[frozenset[str]]:
    """The types that are royal, or may be, by colour."""
    return [
        frozenset(
            name
            for step in policies.royal
            for name in types
            if step.royal.color in (-1, color) and name in step.royal.types
        )
        for color in (0, 1)
    ]


def never_grow(hands: Hands | None) -> bool:
    """Whether nothing comes into hands in the course of a game."""
    return hands is not None and all(gains == NOBODY for gains in hands.gains)


# -- limits on drops -------------------------------------------------------------------------------


def _add_drop(
    found: HandRules, entry: DropEntry, layer: Layer, path: Path, types: Sequence[str], geometry: Geometry
) -> None:
    """Take up an entry of `drops`."""
    from rete_chess.compiler.policies.drop_choice import DropChoice  # late: few games limit drops

    scope = layer.scope
    kinds = _kinds(entry, scope, path, types)
    word = Word(scope.document, scope.origin(path))
    because = entry.because or ""
    if entry.to is not None:
        squares = _fixed_squares(entry, scope, path, geometry)
        found.tables.append(DropLimit(word, because, kinds, squares))
    for key, given in (
        ("unless", entry.unless),
        ("forbid", None if entry.forbid is None else entry.forbid.after),
    ):
        if given is None:
            continue
        inner = scope.with_self()
        inner.variables.update(mover=COLOR, enemy=COLOR, to=SQUARE)
        place = (*path, key) if key == "unless" else (*path, key, "after")
        patterns = lower_patterns(given, inner, place)
        part = Part(f"a limit on drops of {scope.document}", scope.origin(path))
        chooses = DropChoice(kinds, patterns, key == "forbid", part)
        limit = Limit(word, because, False, chooses, needs_of(patterns).moves)
        found.limits.append(limit)
        found.forbids.append(Forbid(limit))
        found.looks_after = found.looks_after or key == "forbid"


def _fixed_squares(
    entry: DropEntry, scope: Scope, path: Path, geometry: Geometry
) -> tuple[frozenset[int], frozenset[int]]:
    """The squares of an entry, as White and as Black see them; these are known before the game."""
    place = (*path, "to")
    where = lower_squares(entry.to, scope.with_self(), place)
    frame = Frame(bare_board(geometry, current_meter()))
    if not where.is_fixed:
        hint = "ask for what stands on the board by `unless`"
        scope.report("E_DERIVE", "where pieces may be dropped is known before the game", place, hint)
        return frozenset(), frozenset()
    try:
        white, black = (
            frozenset(square for square in range(geometry.size) if where.has(square, color, frame))
            for color in (0, 1)
        )
    except BoardError as error:
        scope.report("E_SQUARE", f"{error.found} is not on the board", place, error.expected)
        return frozenset(), frozenset()
    return white, black


def _kinds(entry: DropEntry, scope: Scope, path: Path, types: Sequence[str]) -> Kinds:
    """The types and colours that an entry concerns."""
    chosen = Filter()
    if entry.for_ is not None:
        given = DocumentFilter.model_construct(type=entry.for_.type, color=entry.for_.color)
        chosen = lower_filter(given, scope.with_self(), (*path, "for"))
    if not is_static(chosen):
        scope.report("E_DERIVE", "types and sides are known before the game", (*path, "for"))
    sides = scope.limited(path)
    return frozenset(
        (name, color) for color in (0, 1) if sides[color] for name in types if fits(chosen, name, color)
    )


def _squares(
    tables: Sequence[DropLimit], types: Sequence[str], color: int, geometry: Geometry
) -> tuple[tuple[str, frozenset[int]], ...]:
    """The squares that all limits leave to each type that they concern."""
    found: list[tuple[str, frozenset[int]]] = []
    for name in types:
        own = [table.squares[color] for table in tables if (name, color) in table.kinds]
        if own:
            found.append((name, frozenset(range(geometry.size)).intersection(*own)))
    return tuple(found)
