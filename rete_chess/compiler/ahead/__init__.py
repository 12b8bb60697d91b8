"""Programs of shipped variants that were compiled before, kept in files: a start reads no document.

Only what comes with the package is kept, under a digest of everything it was made from; documents of users
and strangers never are. `docs/budgets.md` says where the files lie.
"""

from __future__ import annotations

import re
from dataclasses import replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakValueDictionary

from rete_chess.compiler.ahead import shelf
from rete_chess.metering import uncharged
from rete_chess.resources import folder

if TYPE_CHECKING:
    from rete_chess.compiler._program import Program

_ID: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")


#: The programs that were found and are in use, by their hashes.
_in_use: Final[WeakValueDictionary[str, Program]] = WeakValueDictionary()


def in_use(fingerprint: str) -> Program | None:
    """The program of a hash that was found here, as long as somebody uses it."""
    return _in_use.get(fingerprint)


def find(name: str) -> Program | None:
    """The program of a shipped variant that was compiled before, with its tables, or None.

    It costs nothing here; who asked pays what it would cost to compile it.
    """
    if not shelf.is_on() or not _is_shipped(name):
        return None
    with uncharged():
        try:
            program = _read(name)
        except Exception:  # whatever is wrong with an entry, it is compiled instead
            return None
    if program is not None:
        _in_use[program.hash] = program
    return program


def _read(name: str) -> Program | None:
    data = shelf.find(name, key_of(name))
    if data is None:
        return None
    from rete_chess.compiler._program import Program
    from rete_chess.compiler.ahead.form import Reader

    program = Reader().read(data)
    is_asked_for = isinstance(program, Program) and program.id == program.variant.id == name
    return program if is_asked_for and program.book else None


def keep(name: str, program: Program) -> None:
    """Keep the program of a shipped variant for other processes, if all of it can be written down."""
    if not shelf.is_on() or not _is_shipped(name):
        return
    from rete_chess.compiler.ahead.parts import Unkept
    from rete_chess.compiler.ahead.stamp import is_current

    try:
        data = written(program)
    except Unkept:
        return
    if is_current():
        shelf.keep(name, key_of(name), data)


def written(program: Program) -> Any:
    """A program of a shipped variant as plain data."""
    from rete_chess.compiler.ahead.form import Writer
    from rete_chess.compiler.ahead.late import LateVariant

    variant = program.variant
    return Writer().write(replace(program, variant=LateVariant(variant.top.id, variant.weight)))


def key_of(name: str) -> str:
    """The digest of all that the program of a shipped variant is made from."""
    from rete_chess.compiler.ahead.stamp import stamp

    return blake2b(f"{stamp()} {name}".encode(), digest_size=16).hexdigest()


def _is_shipped(name: str) -> bool:
    path = folder("descriptors") / "variants" / f"{name}.variant.yaml"
    return _ID.fullmatch(name) is not None and path.is_file()
