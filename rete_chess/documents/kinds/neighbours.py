"""Neighbours: the documents that a document may name besides the registered ones.

A document that was read from a file may name files of its own folder and below it, and no others; one that
was given as a text names none.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rete_chess.errors import DocumentError, NameLookupError, Problem

if TYPE_CHECKING:
    from rete_chess.documents.kinds.document import Document

#: How the names of documents may end.
ENDINGS: Final = (".yaml", ".yml", ".json")

#: The kind of a document and the name it is asked for by.
Name = tuple[str, str]

#: The part of a file's name that is its id: nothing that leads anywhere else.
_STEM = re.compile(r"[\w-]{1,100}")
_PARTS = re.compile(r"[/\\]")
_ABSOLUTE = re.compile(r"[/\\~]|[A-Za-z]:")


def is_file_name(name: str) -> bool:
    """Whether a name is that of a file; any other is an id."""
    return "/" in name or os.sep in name or name.endswith(ENDINGS)


class Neighbours:
    """The documents of a folder, or those that came along, as in a save; then no folder is read.

    Each file is read once, so that a game goes by one text of it, whatever becomes of the file.
    """

    def __init__(self, folder: Path | None, known: Mapping[Name, Document] | None = None) -> None:
        self.folder = folder
        self._known = dict(known or {})

    @classmethod
    def together(cls, documents: Mapping[Name, Document]) -> Neighbours:
        """Documents that come along, each of which knows all others."""
        made = cls(None)
        made._known = {name: document.among(made) for name, document in documents.items()}
        return made

    @property
    def came_along(self) -> bool:
        """Whether they came along with the document, and so come before registered documents."""
        return self.folder is None

    def knowing(self, document: Document, name: str) -> Neighbours:
        """These and one more, under a name."""
        return Neighbours(self.folder, {**self._known, (document.kind, name): document})

    @property
    def known(self) -> Mapping[Name, Document]:
        """Those that came along or have been read so far."""
        return self._known

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
        found = {path.name.partition(".")[0] for path in self._listed(kind)}
        return found | {name for other, name in self._known if other == kind}

    def files(self) -> Iterator[Path]:
        """The files of the folder that may be documents, by name; links to elsewhere are left out."""
        return filter(self.holds, self._listed("*"))

    def _listed(self, kind: str) -> list[Path]:
        paths = () if self.folder is None else self.folder.glob(f"*.{kind}.*")
        return sorted(path for path in paths if path.suffix in ENDINGS)

    def _file(self, kind: str, name: str) -> Path | None:
        if self.folder is None or not _STEM.fullmatch(name):
            return None
        paths = (self.folder / f"{name}.{kind}{ending}" for ending in ENDINGS)
        found = next((path for path in paths if path.is_file()), None)
        if found is not None and not self.holds(found):
            raise DocumentError(str(found), [Problem("E_DOC_OUTSIDE", "it is a link to another folder")])
        return found

    def holds(self, path: Path) -> bool:
        """Whether a path stays in the folder when all links are followed."""
        if self.folder is None:
            return False
        return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(self.folder))


def named_file(name: str, beside: Neighbours | None) -> Path:
    """The file that a document names, in its own folder or below; an error for any other."""
    folder = None if beside is None else beside.folder
    if beside is None or folder is None:
        raise NameLookupError(
            "E_DOC_OUTSIDE",
            "a document that is given as a text names no files",
            found=name,
            hint="name the other document by its id, and let it come along",
        )
    if _ABSOLUTE.match(name) or ".." in _PARTS.split(name) or not beside.holds(folder / name):
        raise NameLookupError(
            "E_DOC_OUTSIDE",
            "a document names files of its own folder and below it, and no others",
            found=name,
            hint="put the file there and write its name, or only its id",
        )
    return folder / name
