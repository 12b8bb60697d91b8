"""The check that the start position has a legal move."""

from __future__ import annotations

from collections.abc import Iterator

from rete_chess.checks.subject import Subject
from rete_chess.documents.reading.tree import KeyPath
from rete_chess.errors import Problem


def no_first_move(subject: Subject) -> Iterator[Problem]:
    """The warning of a start position without a legal move, or in which the game is over."""
    if not subject.is_variant or subject.engine.legal_moves():
        return
    result = subject.engine.result
    listed = ("fen", "layout", "moves", "pieces", "hands")
    keys: list[KeyPath] = [(key,) for key in listed if key in subject.own]
    reason = None if result is None else result.reason
    ends = [path for path, end in subject.ends() if reason in (end.get("reason"), end.get("draw"))]
    path = next(iter((*ends, *keys)), ())
    told = f": {result}" if result is not None else ""
    message = f"there is no legal move in the first position{told}"
    yield subject.warning("W_NO_FIRST_MOVE", message, path, "look at it with `rete-chess moves`", key=True)
