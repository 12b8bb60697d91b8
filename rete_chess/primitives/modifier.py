"""Custom modifiers: parsed (structure), validated (meaning), and lowered to what an ability says.

A lowered modifier is a document of the language, `$self` its carrier, and each of its parts remembers
the primitive it comes from.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from rete_chess.core.geometry import Geometry
from rete_chess.documents import AbilityDocument, Document, ModifierDocument, Tree, load_document
from rete_chess.documents.language.scope_check import scope_problems
from rete_chess.documents.modelling.model import parse_document
from rete_chess.documents.reading.reader import AnySource
from rete_chess.documents.reading.tree import KeyPath, format_path
from rete_chess.errors import DocumentError, Problem
from rete_chess.primitives.lowering import Context, Parts
from rete_chess.primitives.primitive import Primitive
from rete_chess.primitives.semantics import read_nodes, seed_problems, structure_problems


@dataclass(frozen=True, eq=False)
class LoweredTree(Tree):
    """The tree of a lowered modifier: a path in it is shown as that of the primitive behind it."""

    origins: dict[KeyPath, KeyPath] = field(default_factory=dict)

    def name(self, path: KeyPath) -> str:
        for length in range(len(path), 0, -1):
            if path[:length] in self.origins:
                return super().name(self.origins[path[:length]])
        return ""


@dataclass(frozen=True, eq=False)
class Lowered:
    """A modifier as a document that pieces carry, the attributes that its primitives name, these in the
    order they are written, and what is wrong with it on the board."""

    document: Document
    mentioned: tuple[str, ...]
    nodes: tuple[Primitive, ...]
    problems: tuple[Problem, ...] = ()

    @property
    def triggers(self) -> tuple[str, ...]:
        """The kinds of its triggers, one for each."""
        return tuple(node.word for node in self.nodes if node.is_trigger)


def parse_modifier(source: AnySource, name: str | None = None) -> Document:
    """Read a modifier and check its structure; see `read_tree` for the sources."""
    document = load_document(source, name)
    if not isinstance(document.model, ModifierDocument):
        message = f"a custom modifier is expected, found a {document.kind}"
        raise DocumentError(document.tree.file, [Problem("E_DOC_KIND", message, line=1, column=1)])
    problems = structure_problems(document.tree)
    if problems:
        raise DocumentError(document.tree.file, problems)
    return document


def modifier_problems(document: Document, board: Geometry | None = None) -> list[Problem]:
    """The problems of a modifier beyond its structure, as far as they can be found without a game, or on a
    board."""
    nodes, problems = read_nodes(document.tree)
    problems += seed_problems(document.tree, nodes)
    if nodes and not problems:
        lowered = _lowered(document, nodes, board)
        tree = lowered.document.tree
        problems += lowered.problems
        problems += [
            Problem(
                found.code, found.message, path=_origin(tree, found), line=found.line, column=found.column
            )
            for found in scope_problems(tree, "ability")
        ]
    return problems


def inner_modifiers(document: Document) -> Iterator[tuple[KeyPath, Document]]:
    """The custom modifiers inside a document of another kind, each with its path."""
    root: Any = document.tree.value
    places: list[tuple[KeyPath, Any]] = [((), root)]
    places += [
        ((key, index), part) for key in ("tests", "scenarios") for index, part in enumerate(root.get(key, ()))
    ]
    for place, part in places:
        for index in range(len(part.get("customModifiers", ()))):
            path = (*place, "customModifiers", index)
            tree = document.tree.below(path)
            yield path, Document("modifier", parse_document(ModifierDocument, tree), tree)


def inner_problems(document: Document) -> list[Problem]:
    """The problems of the custom modifiers inside a document of another kind."""
    return [
        replace(problem, path=f"{format_path(path)}.{problem.path}".rstrip("."))
        for path, modifier in inner_modifiers(document)
        for problem in modifier_problems(modifier)
    ]


def validate_modifier(document: Document) -> Document:
    """The modifier if nothing is wrong with it, else one error with all its problems."""
    problems = modifier_problems(document)
    if problems:
        raise DocumentError(document.tree.file, problems)
    return document


def lower_modifier(document: Document, board: Geometry | None = None) -> Lowered:
    """The lowered document of a valid modifier, for a board by which squares are numbered."""
    nodes, problems = read_nodes(document.tree)
    if problems:
        raise DocumentError(document.tree.file, problems)
    lowered = _lowered(document, nodes, board)
    if lowered.problems:
        raise DocumentError(document.tree.file, lowered.problems)
    return lowered


def _lowered(document: Document, nodes: tuple[Primitive, ...], board: Geometry | None = None) -> Lowered:
    model, tree = document.model, document.tree
    assert isinstance(model, ModifierDocument)
    parts = Parts(model.id, board)
    for index, (node, data) in enumerate(zip(nodes, model.primitives)):
        node.lower(Context(parts, data, ("primitives", index)))
    body = {"attributes": parts.attributes, "moves": parts.moves, "rules": parts.rules}
    value: Any = {
        "kind": "ability",
        "id": model.id,
        "name": model.name,
        "description": model.description or model.name,
        **{key: part for key, part in body.items() if part},
    }
    marks = {path: tree.place(origin) for path, origin in parts.origins.items()}
    made = LoweredTree(value, tree.source, {(): tree.place(()), **marks}, {}, parts.origins, given=tree.given)
    ability = Document("ability", parse_document(AbilityDocument, made), made)
    return Lowered(ability, tuple(parts.mentioned), tuple(_all(nodes)), tuple(_off_board(tree, parts)))


def _all(nodes: Iterable[Primitive]) -> Iterator[Primitive]:
    """Some primitives with those inside them."""
    for node in nodes:
        yield node
        yield from _all(child for _, _, child in node.children())


def _off_board(tree: Tree, parts: Parts) -> Iterator[Problem]:
    """The problems of squares that the board does not have."""
    for number, path in parts.off_board:
        assert parts.board is not None  # without one, every number fits
        hint = f"they go from 0 to {parts.board.size - 1}"
        message = f"no square has the number {number} on this board"
        yield Problem("E_SQUARE", message, "error", tree.name(path), *tree.place(path), hint)


def _origin(tree: Tree, found: Problem) -> str:
    """The primitive that a problem of the lowered document speaks of, found by its line and column."""
    assert isinstance(tree, LoweredTree)
    mark = (found.line, found.column)
    return next(
        (Tree.name(tree, origin) for at, origin in tree.origins.items() if tree.marks[at] == mark), ""
    )
