"""The modifier kinds in play: those that profiles use, and those whose attributes documents speak of.

Each is a document like any other, the last of all: what a piece has by a profile comes after what its
type, the variant and the presets say.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rete_chess.compiler import catalog
from rete_chess.compiler._layers import Layer, make_layer
from rete_chess.compiler.profiles.stack import Stack
from rete_chess.core.geometry import COLORS
from rete_chess.documents.kinds.preset import PresetDocument
from rete_chess.facts.vocabulary import Attribute
from rete_chess.modifiers.catalog import MODIFIER_KINDS
from rete_chess.modifiers.kind import ModifierKind


def kinds_in_play(layers: Sequence[Layer], stack: Stack) -> tuple[ModifierKind, ...]:
    """The kinds that matter; a document that declares such an attribute itself means its own."""
    used = {entry.kind for entry in stack.entries} | {*stack.earned}
    declared = {name for layer in layers for name in layer.body.attributes}
    words = {word for layer in layers for word in _words(layer.tree.value)}
    spoken_of = {kind.id for kind in MODIFIER_KINDS if kind.attr_name in words} - declared
    return tuple(kind for kind in MODIFIER_KINDS if kind.id in used | spoken_of)


def _words(value: Any) -> Iterator[str]:
    """All keys and texts of a document, and the attributes of its references."""
    todo = [value]
    while todo:
        part = todo.pop()
        if isinstance(part, dict):
            yield from part
            todo += part.values()
        elif isinstance(part, list):
            todo += part
        elif isinstance(part, str):
            yield part.rpartition(".")[2] if part.startswith("$") else part


def kind_layers(
    kinds: Sequence[ModifierKind], layers: Sequence[Layer], attributes: dict[str, Attribute]
) -> list[Layer]:
    """What the kinds do, as layers, for the sides to which nobody else gives what they would provide."""
    found = []
    for kind in kinds:
        sides = [color for color in COLORS if kind.is_needed(_declared(layers, color))]
        if sides:
            document = catalog.kind(kind.document_id)
            assert isinstance(document.model, PresetDocument)
            side = "both" if len(sides) == len(COLORS) else sides[0]
            found.append(make_layer(document.model, document.tree, attributes, side))
    return found


def _declared(layers: Sequence[Layer], color: str) -> set[str]:
    """The attributes that documents in force for a side declare."""
    return {name for layer in layers if layer.scope.side in ("both", color) for name in layer.body.attributes}


def declare_kinds(kinds: Sequence[ModifierKind], attributes: dict[str, Attribute]) -> None:
    """Declare the attributes of the kinds."""
    for kind in kinds:
        attributes[kind.attr_name] = kind.attribute
