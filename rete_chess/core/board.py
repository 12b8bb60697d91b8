"""The position of a game and its journal: making and unmaking moves, and single edits.

Board facts live here and nowhere else. Every change appends one entry to the journal, which knows the way
back (see `journal`), and undoing pops it. Other layers append entries of their own too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rete_chess.core.castling import Rights
from rete_chess.core.geometry import NEUTRAL
from rete_chess.core.hands import Counts, act, drop, pocket, take_from_hand
from rete_chess.core.journal import Change, JournalEntry, Made, new
from rete_chess.core.keys import SIDE_KEY, extra_move_key, half_move_key
from rete_chess.core.lawbook import Lawbook
from rete_chess.core.laws import Referee
from rete_chess.core.moves import MANNER_SHIFT, PROMOTION_MASK, PROMOTION_SHIFT, SPECIAL, Exposed
from rete_chess.core.reach import COLOR, EMPTY, GUARDED, WALL, Reach, expose
from rete_chess.metering import FREE, Meter, current_meter

#: The column of pieces that are dead but still hold their facts: entity -> their last reach.
DYING: Final = "@dying"


def _copied(columns: dict[str, dict[int, Any]]) -> dict[str, dict[int, Any]]:
    return {name: column.copy() for name, column in columns.items()}


class Board:
    """A position under a lawbook, with the way back."""

    __slots__ = (
        *("bonuses", "book", "castling", "cells", "clock", "columns", "crowned", "entities"),
        *("exposed", "extra", "fullmove", "game", "half_moves", "hands", "irregular_at", "is_chess960"),
        *("is_overheard", "is_simple", "is_single_move", "journal", "key", "lost", "meter"),
        *("next_entity", "pieces", "referee", "rights", "royals", "simulate", "squares", "turn"),
    )

    def __init__(self, book: Lawbook, other: Board | None = None) -> None:
        """An empty board; or another's position, for which nothing is made that is replaced at once."""
        self.journal: list[JournalEntry] = []
        self.game: Any = None  # the game under rules that is played on the board, if one is
        self.referee: Referee | None = None  # decides about moves in place of the tables
        self.crowned: frozenset[int] | None = None  # who was royal before the move, if functions say so
        self.irregular_at = -1  # journal length at which the side not to move stands in check
        if other is not None:
            self.meter: Meter = other.meter
            self.take_over(other)
            return
        size = book.geometry.size
        self.book = book
        self.cells: list[int] = [EMPTY] * size  # see `reach`: empty, colour, guarded colour or wall
        self.pieces: list[dict[int, Reach]] = [{}, {}, {}]  # by colour: square -> reach
        self.entities: list[int] = [0] * size  # the identity of the piece on a square, 0: none
        self.squares: dict[int, int] = {}  # the same read backwards: entity -> square, of pieces on the board
        self.next_entity = 1
        self.royals: list[list[int]] = [[], [], []]  # squares of the pieces that are, or may become, royal
        self.turn = 0
        self.half_moves = 0  # made in this turn so far
        self.extra = (-1, 0, 0)  # the number of a turn, the half-moves added to it, those of free acts
        self.is_single_move = book.is_single_move
        self.is_simple = book.is_simple  # one look at pins and checks decides about legality, nobody else
        self.rights: Rights = book.no_rights
        self.castling = 0
        self.hands: Counts | None = None if book.hands is None else book.hands.nothing()  # beside the board
        self.is_chess960 = False
        self.exposed: Exposed | None = None
        self.clock = 0  # half-moves since the last capture or irreversible step
        self.fullmove = 1
        self.key = 0
        self.columns: dict[str, dict[int, Any]] = {}  # attributes: name -> entity -> value; none is empty
        self.bonuses: dict[str, dict[int, Any]] = {}  # what is contributed to them: name -> entity -> bonus
        self.simulate: Callable[[Any, int], None] | None = None  # plays a move with all its effects
        self.is_overheard = False  # somebody beside the laws may change what a simulated move does
        self.lost = 0  # bits of the colours that lost a royal piece; nobody moves any more
        self.meter = current_meter() or FREE  # counts the steps of whoever plays on the board

    def copy(self) -> Board:
        """The same position on its own, without the journal."""
        other = Board(self.book, self)
        if self.irregular_at == len(self.journal):
            other.irregular_at = 0
        return other

    def take_over(self, other: Board) -> None:
        """Become the position of another board; the journal and the company are left as they are."""
        self.book = other.book
        self.is_single_move = other.is_single_move
        self.is_simple = other.is_simple
        self.cells = other.cells.copy()
        white, black, neutral = other.pieces
        self.pieces = [white.copy(), black.copy(), neutral.copy()]
        self.entities = other.entities.copy()
        self.squares = other.squares.copy()
        self.next_entity = other.next_entity
        self.royals = [other.royals[0].copy(), other.royals[1].copy(), []]
        self.turn = other.turn
        self.half_moves = other.half_moves
        self.extra = other.extra
        self.hands = None if other.hands is None else [side.copy() for side in other.hands]
        self.rights = other.rights
        self.castling = other.castling
        self.is_chess960 = other.is_chess960
        self.exposed = other.exposed
        self.clock, self.fullmove = other.clock, other.fullmove
        self.key = other.key
        self.lost = other.lost
        self.simulate = other.simulate
        self.is_overheard = other.is_overheard
        self.columns = _copied(other.columns) if other.columns else {}
        self.bonuses = _copied(other.bonuses) if other.bonuses else {}

    # -- moves ---------------------------------------------------------------------------------

    def make(self, move: int) -> None:
        """Play a pseudo-legal move: the victim goes, the mover arrives, the turn passes."""
        if move >= SPECIAL:
            self._make_special(move)
            return
        origin = move >> 8
        target = move & 255
        turn = self.turn
        pieces = self.pieces
        own = pieces[turn]
        cells = self.cells
        entities = self.entities
        castling = self.castling
        exposed = self.exposed
        clock = self.clock
        old_key = self.key
        reach = own.pop(origin)
        arrived = reach.row[target]
        key = old_key ^ reach.key ^ arrived.key
        victim: Reach | None = None
        entity = was = 0
        held = cells[target]
        if held >= 0:
            was = self.lost
            victim = pieces[held].pop(target)
            entity = entities[target]
            del self.squares[entity]
            key ^= victim.key
            if victim.is_royal:
                self.royals[held].remove(target)
                own[origin] = reach  # the mover may be of the group, too
                self.lose_royal(victim, entity)
                del own[origin]
            elif self.crowned is not None:
                self.lose_royal(victim, entity)
            if self.hands is not None:
                key ^= pocket(self, victim, turn, 1)
            self.clock = 0
        elif reach.resets_clock:
            self.clock = 0
        else:
            self.clock = clock + 1
        own[target] = arrived
        cells[target] = cells[origin]
        cells[origin] = EMPTY
        mover = entities[target] = entities[origin]
        entities[origin] = 0
        self.squares[mover] = target
        if reach.is_royal:
            squares = self.royals[turn]
            squares[squares.index(origin)] = target
        if castling:
            lost = self.rights.lost
            left = castling & ~(lost[origin] | lost[target])
            if left != castling:
                self.castling = left
                key ^= self.rights.keys[castling] ^ self.rights.keys[left]
        if exposed is not None:
            self.exposed = None
            key ^= exposed.key
        halves = self.half_moves
        self.journal.append(
            (move, reach, victim, target, entity, castling, exposed, clock, old_key, turn, halves, mover, was)
        )
        if self.is_single_move and not halves:  # a rule may have given an extra half-move
            self.turn = turn ^ 1
            self.fullmove += turn
            self.key = key ^ SIDE_KEY
        else:
            self.key = self._pass_turn(key)

    def unmake(self) -> None:
        """Take back the last journal entry, which must be a move."""
        step: Any = self.journal.pop()  # a move, that is, and no other change
        move, reach, victim, place, entity, castling, exposed, clock, key, turn, halves, mover, lost = step
        self.castling = castling
        self.exposed = exposed
        self.clock = clock
        if self.turn != turn:
            self.turn = turn
            self.fullmove -= turn
        self.half_moves = halves
        if move >= SPECIAL:
            self._unmake_special(move, reach)
        else:
            origin = move >> 8
            target = move & 255
            own = self.pieces[turn]
            cells = self.cells
            entities = self.entities
            del own[target]
            own[origin] = reach
            cells[origin] = cells[target]
            cells[target] = EMPTY
            entities[origin] = mover
            entities[target] = 0
            self.squares[mover] = origin
            if reach.is_royal:
                squares = self.royals[turn]
                squares[squares.index(target)] = origin
        if victim is not None:
            self.stand(victim, place, entity)
            self.lost = lost
            if self.hands is not None:
                pocket(self, victim, turn, -1)
        self.key = key

    def rollback(self, length: int) -> None:
        """Take back changes of any kind until the journal has that length again."""
        journal: list[Any] = self.journal
        while len(journal) > length:
            if journal[-1].__class__ is tuple:
                self.unmake()
            else:
                journal.pop().undo(self)

    def captor(self) -> Reach | None:
        """The piece that made the last move, as it was before; None if the move captured nobody."""
        step: Any = self.journal[-1]
        return None if step[2] is None else step[1]

    def entries(self, start: int) -> list[Made | Change]:
        """The entries of the journal from one on, the oldest first; moves of the core are read as `Made`."""
        found: list[Any] = self.journal[start:]
        return [new(Made, entry) if entry.__class__ is tuple else entry for entry in found]

    def lose_royal(self, victim: Reach, entity: int) -> None:
        """Note that a piece, royal perhaps, has left the board, unless others of its group are left."""
        if self.crowned is not None:
            if entity in self.crowned and victim.color != NEUTRAL:
                self.lost |= 1 << victim.color
            return
        group = victim.royal_group
        own = self.pieces[victim.color]
        if group < 0 or all(own[square].royal_group != group for square in self.royals[victim.color]):
            self.lost |= 1 << victim.color

    @property
    def turn_number(self) -> int:
        """The number of the turn: no two turns of a game share one."""
        return 2 * self.fullmove + self.turn

    @property
    def extra_moves(self) -> int:
        """How many half-moves rules have added to this turn."""
        return self.extra[1] if self.extra[0] == self.turn_number else 0

    @property
    def free_acts(self) -> int:
        """How many free acts this turn has seen."""
        return self.extra[2] if self.extra[0] == self.turn_number else 0

    @property
    def turn_length(self) -> int:
        """How many half-moves this turn has."""
        length = self.book.turn_moves(self.turn, self.fullmove)
        return length + self.extra_moves if self.extra[1] else length

    def _pass_turn(self, key: int) -> int:
        """Count a half-move, end the turn if it was the last one, and return the new key."""
        if self.is_single_move and not self.half_moves and not self.extra[1]:
            self.fullmove += self.turn
            self.turn ^= 1
            return key ^ SIDE_KEY
        key ^= half_move_key(self.half_moves)
        self.half_moves += 1
        extra = self.extra_moves if self.extra[1] else 0
        if self.half_moves < self.book.turn_moves(self.turn, self.fullmove) + extra:
            return key ^ half_move_key(self.half_moves)
        key ^= extra_move_key(extra)
        self.half_moves = 0
        self.fullmove += self.turn
        self.turn ^= 1
        return key ^ SIDE_KEY

    def _make_special(self, move: int) -> None:
        """Castling, en passant, promotion, exposing steps, captures without moving."""
        origin, target, turn = move >> 8 & 255, move & 255, self.turn
        place = partner = target
        _, castles, takes, exposes, stays, drops, acts, *_ = self.book.manners[move >> MANNER_SHIFT]
        if drops or acts:
            (drop if drops else act)(self, move)
            self.key = self._pass_turn(self.key)
            return
        castling, exposed, clock, old_key, was = self.castling, self.exposed, self.clock, self.key, self.lost
        if castles:
            right = self.rights.by_move[move]
            origin, place, partner = right.king, right.king_to, right.rook
        reach, mover = self.pieces[turn][origin], self.entities[origin]
        victim: Reach | None = None
        entity = self.entities[partner] if castles else 0
        if takes and exposed is not None:
            place = exposed.victim
        if castles:
            self.move_two((right.king, right.rook), (right.king_to, right.rook_to))
        else:
            if self.cells[place] >= 0:
                entity = self.entities[place]
                victim = self.lift(place)
                if victim.is_royal or self.crowned is not None:
                    self.lose_royal(victim, entity)
                if self.hands is not None:
                    self.key ^= pocket(self, victim, turn, 1)
            if not stays:
                self._walk(reach, origin, target, move)
        self.clock = 0 if victim is not None or reach.resets_clock else clock + 1
        if castling:
            left = castling & ~(self.rights.lost[place] | self.rights.lost[partner])
            if not stays:
                left &= ~self.rights.lost[origin]
            self.castling = left
            self.key ^= self.rights.keys[castling] ^ self.rights.keys[left]
        if exposed is not None:
            self.exposed = None
            self.key ^= exposed.key
        if exposes:
            passed = reach.passed.get(move) or reach.passed[self.book.plainly(move)]
            now = self.exposed = expose(self, passed, target, turn)
            if now is not None:
                self.key ^= now.key
        halves = self.half_moves
        self.journal.append((
            move, reach, victim, place, entity, castling, exposed, clock, old_key, turn, halves, mover, was
        ))  # fmt: skip
        self.key = self._pass_turn(self.key)

    def _walk(self, reach: Reach, origin: int, target: int, move: int) -> None:
        promotion = (move >> PROMOTION_SHIFT & PROMOTION_MASK) - 1
        row = reach.row if promotion < 0 else self.book.promotion_row(reach, promotion)
        entity = self.entities[origin]
        self.lift(origin)
        self.stand(row[target], target, entity)

    def move_two(self, origins: tuple[int, int], targets: tuple[int, int]) -> None:
        """Lift two pieces before either stands again: their squares may cross."""
        entities = [self.entities[square] for square in origins]
        reaches = [self.lift(square) for square in origins]
        for reach, target, entity in zip(reaches, targets, entities):
            self.stand(reach.row[target], target, entity)

    def _unmake_special(self, move: int, reach: Reach) -> None:
        manner = self.book.manners[move >> MANNER_SHIFT]
        if manner.drops:
            self.lift(move & 255)
            take_from_hand(self, self.turn, reach.type_index, -1)
            self.next_entity -= 1
        elif manner.castles:
            right = self.rights.by_move[move]
            self.move_two((right.king_to, right.rook_to), (right.king, right.rook))
        elif not (manner.stays or manner.acts):
            target = move & 255
            entity = self.entities[target]
            self.lift(target)
            self.stand(reach, reach.square, entity)

    # -- single squares ------------------------------------------------------------------------

    def square_of(self, entity: int) -> int:
        """The square of a piece, by its entity; -1 for whoever does not stand on the board."""
        return self.squares.get(entity, -1)

    def reach_of(self, entity: int) -> Reach | None:
        """The piece of an entity, on the board or dying."""
        square = self.squares.get(entity, -1)
        if square >= 0:
            return self.pieces[self.cells[square] & COLOR][square]
        dying: dict[int, Reach] = self.columns.get(DYING, {})
        return dying.get(entity)

    def reach_on(self, square: int) -> Reach | None:
        """The piece on a square; None for an empty square and a wall."""
        cell = self.cells[square]
        return self.pieces[cell & COLOR][square] if EMPTY < cell < WALL else None

    def lift(self, square: int) -> Reach:
        """Take the piece off a square, without a journal entry."""
        color = self.cells[square] & COLOR
        reach = self.pieces[color].pop(square)
        self.cells[square] = EMPTY
        del self.squares[self.entities[square]]
        self.entities[square] = 0
        self.key ^= reach.key
        if reach.is_royal:
            self.royals[color].remove(square)
        return reach

    def stand(self, reach: Reach, square: int, entity: int) -> None:
        """Put a piece on an empty square, without a journal entry."""
        color = reach.color
        self.pieces[color][square] = reach
        self.cells[square] = color + GUARDED if reach.is_guarded else color
        self.entities[square] = entity
        self.squares[entity] = square
        self.key ^= reach.key
        if reach.is_royal:
            self.royals[color].append(square)
