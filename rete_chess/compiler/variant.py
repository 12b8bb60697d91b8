"""A variant document with everything it extends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rete_chess.compiler import catalog
from rete_chess.compiler._program import ActivePreset
from rete_chess.compiler.requests import active_of
from rete_chess.documents import Document, ModifierDocument, Tree, VariantDocument, parse_document
from rete_chess.documents.kinds.neighbours import Neighbours
from rete_chess.documents.kinds.variant import Board
from rete_chess.documents.reading.reader import read_data
from rete_chess.documents.reading.source import Source
from rete_chess.errors import DocumentError, GameError, NameLookupError, Place, Problem, RulesError, nearest

#: The name of what is put on top of a variant that a user has chosen, such as modifiers.
ADDED: Final = "<added>"


@dataclass(frozen=True, eq=False)
class ModifierChoice:
    """A custom modifier, and a filter of the pieces that carry it, as documents write one."""

    document: Document
    chosen: Mapping[str, Any]

    @property
    def id(self) -> str:
        """The id of the modifier."""
        model = self.document.model
        assert isinstance(model, ModifierDocument)
        return model.id

    @property
    def filter(self) -> Any:
        """The filter as a document would give it; an error for what no document holds."""
        return plain_filter(self.chosen)


def plain_filter(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """A filter as plain data of its own, within the bounds of documents."""
    if not isinstance(chosen, Mapping):
        raise GameError("E_REQUEST", "a filter of pieces is a mapping", found=chosen, expected="{type: rook}")
    value = read_data(dict(chosen), "<filter>").value
    assert isinstance(value, dict)
    return value


@dataclass(frozen=True, eq=False)
class Variant:
    """A variant and its ancestors, the most general first."""

    models: tuple[VariantDocument, ...]
    trees: tuple[Tree, ...]
    modifiers: tuple[Document, ...] = ()  # custom modifiers that come from elsewhere

    @property
    def top(self) -> VariantDocument:
        """The variant itself."""
        return self.models[-1]

    @property
    def weight(self) -> int:
        """About how many bytes it holds, with the documents that came along."""
        beside = () if self.neighbours is None else self.neighbours.known.values()
        return sum([tree.weight for tree in (*self.trees, *(document.tree for document in beside))])

    @property
    def board(self) -> Board | None:
        """The size of the board, from the document nearest to the variant."""
        return next((model.board for model in reversed(self.models) if model.board is not None), None)

    @property
    def start(self) -> str:
        """The FEN of the start position, from the document nearest to the variant."""
        for model in reversed(self.models):
            if isinstance(model.layout, str):
                return catalog.layout(model.layout, self.neighbours).fen
            if model.start is not None:
                return model.start
        message = f"{self.top.id} has no start position"
        hint = "such as `layout: standard`, or extend a variant that has one"
        raise RulesError("E_START", message, expected="`fen` or `layout`", hint=hint)

    @property
    def start_place(self) -> Place | None:
        """Where the start position is given."""
        for tree in reversed(self.trees):
            for key in ("fen", "layout"):
                if isinstance(tree.value, dict) and key in tree.value:
                    return Place(tree.file, *tree.place((key,)))
        return None

    def is_added(self, number: int) -> bool:
        """Whether a document is no variant of its own, but what a user has put on top of one."""
        return number > 0 and self.models[number].id == self.models[number - 1].id

    @property
    def document(self) -> Document:
        """The variant itself as a document, without what a user has put on top of it."""
        last = max(number for number in range(len(self.models)) if not self.is_added(number))
        return Document("variant", self.models[last], self.trees[last])

    @property
    def neighbours(self) -> Neighbours | None:
        """The documents beside the variant's file, or that came along with it."""
        return self.document.tree.neighbours

    def pieces(self) -> dict[str, str]:
        """The piece types in play by letter."""
        return {letter: name for model in self.models for letter, name in model.pieces.items()}

    def neutral(self) -> dict[str, str]:
        """The piece types whose pieces have a letter of their own while they are nobody's, by that letter."""
        return {letter: name for model in self.models for letter, name in model.neutral.items()}

    def tiles(self) -> dict[str, tuple[int, str]]:
        """The tile types of special squares, each with the number of the model that says so."""
        found: dict[str, tuple[int, str]] = {}
        for number, model in enumerate(self.models):
            found.update({square: (number, name) for square, name in model.tiles.items()})
        return found

    def profiles(self) -> tuple[Document, ...]:
        """The profiles that a game starts with; unknown ones are reported by line."""
        found: list[Document] = []
        for model, tree in zip(self.models, self.trees):
            for index, name in enumerate(model.profiles):
                try:
                    found.append(catalog.profile(name, self.neighbours))
                except NameLookupError as error:
                    line, column = tree.place(("profiles", index))
                    message = f"unknown profile {name!r}"
                    where = f"profiles[{index}]"
                    problem = Problem(error.code, message, "error", where, line, column, error.hint)
                    raise DocumentError(tree.file, [problem]) from None
        return tuple({(document.tree.file, catalog.id_of(document)): document for document in found}.values())

    def presets(self) -> tuple[ActivePreset, ...]:
        """The presets that a game starts with."""
        return tuple(active_of(use, self.neighbours) for model in self.models for use in model.presets)


