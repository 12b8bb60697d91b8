"""Pieces in hand: what a side may hold, what a capture brings it, and the moves that drop pieces.

What changes hands stands below the tables: as a part of moves, and as edits with entries of their own. The
other move by which nobody on the board goes anywhere, the act, stands beside the drop.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rete_chess.core.atoms import CAPTOR, OWNER
from rete_chess.core.geometry import NEUTRAL, OWNERS
from rete_chess.core.journal import ALL
from rete_chess.core.keys import hand_key
from rete_chess.core.laws import Hands
from rete_chess.core.moves import (
    FROM_SHIFT,
    MANNER_SHIFT,
    PROMOTION_MASK,
    PROMOTION_SHIFT,
    SQUARE_MASK,
    encode,
)
from rete_chess.core.reach import COLOR, Reach

if TYPE_CHECKING:
    from rete_chess.core.board import Board

#: How many pieces of a type each side holds: by colour, then by the index of the type.
Counts = list[list[int]]


class HandTable:
    """`Hands` compiled for the piece types and squares of a lawbook."""

    def __init__(self, hands: Hands, types: tuple[str, ...], size: int) -> None:
        self.types = types
        self.size = size
        self.holds = [[name in held for name in types] for held in hands.holds]
        self.returns = hands.returns
        becomes = dict(hands.becomes)
        self._falls = [types.index(becomes.get(name, name)) for name in types]
        #: By the colours of captor and victim: whose hands grow.
        self.gainers = [
            [
                tuple(
                    color
                    for color, way in enumerate(hands.gains)
                    if victim != NEUTRAL
                    and ((way == CAPTOR and color == captor) or (way == OWNER and color == victim))
                )
                for victim in range(len(OWNERS))
            ]
            for captor in range(len(OWNERS))
        ]
        self._start = hands.start
        self._squares = [dict(squares) for squares in hands.squares]
        #: By colour and type: the moves that drop it, one for every square, 0 where it may not be dropped.
        self.codes: list[list[list[int]]] = []
        #: By colour and type: whether it may be dropped everywhere.
        self.is_free: list[list[bool]] = []

    def take_codes(self, manner: int) -> None:
        """Work out the moves that drop pieces, whose manner has that number in the lawbook."""
        for color in (0, 1):
            limited = [self._squares[color].get(name) for name in self.types]
            self.is_free.append([squares is None for squares in limited])
            self.codes.append(
                [
                    [
                        encode(square, square, index, manner) if squares is None or square in squares else 0
                        for square in range(self.size)
                    ]
                    for index, squares in enumerate(limited)
                ]
            )

    def begin(self) -> Counts:
        """What both sides hold when a game begins."""
        counts = self.nothing()
        for color, held in enumerate(self._start):
            for name, count in held:
                counts[color][self.types.index(name)] = count
        return counts

    def nothing(self) -> Counts:
        """Empty hands."""
        return [[0] * len(self.types), [0] * len(self.types)]

    def fallen(self, index: int, was: int) -> int:
        """The type in hand of a captured piece of a type that may have promoted from another."""
        return self._falls[was if was >= 0 else index]

    def is_told(self, index: int, was: int) -> bool:
        """Whether a piece that has promoted is told from others of its type: in the hand it is another."""
        return self.returns and self._falls[index] != self._falls[was]

    def key(self, counts: Counts) -> int:
        """The part of a position's key that comes from the hands."""
        key = 0
        for color in (0, 1):
            for index, count in enumerate(counts[color]):
                if count:
                    key ^= hand_key(self.types[index], color, count)
        return key


# -- as parts of moves, whose entries know the way back ---------------------------------------------


def take_from_hand(board: Board, color: int, index: int, count: int) -> None:
    """Let a hand hold fewer pieces of a type, without a journal entry; less than nothing: more."""
    if board.hands is not None:
        before = board.hands[color][index]
        board.hands[color][index] = before - count
        name = board.book.types[index]
        board.key ^= hand_key(name, color, before) ^ hand_key(name, color, before - count)


