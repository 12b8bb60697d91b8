"""What a side sees of a position: the squares of which it knows who stands there, and the pieces.

Own pieces are always seen. It goes by ways of moving and by the legal moves of the side itself, which it
knows, and by nothing else that could tell of what is hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from rete_chess.core.attacks import generate
from rete_chess.core.board import Board
from rete_chess.core.geometry import NEUTRAL
from rete_chess.core.moves import SQUARE_MASK, decode, target_of
from rete_chess.costs import MOVE, PIECE

if TYPE_CHECKING:
    from rete_chess.compiler.policies.sight_choice import Sight
    from rete_chess.engine._engine import Engine

#: The words for what spectators see, beside what they see once the game is over.
ALL, NOTHING = "all", "nothing"


class Seen(NamedTuple):
    """What is seen of one position."""

    squares: frozenset[int]  # of which it is known who stands there, or that nobody does
    pieces: frozenset[int]  # by entity
    overseen: frozenset[int]  # the squares whose tiles are seen, also where somebody may hide
    is_whole: bool = False  # whether nothing is kept from who looks, whatever there might be
    is_sure: bool = False  # whether squares that are seen and look empty are empty

    def is_clear(self, square: int) -> bool:
        """Whether it is certain who stands on a square, or that nobody does."""
        return self.is_sure and square in self.squares

    @classmethod
    def all_of(cls, board: Board) -> Seen:
        """All that there is."""
        everywhere = frozenset(range(len(board.cells)))
        return cls(everywhere, frozenset(board.squares), everywhere, True, True)


#: What is seen by whom nothing is shown.
BLIND: Final = Seen(frozenset(), frozenset(), frozenset())


def seen_by(engine: Engine, color: int | None, is_over: bool = False) -> Seen:
    """What a side, or a spectator, sees of the position that a game has reached."""
    sight, board = engine.program.sight, engine.board
    if sight is None:
        return Seen.all_of(board)
    is_over = is_over or engine.result is not None
    if color is None:
        is_shown = sight.spectators == ALL or (is_over and sight.spectators != NOTHING)
        return Seen.all_of(board) if is_shown else BLIND
    return Seen.all_of(board) if is_over else _seen(sight, board, color, engine._legal)


def _seen(sight: Sight, board: Board, color: int, legal: Sequence[int]) -> Seen:
    own, others = board.pieces[color], board.pieces[color ^ 1]
    squares = range_of(sight, board, color, legal)
    overseen = frozenset(squares)
    pieces = {board.entities[square] for square in own}
    board.meter.charge(PIECE * (len(own) + len(others) * (1 + len(sight.hidings))))
    spender = board.meter.who
    try:
        shown: set[int] = set(own)
        for square in others:
            if square in squares and not _is_hidden(sight, board, color, board.entities[square]):
                shown.add(square)
                pieces.add(board.entities[square])
        for square in board.pieces[NEUTRAL]:  # what is nobody's, nobody hides
            if square in squares:
                shown.add(square)
                pieces.add(board.entities[square])
        for hiding in sight.hidings:
            board.meter.turn_to(hiding.part)
            squares -= hiding.may_hide(board, color ^ 1) - shown
    finally:
        board.meter.turn_to(spender)
    is_sure = all(hiding.filter.square is not None for hiding in sight.hidings if hiding.sides[color ^ 1])
    return Seen(frozenset(squares), frozenset(pieces), overseen, False, is_sure)


def _is_hidden(sight: Sight, board: Board, color: int, entity: int) -> bool:
    for hiding in sight.hidings:
        if hiding.sides[color ^ 1]:
            board.meter.turn_to(hiding.part)
            if hiding.hides(board, entity):
                return True
    return False


def range_of(sight: Sight, board: Board, color: int, legal: Sequence[int]) -> set[int]:
    """The squares that a side oversees, whatever is hidden there."""
    if sight.all[color]:
        return set(range(len(board.cells)))
    own = board.pieces[color]
    found = set(own)
    if sight.reach[color]:
        moves: list[int] = []
        generate(own.values(), board.cells, color ^ 1, moves)
        board.meter.charge(MOVE * len(moves))
        found.update(move & SQUARE_MASK for move in moves)
        if color == board.turn:
            found |= _led_to(board, legal)
    if sight.around[color] >= 0:
        geometry = board.book.geometry
        for square in own:
            found |= geometry.within(square, sight.around[color])
    return found


def _led_to(board: Board, legal: Sequence[int]) -> set[int]:
    """The squares to which legal moves of pieces lead, and those of whom they take in passing."""
    found: set[int] = set()
    board.meter.charge(MOVE * len(legal))
    for move in legal:
        manner = decode(board.book, move).manner
        if manner.drops or manner.acts:
            continue
        found.add(target_of(move))
        if manner.takes and board.exposed is not None:
            found.add(board.exposed.victim)
    return found
