"""Files that are written whole or not at all: beside their place, and moved there when they are done; and
folders whose files are told whole or not at all."""

from __future__ import annotations

import errno
import io
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import NoReturn, TextIO

AnyPath = str | os.PathLike[str]


def files_below(folder: Path) -> list[Path]:
    """The files of a folder and of those below it, sorted; a folder that cannot be read is an error."""

    def refuse(error: OSError) -> NoReturn:
        raise error

    with named_errors(folder):
        folder.resolve(strict=True)  # a current folder that was deleted looks like an empty one
    walk = os.walk(folder, onerror=refuse)
    return sorted(Path(place) / name for place, _, names in walk for name in names)


def write_whole(path: AnyPath, text: str) -> None:
    """Write a text to a file; if that fails, the file is as it was before, or not there."""
    with whole_file(path) as file:
        file.write(text)


@contextmanager
def whole_file(path: AnyPath) -> Iterator[TextIO]:
    """A file to write, which takes its place when the block ends well; else nothing is left of it.

    A folder that takes no file is found out at once. A device or a pipe is written as it is.
    """
    place = Path(os.path.realpath(path))  # a link stays one
    with named_errors(path):
        draft = place if _is_device(place) else _new_file(place.parent)
    try:
        with named_errors(path):
            file = _Draft(draft, path)
        try:
            yield file
            file.settle(is_lasting=draft != place)
        finally:
            file.drop()
        if draft != place:
            with named_errors(path):
                _move(draft, place)
    except BaseException:
        if draft != place:
            with suppress(OSError):
                draft.unlink()
        raise


class _Draft(io.TextIOWrapper):
    """A file in the making, whose errors name the file that was asked for."""

    def __init__(self, draft: Path, path: AnyPath) -> None:
        super().__init__(io.BufferedWriter(io.FileIO(draft, "w")), encoding="utf-8")
        self.path = path

    def write(self, text: str, /) -> int:
        with named_errors(self.path):
            return super().write(text)

    def settle(self, is_lasting: bool) -> None:
        """Bring all that was written to the device."""
        with named_errors(self.path):
            self.flush()
            if is_lasting:
                os.fsync(self.fileno())

    def drop(self) -> None:
        """Close it; what has not settled by now is lost."""
        with suppress(OSError):
            self.close()


def demand_place(path: AnyPath) -> None:
    """Raise an error where no file could be written; nothing is left there."""
    place = Path(os.path.realpath(path))
    with named_errors(path):
        if not _is_device(place):
            _new_file(place.parent).unlink()


@contextmanager
def named_errors(path: AnyPath) -> Iterator[None]:
    """Let an error of the system name the file that was asked for."""
    try:
        yield
    except OSError as error:
        error.filename, error.filename2 = os.fspath(path), None
        raise


def _is_device(place: Path) -> bool:
    """Whether something is there that is no file; a folder is an error."""
    if place.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    return place.exists() and not place.is_file()


def _new_file(folder: Path) -> Path:
    """An empty file of a name that nobody has, with the rights of any new file."""
    for number in count():
        draft = folder / f".{os.getpid()}-{number}.tmp"
        with suppress(FileExistsError):
            os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
            return draft
    raise AssertionError("numbers never end")


def _move(draft: Path, place: Path) -> None:
    """Put a file in the place of another, whose rights it takes over."""
    if place.exists():
        os.chmod(draft, stat.S_IMODE(place.stat().st_mode))
    os.replace(draft, place)
    with suppress(OSError):  # of systems on which the name of a file cannot be made to last
        handle = os.open(place.parent, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
