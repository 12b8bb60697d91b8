"""The data folders of the package, in a checkout or a wheel, how it was built, and the developer mode."""

from __future__ import annotations

import logging
import os
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from rete_chess.errors import ResourceError, nearest

#: The data folders of the package.
FOLDERS: Final = ("descriptors", "rules", "schemas")


def folder(name: str) -> Path:
    """The data folder of that name, one of `FOLDERS`."""
    if name not in FOLDERS:
        close = nearest(name, FOLDERS)
        raise ResourceError(
            "E_RESOURCE",
            "no such data folder",
            found=name,
            expected="one of " + ", ".join(FOLDERS),
            hint=f"did you mean {close!r}?" if close else None,
        )
    places = _places(name)
    for place in places:
        if place.is_dir():
            return place
    raise _missing(name, places)


def files(folder_name: str, subfolder: str, pattern: str) -> list[Path]:
    """The files of a data folder's subfolder (`""`: the folder itself) that fit a glob pattern, by name."""
    place = folder(folder_name) / subfolder
    if not place.is_dir():
        raise _missing(f"{folder_name}/{subfolder}", [place])
    return sorted(
        (path for path in place.glob(pattern) if path.is_file()), key=lambda path: (path.name, path)
    )


#: The contents of shipped documents that were looked at, by their paths; the process goes by them for good.
_held: Final[dict[Path, bytes]] = {}


def hold(path: Path, content: bytes) -> None:
    """Go by this content of a shipped document from now on."""
    _held[path] = content


def held(path: Path) -> bytes | None:
    """The content of a shipped document that was looked at, or None."""
    return _held.get(path)


def programs() -> Path | None:
    """The folder of programs that were compiled when the package was built, if they were."""
    place = Path(__file__).resolve().parent / "data" / "programs"
    return place if place.is_dir() else None


def _places(name: str) -> list[Path]:
    """The possible places of a data folder, the installed package first."""
    package = Path(__file__).resolve().parent
    return [package / "data" / name, package.parent / name]


def _missing(name: str, places: list[Path]) -> ResourceError:
    return ResourceError(
        "E_RESOURCE",
        f"the data folder {name!r} is missing",
        expected=" or ".join(map(str, places)),
        hint="install the package again",
    )


def build() -> str:
    """How the package was built: `compiled`, or `pure Python`."""
    return "pure Python" if find_spec("rete_chess.compiled__mypyc") is None else "compiled"


DEV_VARIABLE: Final = "RETE_CHESS_DEV"

_LOG = logging.getLogger("rete_chess")
_said: set[str] = set()


def is_dev_mode() -> bool:
    """Whether the environment asks for the warnings of the developer mode."""
    return os.environ.get(DEV_VARIABLE, "0") not in ("", "0")


def warn_once(message: str) -> None:
    """Log a warning in dev mode, unless it has been logged before."""
    if is_dev_mode() and message not in _said:
        _said.add(message)
        _LOG.warning(message)
