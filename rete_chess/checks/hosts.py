"""Host variants, in which documents that cannot be played alone are tried, and the problems found there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from rete_chess.checks.names import problem_at
from rete_chess.checks.subject import body_of, entries
from rete_chess.compiler import catalog, compile_document
from rete_chess.documents import (
    Document,
    ModifierDocument,
    ProfileDocument,
    Tree,
    VariantDocument,
    parse_document,
)
from rete_chess.documents.reading.tree import KeyPath
from rete_chess.engine import Engine
from rete_chess.errors import DocumentError, Problem, ReteChessError, clip, did_you_mean, problems_in
from rete_chess.modifiers.catalog import MODIFIER_KINDS
from rete_chess.primitives import inner_modifiers, lower_modifier

HOST: Final = "chess"

_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def host_of(document: Document, **parts: Any) -> Document:
    """The host variant of a document: chess with what the document speaks of."""
    data: dict[str, Any] = {
        "id": "trial",
        "name": "Trial",
        "extends": HOST,
        "pieces": more_pieces(document),
        "attributes": catalog.borrowed_attributes(document),
        **parts,
    }
    tree = Tree(data, document.tree.source, {(): document.tree.place(())}, {}, given=document.tree.given)
    return Document("variant", parse_document(VariantDocument, tree), tree)


def more_pieces(document: Document) -> dict[str, str]:
    """Letters for the known piece types that a document speaks of and the host does not have."""
    host = catalog.variant(HOST).model
    assert isinstance(host, VariantDocument)
    free = [letter for letter in _LETTERS if letter not in host.pieces]
    words = _texts(body_of(document)) - {*host.pieces.values()}
    wanted = [name for name in catalog.names(catalog.pieces(), document.tree.neighbours) if name in words]
    return dict(zip(free, wanted))


def _texts(part: object) -> set[str]:
    """All texts of a document that are values."""
    if isinstance(part, str):
        return {part}
    inner = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    return {text for value in inner for text in _texts(value)}


def profile_problems(document: Document) -> list[Problem]:
    """The problems of a profile tried out on its layout, contradicting entries included."""
    model = document.model
    assert isinstance(model, ProfileDocument)
    known = model.layout_id in catalog.names(catalog.layouts(), document.tree.neighbours)
    try:
        host = host_of(document, **({"layout": model.layout_id} if known else {}))
        found = Engine(compile_document(host), network="native").check_profiles([document])
    except DocumentError as error:
        return list(error.problems)
    except ReteChessError as error:
        found = problems_in(error)
    line, column = document.tree.place(())
    return [
        problem if problem.line is not None else replace(problem, line=line, column=column)
        for problem in found
    ]


def modifier_problems(document: Document) -> list[Problem]:
    """The problems of a modifier document, or of the modifiers inside a document of another kind."""
    alone = isinstance(document.model, ModifierDocument)
    modifiers = [((), document)] if alone else [*inner_modifiers(document)]
    if not modifiers:
        return []
    known = {*catalog.declared_in(document.tree), *catalog.borrowed_attributes(document)}
    known |= {kind.attr_name for kind in MODIFIER_KINDS}
    return [problem for path, modifier in modifiers for problem in _unknown(document, path, modifier, known)]


def _unknown(document: Document, home: KeyPath, modifier: Document, known: set[str]) -> Iterator[Problem]:
    """The problems of attributes that a modifier names and nobody declares."""
    lowered = lower_modifier(modifier)
    own = set(getattr(lowered.document.model, "attributes", {}))
    strange = set(lowered.mentioned) - known - own
    for path, key, value in entries(modifier.tree.value):
        name = next((word for word in (key, value) if isinstance(word, str) and word in strange), None)
        if name is not None:
            message = f"nobody declares the attribute {clip(name)}"
            hint = did_you_mean(name, known | own) or "seed it, or use it with a document that declares it"
            yield problem_at(document.tree, (*home, *path), "E_ATTRIBUTE", message, hint, key=key == name)
