"""The attributes that documents declare, and those that one borrows from others which it is tried without."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from pydantic import ValidationError

from rete_chess.compiler.catalog import _registries as registries
from rete_chess.compiler.catalog._document_registry import kept
from rete_chess.compiler.catalog._lookup import preset, preset_ids
from rete_chess.documents import Document, Tree
from rete_chess.documents.kinds.body import Body
from rete_chess.documents.reading.reader import read_tree
from rete_chess.errors import ReteChessError

#: The most documents beside a file that are read.
_MOST_NEIGHBOURS: Final = 200
_ATTRIBUTE = re.compile(r"(?<![A-Za-z])[A-Z][A-Za-z0-9]*")


def borrowed_attributes(document: Document) -> dict[str, Any]:
    """Declarations of the attributes that a document names and only other documents declare."""
    own = declared_in(document.tree)
    if not set(_ATTRIBUTE.findall(document.tree.source.text)) - set(own):
        return {}
    found: dict[str, Any] = {}
    for declared in (_known(), *map(declared_in, (*_in_python(), *_neighbours(document)))):
        found.update(declared)  # the nearest one counts
    return {name: given for name, given in found.items() if name not in own}


@kept(lambda _: 0)
def _known() -> dict[str, Any]:
    """The attributes that shipped and registered documents declare, by name."""
    shelves = (
        registries.variants,
        registries.presets,
        registries.tiles,
        registries.abilities,
        registries.modifiers,
    )
    found: dict[str, Any] = {}
    for document in (document for shelf in shelves for document in shelf()):
        found.update(declared_in(document.tree))
    return found


def _in_python() -> Iterator[Tree]:
    """The heads of all Python presets, as trees."""
    for name in preset_ids():
        if not registries.presets().has(name):
            yield preset(name).tree


def _neighbours(document: Document) -> Iterator[Tree]:
    """The documents that came along with one, or the readable ones beside its file."""
    beside = document.tree.neighbours
    if beside is None:
        return
    if beside.came_along:
        yield from (other.tree for other in beside.known.values())
    for path in islice(beside.files(), _MOST_NEIGHBOURS):
        if path != document.tree.source.path:
            try:
                yield read_tree(path)
            except ReteChessError:
                continue


def declared_in(tree: Tree) -> dict[str, Any]:
    """The attributes that a document declares under `attributes` or that its primitives seed, by name."""
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
    """Whether a declaration of an attribute is valid; that of a neighbour may not be."""
    try:
        Body.model_validate({"attributes": {name: given}})
    except ValidationError:
        return False
    return True


def _type_of(value: object) -> str:
    if isinstance(value, bool):
        return "bool"
    return "string" if isinstance(value, str) else "number"
