"""Variants in which documents are tried out that are none: chess, with the piece types they speak of.

A document that speaks of attributes it does not declare may mean those of the game it is used in. What
documents declare that everyone knows, or that lie beside it, is declared in its host.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from rete_chess.checks.subject import body_of
from rete_chess.compiler import catalog
from rete_chess.documents import Document, Tree, VariantDocument, parse_document
from rete_chess.documents.body import Body
from rete_chess.documents.neighbours import ENDINGS
from rete_chess.documents.reader import read_tree
from rete_chess.errors import ReteChessError

HOST: Final = "chess"

#: How many documents beside one are looked at.
_MOST_NEIGHBOURS: Final = 200
_ATTRIBUTE = re.compile(r"(?<![A-Za-z])[A-Z][A-Za-z0-9]*")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def host_of(document: Document, **parts: Any) -> Document:
    """A variant to try a document in, with some parts of its own."""
    data: dict[str, Any] = {
        "id": "trial",
        "name": "Trial",
        "extends": HOST,
        "pieces": more_pieces(body_of(document)),
        "attributes": borrowed_attributes(document),
        **parts,
    }
    tree = Tree(data, document.tree.source, {(): document.tree.place(())}, {})
    return Document("variant", parse_document(VariantDocument, tree), tree)


def more_pieces(body: object) -> dict[str, str]:
    """Letters for the registered piece types that a document speaks of and the host does not have."""
    host = catalog.variant(HOST).model
    assert isinstance(host, VariantDocument)
    free = [letter for letter in _LETTERS if letter not in host.pieces]
    words = _texts(body)
    wanted = [name for name in catalog.pieces().list() if name in words and name not in host.pieces.values()]
    return dict(zip(free, wanted))


def _texts(part: object) -> set[str]:
    """All texts of a document that are values."""
    if isinstance(part, str):
        return {part}
    inner = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    return {text for value in inner for text in _texts(value)}


def borrowed_attributes(document: Document) -> dict[str, Any]:
    """What others declare and a document, which names some attribute, does not: of whom, and of what type."""
    own = declared_in(document.tree)
    if not set(_ATTRIBUTE.findall(document.tree.source.text)) - set(own):
        return {}
    found: dict[str, Any] = {}
    for declared in (_known(), *map(declared_in, (*_in_python(), *_neighbours(document)))):
        found.update(declared)  # the nearest one counts
    return {name: given for name, given in found.items() if name not in own}


@catalog.kept
def _known() -> dict[str, Any]:
    """All that shipped and registered documents declare."""
    shelves = (catalog.variants, catalog.presets, catalog.tiles, catalog.abilities, catalog.modifiers)
    found: dict[str, Any] = {}
    for document in (document for shelf in shelves for document in shelf()):
        found.update(declared_in(document.tree))
    return found


def _in_python() -> Iterator[Tree]:
    """The presets that are written in Python."""
    for name in catalog.preset_ids():
        if not catalog.presets().has(name):
            yield catalog.preset(name).tree


def _neighbours(document: Document) -> Iterator[Tree]:
    """The readable documents beside a document's file; what is wrong with them is not asked here."""
    beside = document.tree.neighbours
    files = sorted(beside.folder.glob("*.*.*")) if beside is not None and beside.folder is not None else []
    documents = [path for path in files if path.suffix in ENDINGS]
    for path in documents[:_MOST_NEIGHBOURS]:
        if path != Path(document.tree.file):
            try:
                yield read_tree(path)
            except ReteChessError:
                continue


def declared_in(tree: Tree) -> dict[str, Any]:
    """What a document declares under `attributes`, and what its primitives seed."""
    found: dict[str, Any] = {}
    todo: list[Any] = [tree.value]
    while todo:
        part = todo.pop()
        if isinstance(part, dict):
            given = part.get("attributes")
            for name, one in given.items() if isinstance(given, dict) else ():
                if isinstance(one, dict) and "of" in one and "type" in one:
                    found[name] = {"of": one["of"], "type": one["type"]}
            if part.get("kind") == "seed-attribute" and isinstance(part.get("attr"), str):
                found[part["attr"]] = {"of": "piece", "type": _type_of(part.get("value"))}
            todo += part.values()
        elif isinstance(part, list):
            todo += part
    return {name: given for name, given in found.items() if _is_sound(name, given)}


def _is_sound(name: str, given: Any) -> bool:
    """Whether an attribute may be declared so: a neighbour may be wrong, and is told so elsewhere."""
    try:
        Body.model_validate({"attributes": {name: given}})
    except ValidationError:
        return False
    return True


def _type_of(value: object) -> str:
    if isinstance(value, bool):
        return "bool"
    return "string" if isinstance(value, str) else "number"
