"""The attributes that documents declare, and the values that pieces, sides and the game begin with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rete_chess.brief import shipped_name
from rete_chess.compiler._layers import Layer
from rete_chess.compiler._program import Seed
from rete_chess.compiler.lower.scope import Path, Scope
from rete_chess.compiler.lower.terms import lower_filter, lower_tile_filter, lower_value
from rete_chess.documents.language import attribute as source
from rete_chess.facts.session import CORE_ATTRIBUTES
from rete_chess.facts.vocabulary import Attribute
from rete_chess.facts.words.filters import Filter, TileFilter


def declare(layers: Sequence[Layer], attributes: dict[str, Attribute]) -> None:
    """Collect all declarations; two documents may share an attribute if they mean the same."""
    for layer in layers:
        for name, given in layer.body.attributes.items():
            path: Path = ("attributes", name)
            kind = "string" if given.type.kind == "enum" else given.type.kind
            if name in CORE_ATTRIBUTES:
                message = f"{name} is kept by the game itself and cannot be declared"
                layer.scope.report("E_ATTRIBUTE", message, path, "choose another name", key=True)
                continue
            known = attributes.get(name)
            if layer.is_modifier and known is not None and _is_shared(known, given, kind):
                continue
            words = given.type.words
            if known is not None and (known.of, known.type, known.words) != (given.of, kind, words):
                message = f"{name} is declared differently in {shipped_name(known.origin)}"
                layer.scope.report("E_ATTRIBUTE", message, path)
                continue
            attributes[name] = Attribute(
                name,
                given.of,
                kind,
                _bound(given.min, layer.scope, (*path, "min")),
                _bound(given.max, layer.scope, (*path, "max")),
                in_fen=given.fen,
                origin=layer.scope.origin(path),
                words=words,
                vital=given.vital or (known is not None and known.vital),
            )


def _is_shared(known: Attribute, given: source.Attribute, kind: str) -> bool:
    """Whether a modifier's value, whose type is all that it says, fits an attribute of others."""
    if known.of != given.of:
        return False
    if known.type == "int" and kind == "number":
        return not isinstance(given.start, float)
    return known.type == kind


def declared_by(layers: Sequence[Layer]) -> dict[str, frozenset[str]]:
    """For each attribute the ids of the presets that declare it; `""` stands for the variant."""
    found: dict[str, set[str]] = {}
    for layer in layers:
        for name in layer.body.attributes if not layer.is_general else ():  # which is for whoever has it
            found.setdefault(name, set()).add(layer.body.id if layer.is_preset else "")
    return {name: frozenset(owners) for name, owners in found.items()}


def _bound(given: Any, scope: Scope, path: Path) -> float | None:
    if given is None:
        return None
    term = lower_value(given, scope, path)
    bound = term.value
    if isinstance(bound, (int, float)):
        return bound
    scope.report("E_ATTRIBUTE", "a bound is a number that is known before the game", path)
    return None


def seeds_of(layers: Sequence[Layer]) -> tuple[Seed, ...]:
    """What begins with which value, in the order of the documents."""
    first: list[Seed] = []  # what wins over others
    seeds: list[Seed] = []
    for layer in layers:
        for name, given in layer.body.attributes.items():
            if given.start is not None:
                scope = layer.scope.fresh()
                path: Path = ("attributes", name)
                start = lower_value(given.start, scope, (*path, "start"))
                chosen = _chosen(given, scope, (*path, "for"))
                preset = layer.body.id if layer.is_preset else ""
                seed = Seed(name, given.of, start, chosen, scope.side, preset, scope.document, given.first)
                (first if given.first else seeds).append(seed)
    return (*first, *seeds)


def _chosen(given: source.Attribute, scope: Scope, path: Path) -> Filter | TileFilter | None:
    """The pieces or tiles that have an attribute."""
    if given.for_ is None:
        return None
    return (
        lower_tile_filter(given.for_, scope, path)
        if given.of == "tile"
        else lower_filter(given.for_, scope, path)
    )
