"""The subject of a check: a document, its program, and all documents that take part in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rete_chess.compiler import Program, catalog
from rete_chess.compiler.bundles import bundles_of
from rete_chess.documents import Document, VariantDocument
from rete_chess.documents.language.values import parse_ref
from rete_chess.documents.reading.tree import KeyPath
from rete_chess.engine import Engine
from rete_chess.errors import Problem
from rete_chess.primitives.modifier import LoweredTree


@dataclass(frozen=True)
class Subject:
    """A document that can be played, with its program and a game in the first position."""

    document: Document
    program: Program
    engine: Engine  # in the first position
    others: tuple[Mapping[str, Any], ...]  # the documents that it extends or uses, as they are written
    types: frozenset[str]  # the piece types that the document may speak of

    @property
    def own(self) -> dict[str, Any]:
        """The body of the document as it is written."""
        return body_of(self.document)

    @property
    def is_variant(self) -> bool:
        return isinstance(self.document.model, VariantDocument)

    @property
    def is_modifier(self) -> bool:
        """Whether it is a custom modifier, lowered to what an ability says."""
        return isinstance(self.document.tree, LoweredTree)

    @property
    def bodies(self) -> tuple[Mapping[str, Any], ...]:
        """The bodies of all documents that take part, as they are written."""
        return (*self.others, self.own)

    def constant(self, value: Any) -> Any:
        """A value with `$config.name` replaced by the setting; None if it is not known before the game."""
        ref = parse_ref(value) if isinstance(value, str) else None
        if ref is None:
            return None if isinstance(value, dict) else value
        if ref.name != "config" or ref.attr is None:
            return None
        return self.own.get("config", {}).get(ref.attr)

    def rules(self) -> Iterator[tuple[KeyPath, dict[str, Any]]]:
        """The rules of the document, with their paths."""
        for index, rule in enumerate(self.own.get("rules", ())):
            yield ("rules", index), rule

    def ends(self) -> Iterator[tuple[KeyPath, dict[str, Any]]]:
        """The ways in which the document ends games, with their paths."""
        for index, end in enumerate(self.own.get("result", {}).get("ends", ())):
            yield ("result", "ends", index), end

    def warning(
        self, code: str, message: str, path: KeyPath, hint: str | None = None, *, key: bool = False
    ) -> Problem:
        return self.problem(code, message, path, hint, "warning", key=key)

    def problem(
        self,
        code: str,
        message: str,
        path: KeyPath,
        hint: str | None = None,
        severity: str = "error",
        *,
        key: bool = False,
    ) -> Problem:
        line, column = self.document.tree.place(path, key)
        return Problem(code, message, severity, self.document.tree.name(path), line, column, hint)


def subject_of(document: Document, program: Program, engine: Engine) -> Subject:
    """The subject of a document that can be played."""
    own = document.tree
    trees = [tree for tree in program.variant.trees if tree is not own]
    trees += [use.document.tree for use in program.presets]
    bundles = bundles_of(program.variant, program.presets).all
    trees += [bundle.document.tree for bundle in bundles if bundle.document.tree.file != own.file]
    in_play = {piece.id for piece in program.laws.white}
    if not isinstance(document.model, VariantDocument):
        in_play |= {
            *catalog.names(catalog.pieces(), own.neighbours)
        }  # a preset may be meant for other variants
    others = tuple(tree.value for tree in trees if isinstance(tree.value, dict))
    return Subject(document, program, engine, others, frozenset(in_play))


def body_of(document: Document) -> dict[str, Any]:
    """The body of a valid document as it is written: always a mapping."""
    assert isinstance(document.tree.value, dict)
    return document.tree.value


def doings(body: Mapping[str, Any]) -> Iterator[tuple[KeyPath, str, Any]]:
    """All keys of what does something in a body: of its rules and its acts."""
    for part in ("rules", "acts"):
        yield from entries(body.get(part, []), (part,))


def entries(value: Any, path: KeyPath = ()) -> Iterator[tuple[KeyPath, str, Any]]:
    """All keys of a value and of what is in it: the path of the value, the key, and the value."""
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield (*path, key), key, part
            yield from entries(part, (*path, key))
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from entries(part, (*path, index))
