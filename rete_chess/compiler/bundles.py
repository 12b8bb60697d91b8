"""The tiles, abilities and modifiers that a program needs: those its variant names, and tiles rules make.

A document that lies beside the variant's file comes before a shipped one of the same id.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from rete_chess import primitives
from rete_chess.compiler import catalog
from rete_chess.compiler._program import ActivePreset
from rete_chess.compiler.lower.scope import Path
from rete_chess.compiler.variant import Variant
from rete_chess.core.geometry import geometry
from rete_chess.documents import AbilityDocument, Document, ModifierDocument, TileDocument, Tree
from rete_chess.documents.kinds.body import Body
from rete_chess.documents.kinds.modifier import ModifierUse
from rete_chess.documents.kinds.neighbours import Name as DocumentName
from rete_chess.documents.kinds.variant import AbilityUse
from rete_chess.documents.language.values import is_ref
from rete_chess.documents.reading.tree import format_path
from rete_chess.errors import DocumentError, NameLookupError, Problem, nearest
from rete_chess.facts.carriers import Carrier, of_piece, of_tile
from rete_chess.facts.tiles import STANDARD

Config = tuple[tuple[str, Any], ...]


@dataclass(frozen=True)
class Bundle:
    """A tile type or ability in play: its document, who carries it, and its settings."""

    document: Document
    carrier: Carrier
    config: Config = ()
    noun: str = "ability"  # what people call it, if a piece carries it
    triggers: tuple[str, ...] | None = None  # what a modifier waits for; else what its rules say

    @property
    def id(self) -> str:
        """The id of its document."""
        model = self.document.model
        assert isinstance(model, (AbilityDocument, TileDocument))
        return model.id


@dataclass(frozen=True)
class Given:
    """An ability or a modifier that a variant gives: where it says so, and the bundle that is meant."""

    model: int  # the variant's document, by its place in the chain
    path: Path
    use: AbilityUse | ModifierUse
    bundle: Bundle


@dataclass
class Bundles:
    """All bundles of a program."""

    tiles: dict[str, Bundle] = field(default_factory=dict)
    abilities: list[Bundle] = field(default_factory=list)
    modifiers: list[Bundle] = field(default_factory=list)
    given: list[Given] = field(default_factory=list)
    sources: dict[DocumentName, Document] = field(default_factory=dict)  # what was asked for by name

    @property
    def all(self) -> tuple[Bundle, ...]:
        """The bundles in the order in which their rules are asked: squares before pieces, tiles by id."""
        return (*(self.tiles[name] for name in sorted(self.tiles)), *self.abilities, *self.modifiers)

    @property
    def of_pieces(self) -> tuple[Bundle, ...]:
        """Those that pieces carry."""
        return (*self.abilities, *self.modifiers)

    @property
    def walls(self) -> frozenset[str]:
        """The tile types that close their squares."""
        return frozenset(
            name
            for name, bundle in self.tiles.items()
            if isinstance(bundle.document.model, TileDocument) and bundle.document.model.blocks
        )


def bundles_of(variant: Variant, active: Sequence[ActivePreset]) -> Bundles:
    """The bundles of a variant with some presets in force; unknown names are reported by line."""
    return _Search(variant).find(active)


class _Search:
    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.found = Bundles()
        self.problems: dict[str, list[Problem]] = {}

    def find(self, active: Sequence[ActivePreset]) -> Bundles:
        for number, (model, tree) in enumerate(zip(self.variant.models, self.variant.trees)):
            for square, name in model.tiles.items():
                self._tile(name, tree, ("tiles", square))
            self._made_tiles(model, tree, ())
            for index, use in enumerate(model.abilities):
                self._ability(use, number, tree, ("abilities", index))
        self._modifiers()
        for preset in active:
            document = preset.document
            if isinstance(document.model, Body):
                self._made_tiles(document.model, document.tree, preset.config)
        for file, problems in self.problems.items():
            raise DocumentError(file, problems)
        return self.found

    def _tile(self, name: str, tree: Tree, path: Path) -> None:
        """Take a tile type in, with all types that its own rules make."""
        if name == STANDARD or name in self.found.tiles:
            return
        document = self._document("tile", catalog.tile, name, tree, path)
        if document is not None:
            self.found.tiles[name] = Bundle(document, of_tile(name))
            assert isinstance(document.model, TileDocument)
            self._made_tiles(document.model, document.tree, ())

    def _ability(self, use: AbilityUse, number: int, tree: Tree, path: Path) -> None:
        config = tuple(sorted(use.config.items()))
        alike = [b for b in self.found.abilities if b.id == use.id]
        bundle = next((bundle for bundle in alike if bundle.config == config), None)
        if bundle is None:
            document = self._document("ability", catalog.ability, use.id, tree, (*path, "id"))
            if document is None:
                return
            assert isinstance(document.model, AbilityDocument)
            self._check_config(use, document.model, tree, (*path, "config"))
            key = use.id if not alike else f"{use.id} {len(alike) + 1}"
            bundle = Bundle(document, of_piece(key), config)
            self.found.abilities.append(bundle)
            self._made_tiles(document.model, document.tree, config)
        self.found.given.append(Given(number, path, use, bundle))

    def _modifiers(self) -> None:
        """Take in the modifiers that pieces carry, and what the numbers mean that they add to."""
        embedded: dict[str, Document] = {}
        for document in self.variant.modifiers:
            self._take_in(primitives.validate_modifier(document), embedded, document.tree, ("id",))
        for model, tree in zip(self.variant.models, self.variant.trees):
            for index, modifier in enumerate(model.custom_modifiers):
                path: Path = ("customModifiers", index)
                document = Document("modifier", modifier, tree.below(path))
                self._take_in(primitives.validate_modifier(document), embedded, tree, (*path, "id"))
        self._carried_modifiers(embedded)

    def _take_in(self, document: Document, embedded: dict[str, Document], tree: Tree, path: Path) -> None:
        """Note a modifier under its id, which no other one may have."""
        assert isinstance(document.model, ModifierDocument)
        name = document.model.id
        beside = self.variant.neighbours
        known = catalog.modifier(name, {}, beside) if catalog.modifiers().has(name) else embedded.get(name)
        if known is not None and not _is_same(known, document):
            message = f"another modifier has the id {name!r}"
            self._report(tree, path, "E_DUPLICATE_NAME", message, "give it an id of its own")
        embedded.setdefault(name, document)

    def _carried_modifiers(self, embedded: Mapping[str, Document]) -> None:
        bundles: dict[str, Bundle] = {}
        for number, (model, tree) in enumerate(zip(self.variant.models, self.variant.trees)):
            for index, use in enumerate(model.modifiers):
                path: Path = ("modifiers", index)
                if use.id not in bundles:
                    document = self._modifier(use.id, embedded, tree, (*path, "id"))
                    if document is None:
                        continue
                    board = self.variant.board
                    size = geometry(8, 8) if board is None else geometry(board.width, board.height)
                    lowered = primitives.lower_modifier(document, size)
                    carrier = of_piece(f"modifier {use.id}")
                    bundles[use.id] = Bundle(
                        lowered.document, carrier, noun="modifier", triggers=lowered.triggers
                    )
                self.found.given.append(Given(number, path, use, bundles[use.id]))
        self.found.modifiers = list(bundles.values())

    def _modifier(
        self, name: str, embedded: Mapping[str, Document], tree: Tree, path: Path
    ) -> Document | None:
        if name in embedded and not catalog.modifiers().has(name):
            return embedded[name]
        return self._document("modifier", partial(catalog.modifier, others=embedded), name, tree, path)

    def _check_config(self, use: AbilityUse, model: AbilityDocument, tree: Tree, path: Path) -> None:
        for key in use.config:
            if key not in model.config:
                close = nearest(key, model.config)
                hint = f"did you mean {close!r}?" if close else None
                self._report(tree, (*path, key), "E_CONFIG", f"{use.id} has no setting {key!r}", hint)

    def _made_tiles(self, body: Body, tree: Tree, config: Config) -> None:
        for name, path in _made(body, {**dict(body.config), **dict(config)}):
            self._tile(name, tree, path)

    def _document(self, kind: str, find: Any, name: str, tree: Tree, path: Path) -> Document | None:
        try:
            found: Document = find(name, beside=self.variant.neighbours)
        except NameLookupError as error:
            self._report(tree, path, error.code, f"{error.message} {name!r}", error.hint)
            return None
        self.found.sources[kind, name] = found
        return found

    def _report(self, tree: Tree, path: Path, code: str, message: str, hint: str | None) -> None:
        line, column = tree.place(path)
        problem = Problem(code, message, "error", format_path(path), line, column, hint)
        self.problems.setdefault(tree.file, []).append(problem)


def _made(body: Body, config: dict[str, Any]) -> Iterator[tuple[str, Path]]:
    """The tile types that the rules of a document make, as far as they are known before the game."""
    for path, rule in body.doing():
        for number, made in rule.made_tiles():
            kind: Any = made
            if is_ref(kind) and kind.name == "config":
                kind = config.get(kind.attr or "")
            if isinstance(kind, str):
                yield kind, (*path, "do", number, "tile", "type")


def _is_same(one: Document, other: Document) -> bool:
    """Whether two modifiers do the same."""
    first, second = one.model, other.model
    assert isinstance(first, ModifierDocument)
    assert isinstance(second, ModifierDocument)
    return (first.version, first.primitives) == (second.version, second.primitives)
