"""What programs of shipped variants are made from: the code that makes them, and the shipped documents.

Everything goes by content, whatever the dates of files say. The texts of the documents are held from then on,
so that a process goes by one text of each.
"""

from __future__ import annotations

import os
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

from rete_chess.resources import folder, hold

#: The number of the form in which programs are written; it changes with what `form` writes.
FORM: Final = 1
#: The folders of the package whose modules read, compile and hold programs; its own modules do, too.
CODE: Final = ("compiler", "core", "documents", "facts", "modifiers", "presets", "primitives")
DOCUMENTS: Final = ("descriptors", "rules")


@cache
def stamp() -> str:
    """The digest of all this as this process goes by it."""
    return _digest(is_held=True)


def is_current() -> bool:
    """Whether nothing has changed since; what was compiled from a mixture is not for others."""
    return stamp() == _digest(is_held=False)


def _digest(is_held: bool) -> str:
    package = Path(os.path.abspath(__file__)).parents[2]
    found = blake2b(str(FORM).encode(), digest_size=16)
    for place in (package, *(package / name for name in CODE)):
        for path in _files(str(place), ".py", is_deep=place != package):
            _add(found, os.path.relpath(path, package), _content(path))
    for name in DOCUMENTS:
        place = folder(name)
        for path in _files(str(place), ".yaml", is_deep=True):
            text = _content(path)
            _add(found, f"{name}/{os.path.relpath(path, place)}", text)
            if is_held:
                hold(Path(path), text)
    return found.hexdigest()


def _add(found: blake2b, name: str, content: bytes) -> None:
    found.update(f"\n{name.replace(os.sep, '/')} {len(content)}\n".encode())
    found.update(content)


def _files(place: str, ending: str, is_deep: bool) -> list[str]:
    """The files of a folder, and of those below it, in their order."""
    paths: list[str] = []
    todo = [place]
    while todo:
        with os.scandir(todo.pop()) as entries:
            for entry in entries:
                if entry.name.endswith(ending):
                    paths.append(entry.path)
                elif is_deep and entry.name != "__pycache__" and entry.is_dir(follow_symlinks=False):
                    todo.append(entry.path)
    return sorted(paths)


def _content(path: str) -> bytes:
    with open(path, "rb", buffering=0) as file:
        return file.read()
