"""Which line of which document decides about moves: what explanations quote."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from rete_chess.core.atoms import PieceType
from rete_chess.core.board import Board
from rete_chess.core.laws import Act, Offer


@dataclass(frozen=True)
class Word:
    """A document, and the place in it as file:line."""

    document: str
    origin: str


@dataclass(frozen=True)
class MovementWord:
    """One word on how a type moves, and how it moves after it; nothing where pieces are asked one by one."""

    word: Word
    piece: PieceType | None
    is_whole: bool = False  # it says all, in place of what was said before


#: The boards on which a limit asks for moves just now. Inside such a question no limit binds that asks
#: itself: so no question comes back to itself, however many limits ask for moves, and every answer is found.
_asked: set[int] = set()


def is_asked(board: Board) -> bool:
    """Whether a limit or an act asks for moves just now: others that ask do not bind, or do not exist."""
    return id(board) in _asked


@contextmanager
def asking(board: Board) -> Iterator[None]:
    """Let limits that ask for moves not bind for the moment, and acts that ask not exist."""
    number = id(board)
    is_outer = number not in _asked
    _asked.add(number)
    try:
        yield
    finally:
        if is_outer:
            _asked.discard(number)


@dataclass(frozen=True)
class Limit:
    """A `forbid` or `require` of a document, however the core carries it out."""

    word: Word
    because: str
    is_required: bool  # only such moves are legal, as long as there are any
    chooses: Callable[[Board, list[int]], list[int]]  # of some moves those it speaks of
    asks: bool = False  # it asks for legal moves itself, and does not bind inside such a question

    def picked(self, board: Board, moves: list[int]) -> list[int]:
        """The moves that it speaks of; none inside a question of its like."""
        if not self.asks:
            return self.chooses(board, moves)
        if is_asked(board):
            return []
        with asking(board):
            return self.chooses(board, moves)


@dataclass(frozen=True, eq=False)
class Forbid:
    """A `forbid` among the steps to the legal moves: it drops the moves that its limit speaks of."""

    limit: Limit

    def __call__(self, board: Board, moves: list[int]) -> list[int]:
        gone = set(self.limit.picked(board, moves))
        return [move for move in moves if move not in gone]


@dataclass(frozen=True, eq=False)
class Require:
    """A `require` among the steps to the legal moves: it picks the moves that its limit speaks of."""

    limit: Limit

    def __call__(self, board: Board, moves: list[int]) -> list[int]:
        return self.limit.picked(board, moves)


@dataclass(frozen=True)
class DropLimit:
    """The squares, by colour, on which alone some types may be dropped."""

    word: Word
    because: str
    kinds: frozenset[tuple[str, int]]
    squares: tuple[frozenset[int], frozenset[int]]


@dataclass(frozen=True)
class ActWord:
    """An act, where it is written, and what keeps an actor from it, or a target from being chosen."""

    word: Word
    id: str
    objection: Callable[[Board, int, int], str]  # by the squares of both, -1 for none; nothing if all is well


@dataclass(frozen=True)
class OfferWord:
    """An offer, where it is written, and what keeps it from being made to an own piece on a square."""

    word: Word
    tag: str
    objection: Callable[[Board, int], str]  # nothing if all is well


@dataclass(frozen=True)
class PolicyWord:
    """A policy that counts: where it is written, its path in the document or the hook that is asked, what is
    written there, and for whom."""

    word: Word
    path: str
    value: Any
    side: str = "both"


@dataclass(frozen=True)
class Provenance:
    """Who decides about movement, royalty, limits and all other policies."""

    limits: tuple[Limit, ...] = ()
    royal: tuple[Word | None, Word | None] = (None, None)  # by colour
    movement: Mapping[tuple[str, int], tuple[MovementWord, ...]] = field(
        default_factory=dict
    )  # by type and colour, the first word first
    drops: tuple[DropLimit, ...] = ()
    acts: tuple[ActWord, ...] = ()
    offers: tuple[OfferWord, ...] = ()
    policies: tuple[PolicyWord, ...] = ()  # in the order of the documents


# -- acts ------------------------------------------------------------------------------------------

#: An act by the number of its document and its place there.
Place = tuple[int, int]


@dataclass
class ActRules:
    """The acts with where they are written; of the same id the last word counts."""

    acts: list[Act] = field(default_factory=list)
    words: list[ActWord] = field(default_factory=list)
    places: dict[str, Place] = field(default_factory=dict)


NO_ACTS: Final = ActRules()


@dataclass(frozen=True)
class OfferRules:
    """The offers, of each tag one, with where they are written."""

    offers: list[Offer] = field(default_factory=list)
    words: list[OfferWord] = field(default_factory=list)
    need_hands: bool = False  # each asks for something in the hand of the mover
    squares: frozenset[int] | None = None  # on which alone they are made, if that is known


NO_OFFERS: Final = OfferRules()
