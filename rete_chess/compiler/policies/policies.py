"""Policies of documents as the core takes them: royalty, check, turns, and how the game ends."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from rete_chess.compiler._layers import Layer
from rete_chess.compiler.lower.choices import lower_own
from rete_chess.compiler.lower.patterns import lower_state
from rete_chess.compiler.lower.scope import Path, Scope, Sides
from rete_chess.compiler.lower.terms import lower_needed, lower_test, lower_value
from rete_chess.compiler.movement.single_pieces import RoyalStep
from rete_chess.compiler.policies.ends import NO_MOVE, End, HookEnd
from rete_chess.compiler.policies.predicates import Setting, any_of, never, predicate
from rete_chess.compiler.provenance import PolicyWord, Word
from rete_chess.core.atoms import PieceType
from rete_chess.core.geometry import COLORS
from rete_chess.core.laws import Growth, Predicate, Royal
from rete_chess.core.results import BOTH
from rete_chess.documents import VariantDocument
from rete_chess.documents.language.filter import Filter as DocumentFilter
from rete_chess.documents.language.policy import MOST_HALF_MOVES, TurnPolicy
from rete_chess.documents.language.values import Ref
from rete_chess.documents.reading.tree import format_path
from rete_chess.facts.words.beforehand import is_static
from rete_chess.facts.words.filters import Test
from rete_chess.facts.words.patterns import Pattern, TestPattern
from rete_chess.facts.words.terms import Const, Frame, Term
from rete_chess.facts.words.word import COLOR, TYPE, needs_of
from rete_chess.metering import Part
from rete_chess.presets.hooks import HOOKS, QUERY, RESULT
from rete_chess.presets.preset import PythonPreset

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


@dataclass
class Policies:
    """What the layers say about royalty, checks, turns and ends, put together."""

    royal: list[RoyalStep] = field(default_factory=list)
    self_check: list[bool] = field(default_factory=lambda: [True, True])
    turn: Turns = field(default_factory=Turns)
    exempt: list[tuple[tuple[Pattern, ...], Sides, Part]] = field(default_factory=list)
    ends: list[End | HookEnd] = field(default_factory=list)
    settled: list[End] = field(default_factory=list)  # asked where the game would be a draw
    defaults: list[bool] = field(default_factory=lambda: [True, True])
    has_claims: bool = False
    scanty: list[tuple[tuple[Pattern, ...], Part]] | None = None  # too little to win with, in each case
    royal_words: list[Word | None] = field(default_factory=lambda: [None, None])  # who said it last, by side
    words: list[PolicyWord] = field(default_factory=list)  # all that counts, movement too

    def add(self, layer: Layer, kept: Sides) -> None:
        """Take in what a document says; `kept` are the sides for which no other sets aside what it says of
        the end. Royalty is put together by `policies_of`."""
        body, scope = layer.body, layer.scope
        if body.check is not None:
            unless = lower_unless(body.check.unless, scope)
            part = Part(f"check.unless of {scope.document}", scope.origin(("check", "unless")))
            self.exempt.append((unless, scope.limited(("check",)), part))
        if body.self_check is not None and body.self_check.allow is not None:
            for number, color in enumerate(COLORS):
                if body.self_check.allow == "any" or scope.covers(color):
                    self.self_check[number] = False
        if body.turn is not None:
            take_turn(self.turn, body.turn, scope)
        if body.result is not None and any(kept):
            self.ends += lower_ends(body.result.ends, scope, kept)
            self.settled += lower_ends(body.result.drawn, scope, kept, "drawn")
            if body.result.insufficient is not None:
                self.scanty = lower_insufficient(body.result.insufficient, scope)
            self.has_claims = self.has_claims or body.result.claims == "allow"
            if body.result.defaults == "suppress":
                for number, is_covered in enumerate(scope.sides):
                    self.defaults[number] &= not (is_covered and kept[number])
        if layer.python is not None and "on_check_game_result" in layer.python.hooks:
            self.ends.append(HookEnd(layer.place, scope.sides))


def policies_of(layers: Sequence[Layer], types: Sequence[str]) -> Policies:
    """The policies of all layers, side by side. What presets say of royalty is united and replaces the
    variant's word; what the variants below a document say of the end counts unless its word stands `instead`.
    """
    found = Policies()
    crowning = _on_royalty(layers)
    for layer, sides in crowning:
        found.royal += lower_royal(layer.body.royal or (), types, layer.scope, sides)
        word = Word(layer.scope.document, layer.scope.origin(("royal",)))
        found.royal_words = [word if said else last for said, last in zip(sides, found.royal_words)]
    for number, layer in enumerate(layers):
        kept = _kept(layers, number)
        found.add(layer, kept)
        found.words += _words(layer, any(layer is other for other, _ in crowning), not any(kept))
    return found


def _on_royalty(layers: Sequence[Layer]) -> list[tuple[Layer, Sides]]:
    """The layers that say who is royal, each with the sides for which its word counts."""
    own = [layer for layer in layers if layer.body.royal is not None]
    chosen: list[list[Layer]] = []
    for color in COLORS:
        presets = [layer for layer in own if layer.is_preset and layer.scope.covers(color)]
        chosen.append(presets or [layer for layer in own if not layer.is_preset][-1:])
    found = [(layer, (layer in chosen[0], layer in chosen[1])) for layer in own]
    return [(layer, sides) for layer, sides in found if any(sides)]


def _kept(layers: Sequence[Layer], number: int) -> Sides:
    """The sides for which nobody sets aside what a layer says of the end."""
    if not isinstance(layers[number].body, VariantDocument):
        return BOTH
    later = [layer for layer in layers[number + 1 :] if layer.body.result and layer.body.result.instead]
    white, black = (not any(layer.scope.covers(color) for layer in later) for color in COLORS)
    return (white, black)


#: The policies of a document by their keys; of those that are lists, every entry is one.
_KEYS: Final[tuple[Path, ...]] = (
    ("royal",),
    ("check",),
    ("selfCheck",),
    ("turn",),
    ("clock",),
    ("moves",),
    ("hands",),
    ("drops",),
    ("sight",),
    ("result", "instead"),
    ("result", "defaults"),
    ("result", "claims"),
    ("result", "insufficient"),
    ("result", "ends"),
    ("result", "drawn"),
)


def _words(layer: Layer, is_crowning: bool, is_set_aside: bool) -> Iterator[PolicyWord]:
    """The policies of a document that count, each with its line."""
    for path in _KEYS:
        if (path[0] == "royal" and not is_crowning) or (path[0] == "result" and is_set_aside):
            continue
        value: Any = layer.tree.value
        for key in path:
            value = value.get(key) if isinstance(value, dict) else None
        if value is None:
            continue
        is_many = isinstance(value, list) and path[0] != "royal"
        parts = [((*path, index), part) for index, part in enumerate(value)] if is_many else [(path, value)]
        for place, part in parts:
            word = Word(layer.scope.document, layer.scope.origin(place))
            yield PolicyWord(word, format_path(place), part, layer.scope.side)
    if layer.python is not None:
        yield from _asked(layer.python, layer.scope.side)


def _asked(python: PythonPreset, side: str) -> Iterator[PolicyWord]:
    """The hooks that are asked about moves, royalty or the result."""
    for name, hook in HOOKS.items():
        if name in python.hooks and hook.kind in (QUERY, RESULT):
            yield PolicyWord(Word(python.id, python.origin(name)), name, None, side)


def lower_royal(
    given: Sequence[DocumentFilter], types: Sequence[str], scope: Scope, sides: Sides = BOTH
) -> list[RoyalStep]:
    """Which types are royal, for whom, and whether only the last of them; else which pieces are."""
    found = []
    for index, filter_ in enumerate(given):
        path: Path = ("royal", index)
        _, lowered = lower_own(filter_.model_copy(update={"last": None}), scope.with_self(), path)
        if not is_static(lowered):
            if needs_of(lowered).royal:
                scope.report("E_DERIVE", "who is royal cannot depend on who is royal", (*path, "royal"))
            found.append(RoyalStep(Royal((), bool(filter_.last), _color_of(_fitting(None, sides))), lowered))
            continue
        names = tuple(
            name for name in types if lowered.type is None or lowered.type.holds(name, Frame(_NO_BOARD))
        )
        colors = _fitting(lowered.color, sides)
        found.append(RoyalStep(Royal(names if colors else (), bool(filter_.last), _color_of(colors))))
    return found


_NO_BOARD: Any = None


def _fitting(test: Test | None, sides: Sides) -> list[int]:
    """Those of some sides that pass a test."""
    return [
        number
        for number, color in enumerate(COLORS)
        if sides[number] and (test is None or test.holds(color, Frame(_NO_BOARD)))
    ]


def _color_of(numbers: list[int]) -> int:
    """The only side of a list; -1 for any other list."""
    return numbers[0] if len(numbers) == 1 else -1


def royal_types(royal: Sequence[RoyalStep], types: Sequence[str]) -> frozenset[str]:
    """The types that are royal on both sides."""
    said = {(name, color) for step in royal for name in step.royal.types for color in _colors_of(step.royal)}
    return frozenset(name for name in types if {(name, 0), (name, 1)} <= said)


def _colors_of(royal: Royal) -> tuple[int, ...]:
    return (0, 1) if royal.color < 0 else (royal.color,)


def lower_unless(given: Sequence[Any], scope: Scope) -> tuple[Pattern, ...]:
    """The patterns while which nobody is in check; what itself asks for checks would never come to an end."""
    path: Path = ("check", "unless")
    lowered = lower_state(tuple(given), scope.with_self(), path)
    for index, pattern in enumerate(lowered[len(lowered) - len(given) :]):  # behind that of a carrier
        if needs_of(pattern).check:
            hint = "ask for pieces, squares or attributes here"
            message = "this asks who is in check, which is what `unless` has to decide"
            scope.report("E_CHECK_ASKED", message, (*path, index), hint)
    return lowered


def lower_exempt(
    given: Sequence[tuple[tuple[Pattern, ...], Sides, Part]], setting: Setting
) -> tuple[Predicate | None, Predicate | None]:
    """The positions in which a side is not in check, by colour."""
    found = [(predicate(patterns, setting, part), sides) for patterns, sides, part in given]
    white, black = ([holds for holds, sides in found if sides[color]] for color in (0, 1))
    return (any_of(white), any_of(black))


def lower_insufficient(
    given: Sequence[Sequence[Any]], scope: Scope
) -> list[tuple[tuple[Pattern, ...], Part]]:
    """The positions in which nobody has enough left, which is a matter of both sides."""
    path: Path = ("result", "insufficient")
    if scope.side != "both":
        message = "what is insufficient is so for both sides, and the preset is for one"
        scope.report("E_SCOPE", message, path, "activate the preset for both sides")
    found = []
    for index, case in enumerate(given):
        place: Path = (*path, index)
        part = Part(f"insufficient material of {scope.document}", scope.origin(place))
        found.append((lower_state(tuple(case), scope.with_self(), place), part))
    return found


def lower_scanty(
    cases: Sequence[tuple[tuple[Pattern, ...], Part]] | None, setting: Setting
) -> Predicate | None:
    """Whether a position is one of these cases; None where no document says any."""
    if cases is None:
        return None
    return any_of([predicate(patterns, setting, part) for patterns, part in cases]) or never


def lower_ended(ends: Sequence[End | HookEnd], setting: Setting) -> Predicate | None:
    """Whether the game has ended by a rule; that there is no move at all ends it anyway."""
    asked = [end for end in ends if isinstance(end, End) and NO_MOVE not in end.when]
    return any_of([predicate(end.when, setting, end) for end in asked])


def lower_ends(given: Sequence[Any], scope: Scope, kept: Sides = BOTH, key: str = "ends") -> list[End]:
    """The ends of a document: who wins by them is of its scope, unless they name a side or `$scope`.

    Where a side sets them aside they are left to the other; a draw is for both.
    """
    ends = []
    for index, end in enumerate(given):
        path: Path = ("result", key, index)
        inner = scope.with_self()
        when = lower_state(end.when, inner, (*path, "when"))
        winner = None if end.win is None else lower_needed(end.win, COLOR, inner, (*path, "win"))
        sides = scope.limited(path)
        if winner is None and sides != BOTH:
            hint = "write `$scope` in its patterns, or activate the preset for both sides"
            scope.report("E_SCOPE", "a draw is for both sides, and the preset for one", path, hint)
        if winner is not None and winner.is_constant:
            sides = BOTH
        sides = (sides[0] and kept[0], sides[1] and kept[1])
        if sides != BOTH and winner is None:
            continue
        if sides != BOTH and winner is not None:
            when = (*when, _is_of(winner, sides))
        ends.append(End(winner, end.why, when, scope.origin(path)))
    return ends


def _is_of(winner: Term, sides: Sides) -> Pattern:
    """The condition that the winner is one of some sides."""
    colors = tuple(color for color, is_meant in zip(COLORS, sides) if is_meant)
    return TestPattern(winner, Test("in", Const(colors)))


# -- turns ------------------------------------------------------------------------------------------


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
    if GROWS_WITH in (given, getattr(given, "of", None)):
        found.growth[color] = Growth(getattr(given, "times", 1), getattr(given, "plus", 0))
        return
    count = lower_value(given, scope, path).value
    if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= MOST_HALF_MOVES:
        message = f"a turn has 1 to {MOST_HALF_MOVES} half-moves, known before the game"
        scope.report("E_TURN", message, path, "or as many as $game.FullmoveNumber, or a multiple of it")
        return
    if count > found.moves[color]:
        found.moves[color], found.parts[color] = count, ()


# -- the clock ---------------------------------------------------------------------------------------


def with_clock(pieces: Sequence[PieceType], layers: Sequence[Layer]) -> list[PieceType]:
    """Piece types by the last word on the clock; captures set it back whatever a document says."""
    layer = next((layer for layer in reversed(layers) if layer.body.clock is not None), None)
    if layer is None or layer.body.clock is None:
        return list(pieces)
    tests = [
        lower_test(entry.piece.type, layer.scope, ("clock", "resets", place, "piece", "type"), TYPE)
        for place, entry in enumerate(layer.body.clock.resets)
        if entry.piece is not None
    ]
    frame = Frame(_NO_BOARD)
    return [replace(piece, resets=any(test.holds(piece.id, frame) for test in tests)) for piece in pieces]
