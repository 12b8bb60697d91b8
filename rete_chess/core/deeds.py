"""What a move does, read off the position before it is made.

This is the one description of a move's own doings; `Board.make`, the stages of a game and imagined
moves carry it out, each in its own way, and rules may add to it. Rules whose effects depend on the event
and the board alone are lowered to `Effect`s, with which looks ahead play a move; in the game of record the
same rules fire through the network.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rete_chess.core.attacks import is_in_check
from rete_chess.core.board import Board
from rete_chess.core.castling import Right
from rete_chess.core.edits import build_wall, put, remove
from rete_chess.core.geometry import COLORS
from rete_chess.core.laws import AROUND_TARGET, AT_ORIGIN, DESTROY, RAISE_WALL, SPAWN, Effect
from rete_chess.core.moves import FROM_SHIFT, MANNER_SHIFT, PLAIN, SPECIAL, SQUARE_MASK, Manner, Move, decode
from rete_chess.core.reach import COLOR, EMPTY, WALL, Reach
from rete_chess.costs import TRIAL

#: So many trials are paid for at a time.
HANDFUL: Final = 32


class Step(NamedTuple):
    """A piece, by its entity, that goes from one square to another."""

    entity: int
    origin: int
    target: int


class Deed(NamedTuple):
    """What a move does: who moves where, who is captured, and all that follows from the move itself."""

    code: int
    move: Move
    color: int  # of the piece that moves
    mover: int  # its entity
    reach: Reach | None  # the piece itself, before the move; None: nobody, by an act of a side
    origin: int  # -1: from the hand, or from nowhere
    target: int  # -1: an act has none
    victim: int  # the entity of the piece that is captured, 0: none
    place: int  # where the victim stands, or would stand
    partner: int  # the entity of the partner in castling, 0: none
    right: Right | None  # by which the piece castles
    plain_code: int = 0  # of the same move without an offer, where squares are passed

    @property
    def side(self) -> str:
        """The colour of the side that moves, as a word."""
        return COLORS[self.color]

    @property
    def manner(self) -> Manner:
        """What sets the move apart from a plain one."""
        return self.move.manner

    @property
    def steps(self) -> tuple[Step, ...]:
        """The pieces that change their place: none for a capture from afar, two for castling."""
        if self.right is not None:
            right = self.right
            both = (
                Step(self.mover, right.king, right.king_to),
                Step(self.partner, right.rook, right.rook_to),
            )
            return tuple(step for step in both if step.origin != step.target)
        if self.move.manner.stays or self.move.manner.acts or self.origin < 0:
            return ()
        return (Step(self.mover, self.origin, self.target),)

    @property
    def becomes(self) -> int:
        """The index of the type that the piece has after the move; -1: there is none."""
        if self.reach is None:
            return -1
        return self.reach.type_index if self.move.promotion < 0 else self.move.promotion

    @property
    def passed(self) -> tuple[int, ...]:
        """The squares on which the piece may be taken from now on, if an enemy stands ready for it."""
        return self.reach.passed[self.plain_code] if self.reach and self.move.manner.exposes else ()

    @property
    def resets_clock(self) -> bool:
        """Whether the count of quiet half-moves starts anew: by a capture or an irreversible step."""
        is_way = self.origin >= 0 and not self.move.manner.acts
        return self.victim != 0 or (is_way and self.reach is not None and self.reach.resets_clock)


def deed_of(board: Board, code: int) -> Deed:
    """What a pseudo-legal move of either side does in the position on the board."""
    origin = code >> FROM_SHIFT & SQUARE_MASK
    target = code & SQUARE_MASK
    if code >= SPECIAL:
        manner = board.book.manners[code >> MANNER_SHIFT]
        if manner.drops or manner.acts:
            return _drop(board, code) if manner.drops else _act(board, code)
    color = board.cells[origin] & COLOR
    entities = board.entities
    mover, reach = entities[origin], board.pieces[color][origin]
    if code < SPECIAL:
        plain = _new(Move, (origin, target, -1, PLAIN, -1))
        return _new(
            Deed, (code, plain, color, mover, reach, origin, target, entities[target], target, 0, None, 0)
        )
    move, place = decode(board.book, code), place_of(board, code)
    if not move.manner.castles:
        way = board.book.plainly(code)
        return Deed(code, move, color, mover, reach, origin, target, entities[place], place, 0, None, way)
    right = board.rights.by_move.get(code)
    if right is None:
        return Deed(code, move, color, mover, reach, origin, target, 0, place, 0, None)
    origin, target = right.king, right.king_to  # whoever of both sets out by the code
    mover, reach, partner = entities[origin], board.pieces[color][origin], entities[right.rook]
    return Deed(code, move, color, mover, reach, origin, target, 0, target, partner, right)


def tag_of(deed: Deed, entity: int) -> str:
    """The tag of the step of one piece: of two that castle only one takes up an offer."""
    manner = deed.move.manner
    takes_up = deed.right is None or (entity == deed.partner) == manner.by_partner
    return manner.tag if takes_up or not manner.is_offered else manner.base


def _drop(board: Board, code: int) -> Deed:
    """What a drop of the side to move does; the piece is the next that appears."""
    move, color = decode(board.book, code), board.turn
    reach, target = board.book.rows[color][move.dropped][move.target], move.target
    return Deed(code, move, color, board.next_entity, reach, -1, target, 0, target, 0, None)


def _act(board: Board, code: int) -> Deed:
    """What an act of the side to move does, which is nothing by itself; its target is no victim."""
    move, color = decode(board.book, code), board.turn
    origin = -1 if move.origin is None else move.origin
    reach = board.pieces[color].get(origin)
    actor = 0 if reach is None else board.entities[origin]
    return Deed(code, move, color, actor, reach, origin, move.target, 0, move.target, 0, None)


def place_of(board: Board, code: int) -> int:
    """The square of whoever a move captures: its target, or where a piece stands that has passed it."""
    if code >= SPECIAL and board.exposed is not None and board.book.manner_of(code).takes:
        return board.exposed.victim
    return code & SQUARE_MASK


def victim_of(board: Board, code: int) -> int:
    """The entity of the piece that a move captures, 0: none."""
    if code >= SPECIAL:
        manner = board.book.manner_of(code)
        if manner.castles or manner.acts:
            return 0
    return board.entities[place_of(board, code)]


#: Moves are described by the thousand: a tuple is made without the detour of its keywords.
_new = tuple.__new__


# -- with effects ----------------------------------------------------------------------------------


def play(board: Board, move: int) -> None:
    """Make a move with its effects; `board.lost` then tells who lost a royal piece by it."""
    if board.simulate is not None:
        board.simulate(board, move)
        return
    board.make(move)
    mover = board.captor()
    if mover is None:
        return
    name = board.book.types[mover.type_index]
    for effect in board.book.laws.effects:
        if effect.sides[mover.color] and (effect.movers is None or name in effect.movers):
            _apply(board, effect, move, mover.color)


def _apply(board: Board, effect: Effect, move: int, color: int) -> None:
    target = move & 255
    place = move >> 8 & 255 if effect.where == AT_ORIGIN else target
    if effect.action == SPAWN:
        if board.cells[place] == EMPTY:
            put(board, board.book.rows[color][board.book.index_of(effect.piece)][place])
    elif effect.action == RAISE_WALL:
        if board.cells[place] == EMPTY:
            build_wall(board, place)
    elif effect.where == AROUND_TARGET:
        for square in board.book.geometry.around(target, effect.radius):
            _strike(board, effect, square)
    else:
        _strike(board, effect, place)


def _strike(board: Board, effect: Effect, square: int) -> None:
    """Take the piece on a square off the board, if there is one of a type that the effect strikes."""
    cell = board.cells[square]
    if EMPTY < cell < WALL:
        reach = board.pieces[cell & COLOR][square]
        if effect.types is None or board.book.types[reach.type_index] in effect.types:
            remove(board, square, is_death=effect.action == DESTROY)


# -- what is left of the mover ---------------------------------------------------------------------


def survivors(board: Board, moves: list[int]) -> list[int]:
    """The pseudo-legal moves of a list that leave the mover's royal pieces unharmed.

    They are tried in an order that does not tell what was played before, so that each costs as much as ever.
    """
    found: list[int] = []
    moves = sorted(moves)
    for first in range(0, len(moves), HANDFUL):
        handful = moves[first : first + HANDFUL]
        board.meter.charge(TRIAL * len(handful))
        found += [move for move in handful if _is_survived(board, move)]
    return found


def survives(board: Board, move: int) -> bool:
    """Whether a pseudo-legal move leaves the mover's royal pieces unharmed."""
    board.meter.charge(TRIAL)
    return _is_survived(board, move)


def _is_survived(board: Board, move: int) -> bool:
    """The same, of a move that is paid for.

    On the position after the move and its effects: an own royal lost is illegal, else an enemy
    royal lost is legal, else an own royal attacked is illegal. What was lost before the move is nothing
    that the move does.
    """
    turn, before = board.turn, board.lost
    if board.book.has_effects or board.is_overheard:
        length = len(board.journal)
        try:
            play(board, move)
            lost = board.lost ^ before
            return not lost & 1 << turn and (lost != 0 or not is_in_check(board, turn))
        finally:
            board.rollback(length)
    board.make(move)
    try:
        lost = board.lost ^ before
        return not lost & 1 << turn and (lost != 0 or not is_in_check(board, turn))
    finally:
        board.unmake()
