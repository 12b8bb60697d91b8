"""Ids that must be unique within one document: those of its rules and of the presets it uses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rete_chess.documents.tree import KeyPath, Tree, format_path
from rete_chess.errors import Problem, clip

#: The lists whose items have ids, with the noun for an item.
_LISTS: Final = {"rules": "rule", "presets": "preset"}


def id_problems(tree: Tree) -> list[Problem]:
    """Ids that a list of the document holds a second time."""
    body = tree.value if isinstance(tree.value, dict) else {}
    return [problem for key, noun in _LISTS.items() for problem in _repeated(tree, key, noun, body.get(key))]


def _repeated(tree: Tree, key: str, noun: str, listed: object) -> Iterator[Problem]:
    lines: dict[str, int] = {}
    for index, item in enumerate(listed if isinstance(listed, list) else ()):
        name = item.get("id") if isinstance(item, dict) else None
        path: KeyPath = (key, index, "id")
        if not isinstance(name, str):
            continue
        line, column = tree.place(path)
        if name in lines:
            message = f"a second {noun} has the id {clip(name)}"
            hint = f"the first one stands on line {lines[name]}"
            yield Problem("E_DOC_DUPLICATE_ID", message, "error", format_path(path), line, column, hint)
        lines.setdefault(name, line)
