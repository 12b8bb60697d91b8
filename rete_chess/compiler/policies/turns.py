"""The turns of documents as the core takes them: so many half-moves, growing with the game, or in parts."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any, Final

from rete_chess.compiler.lower.scope import Path, Scope
from rete_chess.compiler.lower.terms import lower_value
from rete_chess.core.geometry import COLORS
from rete_chess.core.laws import Growth
from rete_chess.documents.language.policy import MOST_HALF_MOVES, TurnPolicy
from rete_chess.documents.language.values import Ref, Scaled, is_ref

#: The number that turns may grow with: it is the same throughout a turn.
GROWS_WITH: Final = Ref("game", "FullmoveNumber")


@dataclass
class Turns:
    """What documents say of turns, by colour."""

    moves: list[int] = field(default_factory=lambda: [1, 1])
    growth: list[Growth | None] = field(default_factory=lambda: [None, None])
    parts: list[tuple[str, ...]] = field(default_factory=lambda: [(), ()])
    named: list[tuple[str, Scope, Path]] = field(default_factory=list)  # the acts among parts, and where

    @property
    def is_single(self) -> bool:
        """Whether every turn is one half-move."""
        return self.moves == [1, 1] and self.growth == [None, None]

    def check(self, acts: Collection[str]) -> None:
        """Report parts that are acts which nobody can do."""
        for name, scope, path in self.named:
            if name not in acts:
                known = f"its acts are {', '.join(sorted(acts))}" if acts else "say it under `acts`"
                scope.report("E_TURN", f"there is no act {name!r}", path, known)


def take_turn(found: Turns, given: TurnPolicy, scope: Scope) -> None:
    """Take in what a document says of turns: the longest count."""
    for number, color in enumerate(COLORS):
        if not (given.for_ == "any" or scope.covers(color)):
            continue
        own = getattr(given, color)
        if given.parts is not None:
            parts = tuple("" if isinstance(part, str) else part.act for part in given.parts)
            if len(parts) >= found.moves[number]:
                found.parts[number], found.moves[number] = parts, len(parts)
        elif own is not None or given.moves is not None:
            key = "moves" if own is None else color
            _take_count(found, number, given.moves if own is None else own, scope, ("turn", key))
    for index, part in enumerate(given.parts or ()):
        if not isinstance(part, str):
            found.named.append((part.act, scope, ("turn", "parts", index, "act")))


def _take_count(found: Turns, color: int, given: Any, scope: Scope, path: Path) -> None:
    """Take in a number of half-moves of a side."""
    if is_ref(given) and given == GROWS_WITH:
        given = Scaled(of=given)
    if isinstance(given, Scaled) and given.of == GROWS_WITH:
        found.growth[color] = Growth(given.times, given.plus)
        return
    count = lower_value(given, scope, path).value
    if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= MOST_HALF_MOVES:
        message = f"a turn has 1 to {MOST_HALF_MOVES} half-moves, known before the game"
        scope.report("E_TURN", message, path, "or as many as $game.FullmoveNumber, or a multiple of it")
        return
    if count > found.moves[color]:
        found.moves[color], found.parts[color] = count, ()
