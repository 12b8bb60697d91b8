"""The problems of a document that another one uses, placed where that one names it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from rete_chess.documents import Tree
from rete_chess.documents.reading.tree import KeyPath, format_path
from rete_chess.errors import DocumentError, Place, Problem

#: Where a document names others, by the kind of what it names.
_NAMED_UNDER: Final[dict[str, tuple[str, ...]]] = {
    "variant": ("extends",),
    "layout": ("layout",),
    "piece": ("pieces",),
    "preset": ("presets", "requires"),
    "tile": ("tiles",),
    "ability": ("abilities",),
    "profile": ("profiles",),
    "modifier": ("modifiers",),
}


def foreign_problems(tree: Tree, error: DocumentError) -> list[Problem]:
    """Each problem of another document, with its own place in the message."""
    path = _where_named(tree.value, Path(error.file))
    line, column = tree.place(path)
    return [
        Problem(
            problem.code,
            f"{Place(Path(error.file).name, problem.line, problem.column)}: {problem.message}",
            problem.severity,
            format_path(path),
            line,
            column,
            problem.hint,
        )
        for problem in error.problems
    ]


def _where_named(body: Any, file: Path) -> KeyPath:
    """The path at which a body names the document of a file; empty if it does not name it itself."""
    name, kind = [*file.name.split("."), ""][:2]
    for key in _NAMED_UNDER.get(kind, ()) if isinstance(body, dict) else ():
        for path, value in _leaves(body.get(key), (key,)):
            if value == name:
                return path
    return ()


def _leaves(value: Any, path: KeyPath) -> Iterator[tuple[KeyPath, Any]]:
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from _leaves(part, (*path, key))
    if not isinstance(value, (dict, list)):
        yield path, value
