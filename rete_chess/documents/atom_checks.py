"""What the keys of an atom say together, checked on the mapping as it was read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic_core import InitErrorDetails

from rete_chess.core.atoms import STEPS
from rete_chess.documents.findings import finding
from rete_chess.documents.tree import KeyPath
from rete_chess.errors import nearest

#: The keys of which an atom has exactly one.
KINDS = (*STEPS, "castle")

#: Which kinds of atom an option belongs to; `tag` belongs to all of them.
ONLY_FOR: dict[str, tuple[str, ...]] = {
    "mode": STEPS,
    "range": ("slide", "hop"),
    "from": STEPS,
    "land": ("hop",),
    "then": STEPS,
    "stay": STEPS,
    "enPassant": STEPS,
}

#: The mode that a value of an option needs.
_NEEDED_MODE = {
    ("stay", True): "capture",
    ("enPassant", "exposes"): "move",
    ("enPassant", "takes"): "capture",
}

#: How many legs may follow the first one through `then` inside `then`.
MAX_LEGS = 3


def option_findings(data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
    """Options that do not fit an atom's kind, its mode, or each other."""
    kinds = [key for key in data if key in KINDS]
    if not any(key in KINDS or nearest(key, KINDS) for key in data):  # a slip of the pen is told itself
        yield finding("E_DOC_MISSING", (), f"an atom needs one of {', '.join(KINDS)}")
    for other in kinds[1:]:
        yield _conflict((other,), f"`{other}` cannot stand beside `{kinds[0]}`", "write two atoms")
    if len(kinds) == 1:
        yield from _kind_findings(kinds[0], data)
    yield from _mode_findings(data)
    yield from _castle_legs(data.get("then"))


def _kind_findings(kind: str, data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
    for option, kinds in ONLY_FOR.items():
        if option in data and kind not in kinds:
            yield _conflict(
                (option,), f"`{option}` belongs to {_or(kinds)}, not to a {kind}", f"remove `{option}`"
            )
    if data.get("enPassant") == "exposes" and kind in ("leap", "hop"):
        hint = "a double step is a slide with `range: [2, 2]`"
        yield _conflict(("enPassant",), f"`enPassant: exposes` belongs to a slide, not to a {kind}", hint)


def _mode_findings(data: Mapping[str, Any]) -> Iterator[InitErrorDetails]:
    mode = data.get("mode", "both")
    for (option, value), needed in _NEEDED_MODE.items():
        given = data.get(option)
        if type(given) is type(value) and given == value and mode != needed and "castle" not in data:
            written = f"{option}: {str(value).lower()}"
            yield _conflict((option,), f"`{written}` needs `mode: {needed}`", f"add `mode: {needed}`")


def _castle_legs(legs: object) -> Iterator[InitErrorDetails]:
    for index, leg in enumerate(legs if isinstance(legs, list) else ()):
        if isinstance(leg, dict) and "castle" in leg:
            yield _conflict(("then", index, "castle"), "castling cannot continue another move")


def leg_findings(atoms: object, path: KeyPath) -> Iterator[InitErrorDetails]:
    """Atoms that continue too often, in a list of atoms at a path."""
    todo: list[tuple[object, KeyPath, int]] = [(atoms, path, 0)]
    while todo:
        atoms, path, depth = todo.pop()
        for index, atom in enumerate(atoms if isinstance(atoms, list) else ()):
            if not isinstance(atom, dict) or "then" not in atom:
                continue
            below = (*path, index, "then")
            if depth == MAX_LEGS:
                yield _conflict(below, f"`then` stands more than {MAX_LEGS} deep in itself")
            else:
                todo.append((atom["then"], below, depth + 1))


def castle_findings(atoms: object, path: KeyPath) -> Iterator[InitErrorDetails]:
    """A second castle atom in a list of atoms at a path."""
    listed = enumerate(atoms if isinstance(atoms, list) else ())
    found = [index for index, atom in listed if isinstance(atom, dict) and "castle" in atom]
    for index in found[1:]:
        yield _conflict((*path, index, "castle"), "a piece has at most one castle atom")


def _conflict(path: KeyPath, message: str, hint: str | None = None) -> InitErrorDetails:
    return finding("E_DOC_CONFLICT", path, message, hint=hint, key=True)


def _or(words: tuple[str, ...]) -> str:
    return " or ".join(f"a {word}" for word in words)
