"""The ways of one piece to one square, open or not, and the documents that gave or took them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from rete_chess.compiler.provenance import MovementWord, Provenance, Word
from rete_chess.core.atoms import PieceType
from rete_chess.core.board import Board
from rete_chess.core.paths import ways_from
from rete_chess.core.reach import Reach, Step


class OneWay(NamedTuple):
    """A way to a square: the moves along it, the squares between, and what it is for."""

    moves: tuple[int, ...]
    between: tuple[int, ...]
    moves_quietly: bool
    captures: bool

    def blocker(self, board: Board) -> int:
        """The first square on the way that is not free, or -1."""
        return next((square for square in self.between if board.cells[square] >= 0), -1)


def ways_to(reach: Reach, target: int) -> list[OneWay]:
    """All ways of a piece to a square, without castling and en passant."""
    return list(_ways(reach, target))


def _ways(reach: Reach, target: int) -> Iterator[OneWay]:
    yield from _along([(step,) for step in reach.leaps], target, True, True)
    yield from _along(reach.rays, target, True, True)
    yield from _along([(step,) for step in reach.strikes], target, False, True)
    yield from _along(reach.trails, target, True, False)
    for option in reach.options:
        if option.target == target:
            for ways, is_strike in ((option.quiet, False), (option.strike, True)):
                for way in ways:
                    yield OneWay(way.moves, way.clear, not is_strike, is_strike)
    if reach.plain_part is not None:
        yield from _ways(reach.plain_part, target)


def _along(
    lines: tuple[tuple[Step, ...], ...] | list[tuple[Step, ...]], target: int, quiet: bool, captures: bool
) -> Iterator[OneWay]:
    for line in lines:
        moves = tuple(move for square, move in line if square == target)
        if moves:
            squares = [square for square, _ in line]
            yield OneWay(moves, tuple(squares[: squares.index(target)]), quiet, captures)


#: What a way is for.
QUIET: Final = "quiet"
CAPTURE: Final = "capture"
CASTLE: Final = "castle"


def giver(
    provenance: Provenance, board: Board, reach: Reach, target: int, use: str = "", tag: str | None = None
) -> Word | None:
    """The word that lets a piece go to a square, in one way of using it or in any, by a tag or by any."""
    words = _words(provenance, board, reach)
    open_ = [index for index, word in enumerate(words) if word.piece is None]
    fixed = [index for index, word in enumerate(words) if word.piece is not None]
    found = None
    for index in reversed(fixed):
        if not _goes(words[index].piece, board, reach, target, use, tag):
            break
        found = index
    if found is None and open_:
        found = open_[-1]  # pieces are asked one by one, and this one passed
    return words[found].word if found is not None else _definer(words)


def taker(provenance: Provenance, board: Board, reach: Reach, target: int, use: str = "") -> Word | None:
    """The word because of which a piece does not go to a square: who took the way, or says how it moves."""
    words = _words(provenance, board, reach)
    had = [index for index, word in enumerate(words) if _goes(word.piece, board, reach, target, use)]
    after = words[had[-1] + 1 :] if had else []
    return after[0].word if after else _definer(words)


def had_capture(provenance: Provenance, board: Board, reach: Reach, target: int) -> bool:
    """Whether a piece could capture on a square after some word on how its type moves."""
    words = _words(provenance, board, reach)
    return any(_goes(word.piece, board, reach, target, CAPTURE) for word in words)


def _words(provenance: Provenance, board: Board, reach: Reach) -> tuple[MovementWord, ...]:
    return provenance.movement.get((board.book.types[reach.type_index], reach.color), ())


def _definer(words: tuple[MovementWord, ...]) -> Word | None:
    """The last word that says all about how a type moves."""
    return next((word.word for word in reversed(words) if word.is_whole), None)


def _goes(
    piece: PieceType | None, board: Board, reach: Reach, target: int, use: str, tag: str | None = None
) -> bool:
    """Whether a type has a way from the square of a piece to another one."""
    if piece is None:
        return False
    if use == CASTLE:
        return piece.castle is not None
    ways = ways_from(board.book.geometry, reach.color, piece.atoms, piece.topology, reach.square)
    return any(
        way.target == target
        and tag in (None, way.manner.tag)
        and (
            (use != CAPTURE and way.is_quiet)
            or (use != QUIET and way.is_capture and piece.captures != "none")
        )
        for way in ways
    )
