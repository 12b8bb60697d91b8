"""Hooks of Python presets lowered: rules at their points, and filters among those of documents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rete_chess.compiler._layers import Layer
from rete_chess.compiler.movement.movement import Movement, Source
from rete_chess.documents import VariantDocument
from rete_chess.facts.network_rules import Condition, Constant, NetworkRule, Value
from rete_chess.facts.rules import Rule
from rete_chess.facts.words.actions import CallHook
from rete_chess.facts.words.terms import EventTerm
from rete_chess.facts.words.texts import Kinds
from rete_chess.presets.hooked import HookedPreset
from rete_chess.presets.hooks import ACTOR, HOOKS, QUERY, RULE, TARGET


def apply_movement(layers: Sequence[Layer], movement: Movement) -> tuple[HookedPreset, ...]:
    """Apply the movement of each layer; the Python presets among them, in order."""
    hooked: list[HookedPreset] = []
    for number, layer in enumerate(layers):
        is_of_variant = isinstance(layer.body, VariantDocument)
        preset = layer.body.id if layer.is_preset else ""
        is_carried = not (is_of_variant or layer.is_preset or layer.is_general)
        source = Source(number, preset, is_of_variant, is_carried, layer.is_general)
        movement.change(layer.body.moves, layer.scope, source)
        if layer.python is not None:
            scope, place = layer.scope, len(hooked)
            hooked.append(HookedPreset(layer.python, scope.side, scope.config, number))
            if hooked[place].has("filter_moves"):
                movement.forbids.append(PieceFilter(place))
            if hooked[place].has("filter_legal_moves"):
                movement.requires.append(ListFilter(place))
    movement.settle()
    return tuple(hooked)


@dataclass(frozen=True)
class PieceFilter:
    """The hook `filter_moves` among the filters of documents: it is asked piece by piece."""

    place: int

    def __call__(self, board: Any, moves: list[int]) -> list[int]:
        found: list[int] = board.referee.filter_piece(board, self.place, moves)
        return found


@dataclass(frozen=True)
class ListFilter:
    """The hook `filter_legal_moves` among the limits of documents. It may leave no move at all."""

    place: int

    def __call__(self, board: Any, moves: list[int]) -> list[int]:
        found: list[int] = board.referee.filter_all(board, self.place, moves)
        return found


def query_reason(hooked: Sequence[HookedPreset]) -> str:
    """Why tables cannot decide about moves, or nothing."""
    asked = [
        f"{preset.id}.{name}"
        for preset in hooked
        for name, hook in HOOKS.items()
        if hook.kind == QUERY and preset.has(name)
    ]
    return f"Python hooks decide about moves: {', '.join(asked)}" if asked else ""


def rule_hooks(layer: Layer) -> list[str]:
    """The hooks of a layer that are rules, in the order of the hooks."""
    python = layer.python
    return [] if python is None else [n for n, h in HOOKS.items() if h.kind == RULE and n in python.hooks]


def lower_hook(name: str, layer: Layer, number: int) -> Rule:
    """A hook as a rule: it hears the events of its point that its preset's scope covers."""
    python = layer.python
    assert python is not None
    hook = HOOKS[name]
    event: list[tuple[str, Value]] = [("event", hook.event)] if hook.event else []
    conditions: tuple[Condition, ...] = ()
    side = layer.scope.side
    if side != "both" and hook.scope == ACTOR:
        event.append(("side", side))
    if side != "both" and hook.scope == TARGET:
        conditions = (Condition("target", "Color", Constant(side)),)
    return Rule(
        id=f"{python.id}/{name}",
        origin=python.origin(name),
        preset=python.id,
        stage=hook.point,
        priority=0,
        joined=NetworkRule(number, hook.point, tuple(event), None, conditions),
        names=((hook.subject, EventTerm(hook.subject)),) if hook.subject else (),
        entities=(),
        guards=(),
        actions=(CallHook(name, layer.place),),
        kinds=Kinds(frozenset((hook.subject,)) if hook.subject else frozenset()),
        subject=hook.subject,
    )
