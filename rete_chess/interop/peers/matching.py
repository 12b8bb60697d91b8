"""Our moves and those of a peer, one for one: the texts that mean the same move."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from rete_chess.interop.moves import PASS

if TYPE_CHECKING:
    from rete_chess.engine import Engine, LegalMove

_MOVE: Final = re.compile(r"([a-p][0-9]{1,2})([a-p][0-9]{1,2})(\+?[a-z]?)")
_NULLS: Final = ("0000", "--", "@@@@")
_CASTLE: Final = "castle"
_ACT: Final = re.compile(r"[a-z][a-z0-9-]*:([a-p][0-9]{1,2})(?:x?([a-p][0-9]{1,2}))?")


def is_null(text: str) -> bool:
    """Whether a peer's text is a pass."""
    found = _MOVE.fullmatch(text)
    return text in _NULLS or (found is not None and found[1] == found[2] and not found[3])


def matched(
    engine: Engine, legal: Sequence[LegalMove], theirs: list[str]
) -> tuple[dict[str, str], list[str], list[str]]:
    """Our moves by the texts of the peer, what only we have, and what only the peer has."""
    left = dict.fromkeys(theirs)
    pairs: dict[str, str] = {}
    extra: list[str] = []
    slow: list[LegalMove] = []
    for move in legal:  # most are written alike, and nobody has to ask what they do
        text = str(move)
        if text in left:
            del left[text]
            pairs[text] = text
        else:
            slow.append(move)
    for move in slow:
        other = next((text for text in texts(engine, move, left) if text in left), None)
        if other is None:
            extra.append(str(move))
        else:
            del left[other]
            pairs[other] = str(move)
    return pairs, extra, list(left)


def texts(engine: Engine, move: LegalMove, theirs: dict[str, None]) -> Iterator[str]:
    """How a peer may write a move of ours, the likeliest first."""
    text = str(move)
    if text == PASS:
        yield from (null for null in theirs if is_null(null))
        return
    act = _ACT.fullmatch(text)
    if act is not None:
        squares = f"{act[1]}{act[2] or act[1]}"
        yield from (other for other in theirs if other[:-1] == squares)
        return
    base, at, tag = (text, "", "") if move.is_drop else text.partition("@")
    yield from _plain(engine, move, base, tag if at else "")


def _plain(engine: Engine, move: LegalMove, base: str, tag: str) -> Iterator[str]:
    """The texts of a move of a piece, with what comes in behind it."""
    found = _MOVE.fullmatch(base)
    if found is None:
        yield base
        return
    start, end, promoted = found.groups()
    gate, _, square = tag.partition(":")
    if move.is_castle:
        yield from _castling(engine, move, start, end, gate if gate != _CASTLE else "", square)
    elif gate:
        yield base + _letter(engine, gate)
        yield base
    else:
        yield base
        if promoted:
            yield f"{start}{end}{'+' if promoted.startswith('+') else '-'}"


def _castling(engine: Engine, move: LegalMove, start: str, end: str, gate: str, square: str) -> Iterator[str]:
    """Castling, by the squares of king and rook, or by where the king goes; with a gate on either square."""
    letter = _letter(engine, gate) if gate else ""
    board = engine.board
    names = board.book.geometry.names
    for right in board.rights.all:
        if move.code == right.move or move.code in right.offered:
            rook, to = names[right.rook], names[right.king_to]
            if square == rook:
                yield f"{rook}{start}{letter}"
                return
            if gate == "" or square in ("", start):
                yield f"{start}{rook}{letter}"
                yield f"{start}{to}{letter}"
    yield f"{start}{end}{letter}"


def _letter(engine: Engine, tag: str) -> str:
    """The letter of the type that a tag names, else the tag's first."""
    for kind in engine.board.book.laws.white:
        if kind.id == tag:
            return str(kind.letter)
    return tag[:1]