def pocket(board: Board, victim: Reach, captor: int, by: int) -> int:
    """Let a captured piece go into the hands that grow by it, or back; returns how the key changes."""
    table, hands = board.book.hands, board.hands
    if table is None or hands is None:
        return 0
    index, key = table.fallen(victim.type_index, victim.was), 0
    for color in table.gainers[captor][victim.color]:
        if table.holds[color][index]:
            count = hands[color][index]
            hands[color][index] = count + by
            name = table.types[index]
            key ^= hand_key(name, color, count) ^ hand_key(name, color, count + by)
    return key


def drop(board: Board, move: int) -> None:
    """Put a piece from the hand of the side to move on a square, before the turn passes."""
    target = move & 255
    turn, castling, exposed, clock, key = board.turn, board.castling, board.exposed, board.clock, board.key
    index = (move >> PROMOTION_SHIFT & PROMOTION_MASK) - 1
    reach = board.book.rows[turn][index][target]
    entity = board.next_entity
    board.next_entity = entity + 1
    take_from_hand(board, turn, index, 1)
    board.stand(reach, target, entity)
    board.clock = clock + 1
    close_gates(board, turn)
    if exposed is not None:
        board.exposed = None
        board.key ^= exposed.key
    halves = board.half_moves
    board.journal.append(
        (move, reach, None, target, 0, castling, exposed, clock, key, turn, halves, entity, board.lost)
    )


def act(board: Board, move: int) -> None:
    """Let an act be the half-move of the side to move, before the turn passes."""
    turn, exposed, clock, key = board.turn, board.exposed, board.clock, board.key
    manner = board.book.manners[move >> MANNER_SHIFT]
    origin = move >> FROM_SHIFT & SQUARE_MASK
    actor = board.entities[origin] if manner.has_actor else 0
    reach = board.pieces[turn].get(origin) if actor else None
    if not manner.is_part:
        board.clock = clock + 1
        if exposed is not None:
            board.exposed = None
            board.key ^= exposed.key
    board.journal.append((
        move, reach, None, move & SQUARE_MASK, 0, board.castling, exposed, clock, key, turn,
        board.half_moves, actor, board.lost,
    ))  # fmt: skip


# -- as edits ---------------------------------------------------------------------------------------


class HandChange(NamedTuple):
    """More or fewer pieces of a type in the hand of a side."""

    color: int
    kind: int  # the index of the type
    by: int
    entity: int = 0
    what: str = ""

    def undo(self, board: Board) -> None:
        take_from_hand(board, self.color, self.kind, self.by)


class Dropped(NamedTuple):
    """A piece put on the board out of a hand."""

    entity: int
    color: int
    kind: int  # the index of its type
    square: int
    key: int
    castling: int
    is_move: bool = True  # it is a half-move, and no rule's doing
    what: str = ALL

    def undo(self, board: Board) -> None:
        board.lift(self.square)
        take_from_hand(board, self.color, self.kind, -1)
        board.key, board.castling = self.key, self.castling
        board.next_entity -= 1


def put_from_hand(board: Board, color: int, index: int, square: int, *, is_move: bool = True) -> int:
    """Put a piece of a type out of a hand on an (empty) square and return its entity."""
    key, entity, castling = board.key, board.next_entity, board.castling
    board.next_entity += 1
    take_from_hand(board, color, index, 1)
    board.stand(board.book.rows[color][index][square], square, entity)
    close_gates(board, color)
    board.journal.append(Dropped(entity, color, index, square, key, castling, is_move))
    return entity


def close_gates(board: Board, color: int) -> None:
    """Let nobody of a side count as unmoved where that only matters while something is in its hand."""
    if board.hands is not None and board.book.laws.gates_close and not any(board.hands[color]):
        before = board.castling
        for square, bit in board.rights.unmoved.items():
            if before & bit and board.cells[square] & COLOR == color:
                board.castling &= ~bit
        board.key ^= board.rights.keys[before] ^ board.rights.keys[board.castling]


def put_in_hands(board: Board, victim: Reach, captor: int) -> None:
    """Let a captured piece go into the hands that grow by it."""
    table = board.book.hands
    if table is not None and board.hands is not None:
        index = table.fallen(victim.type_index, victim.was)
        for color in table.gainers[captor][victim.color]:
            if table.holds[color][index]:
                take_from_hand(board, color, index, -1)
                board.journal.append(HandChange(color, index, 1))
