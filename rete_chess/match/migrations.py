"""Saves of older versions, brought up to date one version at a time.

A change of the format raises `VERSION` and adds the function that makes the version before it new.
Saves of every version that was ever written stay in the tests and have to load.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from rete_chess.documents.save import VERSION
from rete_chess.errors import Place, SaveError

#: A save's value, and the same one version later.
Migration = Callable[[dict[str, Any]], dict[str, Any]]

#: Version -> what makes a save of that version one of the next. There has been one version so far.
MIGRATIONS: Final[Mapping[int, Migration]] = {}


def migrate(
    value: dict[str, Any], file: str, migrations: Mapping[int, Migration] = MIGRATIONS, newest: int = VERSION
) -> dict[str, Any]:
    """A save of the newest version; what is none is left for the model to refuse."""
    version = value.get("formatVersion")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        return value
    if version > newest:
        raise SaveError(
            "E_SAVE_VERSION",
            "the save was written by a newer program",
            found=version,
            expected=f"a version up to {newest}",
            place=Place(file),
            hint="update rete-chess",
        )
    for number in range(version, newest):
        value = {**migrations[number](value), "formatVersion": number + 1}
    return value
