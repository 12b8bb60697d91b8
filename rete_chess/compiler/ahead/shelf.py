"""The files in which programs are kept: beside the package if it was built so, else in the user's cache.

An entry is a line that says what it is of, and the program as JSON with its digest. Nothing is read that
another user could have put there, and whatever is wrong with an entry, it is as if there were none.
"""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from rete_chess.resources import programs

#: `0` switches the cache off; anything else is the folder of the cache, in place of the user's own.
VARIABLE: Final = "RETE_CHESS_CACHE"
#: The bytes of one entry, and of all entries together; those that were written longest ago make room.
MOST_BYTES_OF_ONE: Final = 1_000_000
MOST_BYTES: Final = 8_000_000

ENDING: Final = ".program"


def is_on() -> bool:
    """Whether programs are kept, and those that are kept are used."""
    return os.environ.get(VARIABLE, "") != "0"


def cache_folder() -> Path | None:
    """The folder of the user's cache; None where the system has no place for one."""
    given = os.environ.get(VARIABLE, "")
    if given:
        return Path(given)
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "")
        return Path(base, "rete_chess", "Cache", "programs") if base else None
    if not os.path.isabs(home):
        return None
    if sys.platform == "darwin":
        return Path(home, "Library", "Caches", "rete_chess", "programs")
    base = os.environ.get("XDG_CACHE_HOME", "")
    return Path(base if os.path.isabs(base) else os.path.join(home, ".cache"), "rete_chess", "programs")


def find(name: str, key: str) -> Any:
    """The JSON of a program by the id of its variant and the digest of all it was made from, or None."""
    built = programs()
    if built is not None:
        found = _read(built / _file(name, key), name, key, is_own=False)
        if found is not None:
            return found
    folder = cache_folder()
    return None if folder is None else _read(folder / _file(name, key), name, key, is_own=True)


def keep(name: str, key: str, data: Any) -> None:
    """Keep the JSON of a program in the user's cache, if that can be written."""
    folder = cache_folder()
    if folder is None:
        return
    text = entry(name, key, data)
    if len(text) > MOST_BYTES_OF_ONE:
        return
    from rete_chess.storage import write_whole  # late: most processes find what they need

    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = folder / _file(name, key)
        if _is_ours(os.stat(folder)) and _is_free(path):
            _make_room(folder, len(text))
            write_whole(path, text)


def entry(name: str, key: str, data: Any) -> str:
    """The text of an entry."""
    import json  # late, as above

    body = json.dumps(data, separators=(",", ":"))
    return f"{_head(name, key, body.encode())}\n{body}\n"


def _file(name: str, key: str) -> str:
    return f"{name}-{key}{ENDING}"


def _head(name: str, key: str, body: bytes) -> str:
    return f"rete_chess program {name} {key} {blake2b(body, digest_size=16).hexdigest()}"


def _read(path: Path, name: str, key: str, is_own: bool) -> Any:
    """The JSON of an entry, or None if it is not there or not whole."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0))
    except (OSError, ValueError):
        return None
    with os.fdopen(handle, "rb") as file:
        facts = os.fstat(handle)
        if not stat.S_ISREG(facts.st_mode) or (is_own and not _is_ours(facts)):
            return None
        if is_own and not _is_ours(os.stat(path.parent)):
            return None
        text = file.read(MOST_BYTES_OF_ONE + 1)
    head, _, body = text.partition(b"\n")
    body = body.removesuffix(b"\n")
    if len(text) > MOST_BYTES_OF_ONE or head != _head(name, key, body).encode():
        return None
    import orjson  # late: nothing is imported for what is not there

    return orjson.loads(body)


def _is_ours(facts: os.stat_result) -> bool:
    """Whether a file or folder is of this user, and not for everybody to write."""
    if not hasattr(os, "geteuid"):
        return True
    return facts.st_uid == os.geteuid() and not facts.st_mode & stat.S_IWOTH


def _is_free(path: Path) -> bool:
    """Whether nothing but an entry is there; a link or a pipe leads elsewhere."""
    return not os.path.lexists(path) or stat.S_ISREG(os.lstat(path).st_mode)


def _make_room(folder: Path, size: int) -> None:
    """Forget the entries that were written longest ago, until there is room for one more."""
    found = []
    with os.scandir(folder) as entries:
        for file in entries:
            if file.name.endswith(ENDING) and file.is_file(follow_symlinks=False):
                facts = file.stat(follow_symlinks=False)
                found.append((facts.st_mtime_ns, file.name, facts.st_size))
    held = size + sum(size for *_, size in found)
    for _, name, freed in sorted(found):
        if held <= MOST_BYTES:
            return
        with suppress(FileNotFoundError):  # another process was here
            (folder / name).unlink()
        held -= freed
