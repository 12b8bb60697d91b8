"""The check of squares, ranks and files that the board of a variant does not have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from rete_chess.checks.subject import Subject, entries
from rete_chess.core.geometry import Geometry
from rete_chess.documents.reading.tree import KeyPath
from rete_chess.errors import Problem

_PARTS: Final = (
    "attributes",
    "zones",
    "royal",
    "check",
    "moves",
    "drops",
    "acts",
    "sight",
    "rules",
    "result",
)
#: Keys that hold squares, by name or by a mapping with `in`.
_SQUARES: Final = ("square", "squares", "from", "to", "near", "is", "around")
#: Keys of sets of squares that hold further ones.
_INNER: Final = ("in", "pick", "not", "any", "white", "black", "between", "of")
_SQUARE: Final = re.compile("[a-p](?:1[0-6]|[1-9])")


def squares_off_board(subject: Subject) -> Iterator[Problem]:
    """The problems of squares outside the board of a variant; a preset may be meant for larger boards."""
    board = subject.engine.board.book.geometry
    for part in _PARTS if subject.is_variant else ():
        for path, key, value in entries(subject.own.get(part), (part,)):
            for place, word in _missing(board, path, key, value):
                hint = f"squares are a1 to {board.names[-1]}"
                yield subject.problem("E_SQUARE", f"{word} is not on the board", place, hint)


def _missing(board: Geometry, path: KeyPath, key: str, value: Any) -> Iterator[tuple[KeyPath, str]]:
    """The paths of a key's values that are off the board, each with the value as text."""
    is_many = isinstance(value, list)
    for index, item in enumerate(value if is_many else [value]):
        place = (*path, index) if is_many else path
        if key in ("rank", "ownRank") and isinstance(item, int) and item > board.height:
            yield place, f"rank {item}"
        elif key == "file" and isinstance(item, str) and ord(item[:1] or "a") - ord("a") >= board.width:
            yield place, f"file {item}"
        elif isinstance(item, list):
            yield from _missing(board, place, key, item)
        elif _holds_squares(path) and isinstance(item, str) and _is_off(board, item):
            yield place, item


def _is_off(board: Geometry, word: str) -> bool:
    return _SQUARE.fullmatch(word) is not None and not board.has_square(word)


def _holds_squares(path: KeyPath) -> bool:
    """Whether a path leads to squares; the `to` of `set` is any value."""
    place = len(path) - 1
    while place > 1 and (isinstance(path[place], int) or path[place] in _INNER):
        place -= 1
    return path[0] == "zones" or (path[place] in _SQUARES and path[place - 1] != "set")
