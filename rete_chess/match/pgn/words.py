"""Moves as people and programs write them into PGN: our notation first, then what is usual elsewhere.

A text is only taken for another one where that means exactly one legal move.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from rete_chess.costs import MOVE, TRIAL
from rete_chess.errors import MoveError
from rete_chess.interop import moves as dialect
from rete_chess.metering import charge

if TYPE_CHECKING:
    from rete_chess.engine import Engine

#: What PGN writes where a side does not move.
NULLS: Final = frozenset(("--", "Z0", "@@@@", "0000", "null"))
#: What it costs to read a move and play it, beside what it asks for.
PLAYED: Final = 4 * TRIAL

_LONGEST: Final = 64
_SIGNS: Final = str.maketrans(
    {**dict(zip("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPKQRBNP")), "–": "-", "—": "-", "−": "-", "×": "x", "‡": "#", "†": "+"}
)
#: What stands behind a move and is not part of it.
_BEHIND: Final = re.compile(r"(?:e\.p\.|ep|[+#!?=~]|\(=\)|mate|ch|N(?<=[0-9]N))+\Z")
_CASTLE: Final = re.compile(r"([0Oo])-?[0Oo](-?[0Oo])?")
_PROMOTED: Final = re.compile(r"(.*[0-9])(?:=?\(([A-Za-z])\)|[/:]([A-Za-z]))")
_HYPHEN: Final = re.compile(r"([a-p][0-9]{1,2}|\A[A-Z])[-:]([a-p][0-9])")
_LONG: Final = re.compile(r"[A-Z]([a-p][0-9]{1,2}[a-p][0-9]{1,2})")
_FILES: Final = re.compile(r"([a-p])[x:]?([a-p])(?:=?([A-Za-z]))?")


def find_move(engine: Engine, text: str) -> str:
    """The text of ours for a move of PGN; the error tells why no legal move is meant."""
    legal = MOVE * len(engine.legal_moves())
    charge(PLAYED + legal)
    try:
        engine.find(text)
        return text
    except MoveError as error:
        first = error
    if len(text) > _LONGEST:
        raise first
    tried = {text}
    for candidate in _candidates(engine, text):
        if candidate in tried:
            continue
        tried.add(candidate)
        charge(legal)
        try:
            engine.find(candidate)
            return candidate
        except MoveError:
            continue
    raise first


def _candidates(engine: Engine, text: str) -> Iterator[str]:
    """Other spellings of a text, the closest first."""
    if text in NULLS:
        yield dialect.PASS
        return
    plain = text.translate(_SIGNS)
    yield dialect.own(engine, plain)
    bare = _BEHIND.sub("", plain)
    castle = _CASTLE.fullmatch(bare)
    if castle is not None:
        yield "O-O-O" if castle[2] else "O-O"
        return
    promoted = _PROMOTED.fullmatch(bare)
    if promoted is not None:
        bare = f"{promoted[1]}={promoted[2] or promoted[3]}"
    yield bare
    bare = _HYPHEN.sub(_joined, bare)
    yield bare
    yield bare.lower()  # E2E4, e7e8Q
    yield from _spellings(engine, bare)


def _joined(found: re.Match[str]) -> str:
    """Origin and target without the sign between them, but for that of a capture."""
    is_capture = found[0][len(found[1])] == ":"
    return f"{found[1]}{'x' if is_capture else ''}{found[2]}"


def _spellings(engine: Engine, bare: str) -> Iterator[str]:
    """The same with a letter for pawns, with small letters for pieces, and with a wrong sign of a capture."""
    letter = _unlettered(engine)
    for text in (bare, bare.replace("x", "").replace(":", "")):
        yield text
        if letter and text[:1].upper() == letter:
            yield text[1:]
        if text[:1].islower():
            yield text[0].upper() + text[1:]
    found = _LONG.fullmatch(bare)
    if found is not None:  # Ke1-g1
        yield from (str(move) for move in engine.legal_moves() if move.is_castle and move == found[1])
    found = _FILES.fullmatch(bare)
    if found is not None:
        yield from _by_files(engine, *found.groups(""))


def _unlettered(engine: Engine) -> str:
    """The letter of the pieces that go without one: that of pawns."""
    book = engine.board.book
    name = book.laws.unlettered
    return book.letters[book.index_of(name)].upper() if name in book.types else ""


def _by_files(engine: Engine, origin: str, target: str, promotion: str) -> Iterator[str]:
    """The one capture of a piece without a letter that `ed` means."""
    names, unlettered = engine.board.book.geometry.names, engine.board.book.laws.unlettered
    fitting = [
        move
        for move in engine.legal_moves()
        if move.piece_type == unlettered
        and move.is_capture
        and move.from_square is not None
        and move.to_square is not None
        and (names[move.from_square][0], names[move.to_square][0]) == (origin, target)
        and str(move).endswith(promotion.lower())
    ]
    if len(fitting) == 1:
        yield str(fitting[0])
