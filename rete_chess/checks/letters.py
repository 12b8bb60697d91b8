"""The checks of piece letters: every type in play has exactly one."""

from __future__ import annotations

from rete_chess.compiler.variant import resolve
from rete_chess.documents import Document, VariantDocument
from rete_chess.documents.reading.tree import format_path
from rete_chess.errors import Problem


def letter_problems(document: Document) -> list[Problem]:
    """The problems of piece types with two letters, in a variant or in what it extends."""
    if not isinstance(document.model, VariantDocument):
        return []
    letters = resolve(document).pieces()
    first: dict[str, str] = {}
    problems = []
    for letter, name in letters.items():
        if name in first:
            blamed = letter if letter in document.model.pieces else first[name]
            path = ("pieces", blamed)
            line, column = document.tree.place(path, key=True)
            message = f"{name} has two letters, {first[name]} and {letter}"
            problems.append(
                Problem(
                    "E_PIECE_LETTER", message, "error", format_path(path), line, column, "keep one of them"
                )
            )
        first.setdefault(name, letter)
    return problems


def displaced_types(document: Document) -> dict[str, str]:
    """Piece types whose letter a variant gives to another type, each with the letter."""
    if not isinstance(document.model, VariantDocument):
        return {}
    own = document.model.pieces
    before: dict[str, str] = {}
    for model in resolve(document).models[:-1]:
        before.update(model.pieces)
    return {before[letter]: letter for letter in own if before.get(letter, own[letter]) != own[letter]}
