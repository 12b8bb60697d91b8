"""The documents that make a program, in order: the variants, then presets, tiles, abilities and modifiers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from rete_chess.compiler import catalog
from rete_chess.compiler._program import ActivePreset
from rete_chess.compiler.bundles import Bundles
from rete_chess.compiler.checks.settings import Body, check_names, merged_settings
from rete_chess.compiler.lower.scope import Scope
from rete_chess.compiler.variant import Variant
from rete_chess.core.geometry import Geometry
from rete_chess.documents import AbilityDocument, PresetDocument, TileDocument, Tree
from rete_chess.errors import DocumentError
from rete_chess.facts.vocabulary import Attribute
from rete_chess.presets.preset import PythonPreset


@dataclass
class Layer:
    """A document that takes part, with whom it concerns and its settings."""

    body: Body
    tree: Tree
    scope: Scope
    is_preset: bool
    python: PythonPreset | None = None  # the hooks of a preset that is written in Python
    place: int = -1  # its place among such presets
    is_general: bool = False  # it may concern any piece, and is no reason why one moves as it does
    is_modifier: bool = False  # a custom modifier, whose attributes may be those of others


def layers_of(
    variant: Variant,
    active: Sequence[ActivePreset],
    bundles: Bundles,
    attributes: dict[str, Attribute],
) -> list[Layer]:
    """The layers of a program; `attributes` is filled once all of them are known."""
    layers = [
        Layer(model, tree, _scope(model, tree, "both", (), attributes), False)
        for model, tree in zip(variant.models, variant.trees)
    ]
    place = 0
    for use in active:
        document, model = use.document, use.model
        scope = _scope(model, document.tree, use.scope, use.config, attributes)
        python = None if use.own is not None else catalog.python_preset(use.id)
        layers.append(Layer(model, document.tree, scope, True, python, -1 if python is None else place))
        place += python is not None
    for bundle in bundles.all:
        body = bundle.document.model
        assert isinstance(body, (TileDocument, AbilityDocument))
        scope = _scope(body, bundle.document.tree, "both", bundle.config, attributes)
        scope.carrier = bundle.carrier
        is_modifier = bundle.noun == "modifier"
        if is_modifier:
            scope.to_declare = "seed it"
        layers.append(Layer(body, bundle.document.tree, scope, False, is_modifier=is_modifier))
    for layer in layers:
        layer.scope.presets = tuple(dict.fromkeys(use.id for use in active))
        layer.scope.walls = bundles.walls
    if any(layer.body.zones for layer in layers):
        from rete_chess.compiler.lower.zones import take_zones  # late: few documents name any

        take_zones([(layer.scope, layer.body.zones) for layer in layers], len(variant.models))
    return layers


def make_layer(body: PresetDocument, tree: Tree, attributes: dict[str, Attribute], side: str) -> Layer:
    """The layer of a document that gives an attribute its meaning, for whoever has it of a side."""
    return Layer(body, tree, _scope(body, tree, side, (), attributes), False, is_general=True)


def _scope(
    model: Body,
    tree: Tree,
    side: str,
    config: Sequence[tuple[str, Any]],
    attributes: dict[str, Attribute],
) -> Scope:
    return Scope(model.id, tree, merged_settings(model, config), side, attributes)


def check_settings(layers: Sequence[Layer], types: Collection[str], board: Geometry) -> None:
    """Refuse settings that name a piece type, a square or a side that the game does not have."""
    for layer in layers:
        check_names(layer.body, layer.tree.value, layer.scope.config, types, board)


def raise_problems(layers: Sequence[Layer]) -> None:
    """Raise what was found wrong, all problems of the first faulty document at once."""
    for layer in layers:
        if layer.scope.problems:
            raise DocumentError(layer.tree.file, list(layer.scope.problems))
