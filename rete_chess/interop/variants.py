"""The variants that other programs may ask for, by the names that those have for them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rete_chess.errors import DocumentError, Problem, ReteChessError
from rete_chess.registry import unknown_name
from rete_chess.resources import files

#: What others call our variants, where it is more than another spelling.
CALLED: Final = {
    "3check": "three-check",
    "fischerandom": "chess960",
    "fischerrandom": "chess960",
    "fromposition": "chess",
    "house": "crazyhouse",
    "koth": "king-of-the-hill",
    "losalamos": "los-alamos",
    "normal": "chess",
    "race": "racing-kings",
    "standard": "chess",
    "zh": "crazyhouse",
}

#: The ends of files that may hold a variant, in folders that are given.
_ENDS: Final = ("*.variant.yaml", "*.variant.yml", "*.variant.json")


def spelt(name: str) -> str:
    """A name without what spellings differ in: `King of the Hill` and `king-of-the-hill` are one."""
    return "".join(sign for sign in name.casefold() if sign not in " -_")


class Variants:
    """The variants that are shipped, and those of files."""

    def __init__(self) -> None:
        shipped = files("descriptors", "variants", "*.variant.yaml")
        self._sources: dict[str, str | Path] = {
            name: name for name in (p.name.split(".")[0] for p in shipped)
        }

    def ids(self) -> list[str]:
        """All ids, sorted."""
        return sorted(self._sources)

    def names(self) -> list[str]:
        """All names that are offered: the ids, and what others call them, in one word."""
        return sorted({*self._sources, *map(spelt, self._sources), *CALLED})

    def find(self, name: str) -> str:
        """The id of the variant that a name means."""
        if name in self._sources:
            return name
        wanted = spelt(name)
        for own in self.ids():
            if spelt(own) == wanted:
                return own
        if CALLED.get(wanted) in self._sources:
            return CALLED[wanted]
        raise unknown_name("variant", name, self.names())

    def source(self, own: str) -> str | Path:
        """What a program is compiled from."""
        return self._sources[own]

    def add(self, path: str) -> list[str]:
        """Make the variant of a file known, or those of a folder; returns their ids."""
        from rete_chess.documents import load_document  # late: most programs play what is shipped

        found: dict[str, Path] = {}
        for file in _files(Path(path).expanduser()):
            document = load_document(file)
            if document.kind != "variant":
                message = f"a {document.kind} is no variant"
                raise DocumentError(str(file), [Problem("E_DOC_KIND", message, line=1, column=1)])
            own = str(document.model.id)  # type: ignore[attr-defined]
            found[own] = file
        self._sources.update(found)  # all of them, or none where one is broken
        return list(found)

    def add_all(self, paths: str) -> list[str]:
        """The same for paths with the separator of the system between them."""
        before = self._sources.copy()
        try:
            return [own for path in paths.split(os.pathsep) if path.strip() for own in self.add(path.strip())]
        except (ReteChessError, OSError):
            self._sources = before
            raise


def _files(path: Path) -> Iterator[Path]:
    if not path.is_dir():
        yield path
        return
    for end in _ENDS:
        yield from sorted(path.glob(end))
