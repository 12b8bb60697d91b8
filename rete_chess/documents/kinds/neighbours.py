"""Neighbours: the documents that a document may name besides the registered ones."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rete_chess.documents.kinds.document import Document

#: How the names of documents may end.
ENDINGS: Final = (".yaml", ".yml", ".json")

#: The kind of a document and the name it is asked for by.
Name = tuple[str, str]


def is_file_name(name: str) -> bool:
    """Whether a name is that of a file; any other is an id."""
    return os.sep in name or name.endswith(ENDINGS)


class Neighbours:
    """The documents of a folder, or those that came along, as in a save; then no folder is read.

    Each file is read once, so that a game goes by one text of it, whatever becomes of the file.
    """

    def __init__(self, folder: Path | None, known: Mapping[Name, Document] | None = None) -> None:
        self.folder = folder
        self._known = dict(known or {})

    @property
    def came_along(self) -> bool:
        """Whether they came along with the document, and so come before registered documents."""
        return self.folder is None

    def find(self, kind: str, name: str, read: Callable[[Path], Document]) -> Document | None:
        """The document of a kind and name, or None."""
        if (kind, name) not in self._known:
            path = self._file(kind, name)
            if path is None:
                return None
            self._known[kind, name] = read(path)
        return self._known[kind, name]

    def names(self, kind: str) -> set[str]:
        """The names of all documents of a kind."""
        files = () if self.folder is None else self.folder.glob(f"*.{kind}.*")
        found = {path.name.partition(".")[0] for path in files if path.suffix in ENDINGS}
        return found | {name for other, name in self._known if other == kind}

    def _file(self, kind: str, name: str) -> Path | None:
        if self.folder is None:
            return None
        paths = (self.folder / f"{name}.{kind}{ending}" for ending in ENDINGS)
        return next((path for path in paths if path.is_file()), None)
