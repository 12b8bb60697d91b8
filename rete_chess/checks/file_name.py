"""Documents that others name by their id are looked for under that name."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from rete_chess.documents import Document
from rete_chess.errors import Problem

#: The kinds of which a document is found beside a variant by the name of its file.
_FOUND_BY_FILE: Final = ("ability", "layout", "modifier", "piece", "preset", "profile", "tile")


def file_name_problems(document: Document) -> list[Problem]:
    """A file that nobody finds who asks for the id of its document."""
    stem, name = file_stem(document), getattr(document.model, "id", None)
    if document.kind not in _FOUND_BY_FILE or stem is None or stem == name:
        return []
    line, column = document.tree.place(("id",))
    message = f"the file is called {stem}, so that nobody finds it who asks for {name}"
    ending = "".join(Path(document.tree.file).suffixes)
    hint = f"rename it to {name}{ending}, or write `id: {stem}`"
    return [Problem("W_FILE_NAME", message, "warning", "id", line, column, hint)]


def file_stem(document: Document) -> str | None:
    """The name under which a document is found beside others; None if it lies in no file of its kind."""
    path = Path(document.tree.file)
    is_own = path.is_file() and path.name.split(".")[1:2] == [document.kind]
    return path.name.split(".")[0] if is_own else None