def with_modifiers(variant: Variant, modifiers: Sequence[ModifierChoice]) -> Variant:
    """The same variant, whose pieces carry further modifiers."""
    if not modifiers:
        return variant
    own = {
        choice.id: choice.document.tree.value
        for choice in modifiers
        if not catalog.modifiers().has(choice.id)
    }
    data: Any = {
        "kind": "variant",
        "id": variant.top.id,
        "name": variant.top.name,
        "customModifiers": [value for name, value in sorted(own.items())],
        "modifiers": [{"id": choice.id, "for": choice.filter} for choice in modifiers],
    }
    tree = Tree(data, Source(ADDED, ""), {(): (1, 1)}, {})
    documents = tuple(choice.document for choice in modifiers)
    models = (*variant.models, parse_document(VariantDocument, tree))
    return Variant(models, (*variant.trees, tree), (*variant.modifiers, *documents))


def with_parts(variant: Variant, **parts: Mapping[str, Any]) -> Variant:
    """The same variant with something more: piece types by letter as `pieces`, or `attributes`."""
    top = variant.top
    data: Any = {"kind": "variant", "id": top.id, "name": top.name}
    data |= {key: dict(part) for key, part in parts.items()}
    tree = Tree(data, Source(ADDED, ""), {(): (1, 1)}, {})
    models = (*variant.models, parse_document(VariantDocument, tree))
    return Variant(models, (*variant.trees, tree), variant.modifiers)


def resolve(document: Document) -> Variant:
    """A variant document with all that it extends."""
    return chain(lineage(document))


def lineage(document: Document) -> list[Document]:
    """A variant document after all that it extends, the most general first."""
    found = [document]
    while True:
        model = _model(found[0])
        if model.extends is None:
            return found
        if any(model.extends == _model(link).id for link in found):
            place = Place(found[0].tree.file, *found[0].tree.place(("extends",)))
            raise RulesError("E_EXTENDS", "a variant extends itself", found=model.extends, place=place)
        found.insert(0, catalog.variant(model.extends, document.tree.neighbours))


def chain(documents: Sequence[Document]) -> Variant:
    """A variant that comes with all it extends, the most general first."""
    models = tuple(map(_model, documents))
    for document in documents:
        _check_layout(document)
    for parent, model in zip((None, *(model.id for model in models)), models):
        if model.extends != parent and (model.extends is not None or model.id != parent):
            raise RulesError(
                "E_EXTENDS", f"{model.id} extends another one", found=model.extends, expected=parent
            )
    return Variant(models, tuple(document.tree for document in documents))


def _model(document: Document) -> VariantDocument:
    if isinstance(document.model, VariantDocument):
        return document.model
    raise RulesError("E_EXTENDS", "not a variant", found=document.kind)


def _check_layout(document: Document) -> None:
    """Report a layout that nobody knows at its place in the document."""
    name = getattr(document.model, "layout", None)
    known = catalog.names(catalog.layouts(), document.tree.neighbours)
    if isinstance(name, str) and name not in known:
        line, column = document.tree.place(("layout",))
        close = nearest(name, known)
        hint = f"did you mean {close!r}?" if close else f"expected one of {', '.join(known)}"
        problem = Problem("E_UNKNOWN_NAME", f"unknown layout {name!r}", "error", "layout", line, column, hint)
        raise DocumentError(document.tree.file, [problem])
