"""Policies of documents as the core takes them: royalty, check, turns, and how the game ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rete_chess.compiler._layers import Layer
from rete_chess.compiler.lower.choices import is_static, lower_own
from rete_chess.compiler.lower.patterns import lower_state
from rete_chess.compiler.lower.scope import Path, Scope
from rete_chess.compiler.lower.terms import lower_needed, lower_value
from rete_chess.compiler.movement.single_pieces import RoyalStep
from rete_chess.compiler.policies.ends import NO_MOVE, End, HookEnd
from rete_chess.compiler.policies.predicates import Setting, predicate
from rete_chess.compiler.provenance import Word
from rete_chess.core.board import Board
from rete_chess.core.geometry import COLORS
from rete_chess.core.laws import Predicate, Royal
from rete_chess.documents import VariantDocument
from rete_chess.documents.language.filter import Filter as DocumentFilter
from rete_chess.facts.words.filters import Test
from rete_chess.facts.words.patterns import Pattern
from rete_chess.facts.words.terms import Frame
from rete_chess.facts.words.word import COLOR, needs_of


@dataclass
class Policies:
    """What the layers say about royalty, checks, turns and ends, put together."""

    royal: list[RoyalStep] = field(default_factory=list)
    self_check: list[bool] = field(default_factory=lambda: [True, True])
    turn: tuple[int, int] = (1, 1)
    exempt: list[tuple[Pattern, ...]] = field(default_factory=list)
    ends: list[End | HookEnd] = field(default_factory=list)
    has_defaults: bool = True
    royal_word: Word | None = None  # who said last what is royal

    def add(self, layer: Layer, is_set_aside: bool) -> None:
        """Take in what a document says, but not how the game ends where another sets that aside; royalty
        is put together by `policies_of`."""
        body, scope = layer.body, layer.scope
        if body.check is not None:
            self.exempt.append(lower_state(body.check.unless, scope.with_self(), ("check", "unless")))
        if body.self_check is not None and body.self_check.allow is not None:
            for number, color in enumerate(COLORS):
                if body.self_check.allow == "any" or scope.covers(color):
                    self.self_check[number] = False
        if body.turn is not None:
            moves = turn_moves(body.turn, scope)
            self.turn = (max(self.turn[0], moves[0]), max(self.turn[1], moves[1]))
        if body.result is not None and not is_set_aside:
            self.ends += lower_ends(body.result.ends, scope)
            self.has_defaults = self.has_defaults and body.result.defaults != "suppress"
        if layer.python is not None and "on_check_game_result" in layer.python.hooks:
            self.ends.append(HookEnd(layer.place))


def policies_of(layers: Sequence[Layer], types: Sequence[str]) -> Policies:
    """The policies of all layers. What presets say of royalty is united and replaces the variant's word;
    what the variants below a document say of the end counts unless its word stands `instead`."""
    found = Policies()
    own = [layer for layer in layers if layer.body.royal is not None]
    for layer in [layer for layer in own if layer.is_preset] or own[-1:]:
        found.royal += lower_royal(layer.body.royal or (), types, layer.scope)
        found.royal_word = Word(layer.scope.document, layer.scope.origin(("royal",)))
    instead = [
        number for number, layer in enumerate(layers) if layer.body.result and layer.body.result.instead
    ]
    first = max(instead, default=0)
    for number, layer in enumerate(layers):
        found.add(layer, number < first and isinstance(layer.body, VariantDocument))
    return found


def lower_royal(given: Sequence[DocumentFilter], types: Sequence[str], scope: Scope) -> list[RoyalStep]:
    """Which types are royal, for whom, and whether only the last of them; else which pieces are."""
    found = []
    for index, filter_ in enumerate(given):
        path: Path = ("royal", index)
        _, lowered = lower_own(filter_.model_copy(update={"last": None}), scope.with_self(), path)
        if not is_static(lowered):
            if needs_of(lowered).royal:
                scope.report("E_DERIVE", "who is royal cannot depend on who is royal", (*path, "royal"))
            found.append(RoyalStep(Royal((), bool(filter_.last)), lowered))
            continue
        names = tuple(
            name for name in types if lowered.type is None or lowered.type.holds(name, Frame(_NO_BOARD))
        )
        found.append(RoyalStep(Royal(names, bool(filter_.last), _one_color(lowered.color))))
    return found


_NO_BOARD: Any = None


def _one_color(test: Test | None) -> int:
    if test is None:
        return -1
    fitting = [number for number, color in enumerate(COLORS) if test.holds(color, Frame(_NO_BOARD))]
    return fitting[0] if len(fitting) == 1 else -1


def lower_ended(ends: Sequence[End | HookEnd], setting: Setting) -> Predicate | None:
    """Whether the game has ended by a rule; that there is no move at all ends it anyway."""
    asked = [end.when for end in ends if isinstance(end, End) and NO_MOVE not in end.when]
    return any_of([predicate(when, setting) for when in asked])


def any_of(predicates: Sequence[Predicate]) -> Predicate | None:
    """Whether one of several conditions holds; None if there are none."""
    if not predicates:
        return None
    if len(predicates) == 1:
        return predicates[0]

    def holds_any(board: Board) -> bool:
        for condition in predicates:
            if condition(board):
                return True
        return False

    return holds_any


def lower_ends(given: Sequence[Any], scope: Scope) -> list[End]:
    ends = []
    for index, end in enumerate(given):
        path: Path = ("result", "ends", index)
        inner = scope.with_self()
        when = lower_state(end.when, inner, (*path, "when"))
        winner = None if end.win is None else lower_needed(end.win, COLOR, inner, (*path, "win"))
        ends.append(End(winner, end.why, when, scope.origin(path)))
    return ends


def turn_moves(given: Any, scope: Scope) -> tuple[int, int]:
    """How many half-moves a turn has for each side, 1 where the policy does not concern it."""
    value = lower_value(given.moves, scope, ("turn", "moves"))
    count = value.value
    if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= 16:
        scope.report("E_TURN", "a turn has 1 to 16 half-moves, known before the game", ("turn", "moves"))
        return (1, 1)
    concerned = tuple(given.for_ == "any" or scope.covers(color) for color in COLORS)
    return (count if concerned[0] else 1, count if concerned[1] else 1)
