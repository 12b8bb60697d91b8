"""A position as vectors, with make and unmake. It knows the board's facts that decide about moves, no others.

A square holds -1 for empty, a colour, a guarded colour (two more), or a wall. Each colour has a
list of its squares; `slots` says where a square stands in it. The journal is one stack of numbers.
"""

from __future__ import annotations

from typing import Any, Final

from rete_chess.core.flat import i64
from rete_chess.core.flat.policies import Policies
from rete_chess.core.flat.tables import CASTLES, COLORS, EXPOSES, STAYS, TAKES, Tables
from rete_chess.core.flat.vectors import grown, numbers_of, vector, zeros
from rete_chess.core.keys import SIDE_KEY
from rete_chess.core.reach import WALL

SPECIAL: Final[i64] = 1 << 16
#: What a square holds that is a wall.
CLOSED: Final[i64] = 4

#: The numbers of a move in the journal.
MADE: Final[i64] = 12
#: The half-moves that a new journal has room for; it grows.
ROOM: Final[i64] = 32

#: Where the numbers of a castling right stand: its own, then the squares to be clear, then those of the way.
BIT: Final[i64] = 0
OWNER: Final[i64] = 1
KING: Final[i64] = 2
ROOK: Final[i64] = 3
KING_TO: Final[i64] = 4
ROOK_TO: Final[i64] = 5
MOVE: Final[i64] = 6
CLEAR: Final[i64] = 7


class Position:
    """A position under the tables of a lawbook, with the way back."""

    def __init__(self, tables: Tables, board: Any) -> None:
        size = int(tables.size)
        self.tables: Tables = tables
        self.policies: Policies = tables.policies
        self.size: i64 = size
        self.cells = vector([int(CLOSED) if held == WALL else held for held in board.cells])
        self.reaches = vector([-1] * size)
        self.slots = zeros(size)
        self.lists = zeros(COLORS * size)
        self.counts = zeros(COLORS)
        self.royals = zeros(2 * size)
        self.royal_counts = vector([0, 0])
        self.turn: i64 = board.turn
        self.clock: i64 = board.clock
        self.lost: i64 = board.lost
        self.is_irregular: bool = board.irregular_at == len(board.journal)
        self.key: i64 = 0
        self._take_pieces(board)
        self._take_rights(board.rights)
        self.castling: i64 = board.castling
        self.ways = tables.ways
        self.passed: i64 = -1  # the path on which a piece may be taken en passant
        self.exposed: i64 = -1  # its square
        self.exposed_key: i64 = 0
        self._take_exposed(board.exposed)
        self.key = board.key
        self.journal = zeros(ROOM * MADE)
        self.top: i64 = 0  # of the journal
        self.moves = zeros(512)
        self.pins = zeros(96)
        self.spent: i64 = 0  # steps of the cost model

    def _take_pieces(self, board: Any) -> None:
        span, size = int(self.tables.span), int(self.size)
        for color in (0, 1):
            for square, reach in sorted(board.pieces[color].items()):
                self.stand(color * span + reach.type_index * size + square, square)

    def _take_rights(self, rights: Any) -> None:
        numbers: list[int] = []
        places: list[int] = []
        for right in rights.all:
            places.append(len(numbers))
            numbers += [right.bit, right.color, right.king, right.rook, right.king_to, right.rook_to]
            numbers += [right.move, len(right.clear), *right.clear, len(right.path), *right.path]
        self.rights = vector(numbers)
        self.right_places = vector(places)
        self.right_count: i64 = len(places)
        self.losing = vector(rights.lost)
        self.castling_keys = vector(rights.keys)

    def _take_exposed(self, exposed: Any) -> None:
        if exposed is None:
            return
        # The way of a piece that was set up so need not be among those of the tables.
        ways = numbers_of(self.ways, len(self.ways))
        self.passed = len(ways)
        self.ways = vector([*ways, len(exposed.targets), *exposed.targets, 0])
        self.exposed = exposed.victim
        self.exposed_key = exposed.key

    # -- single squares ------------------------------------------------------------------------

    def stand(self, reach: i64, square: i64) -> None:
        """Put a piece on an empty square."""
        held: i64 = self.tables.held[reach]
        color: i64 = held & 1
        count: i64 = self.counts[color]
        self.cells[square] = held
        self.reaches[square] = reach
        self.slots[square] = count
        self.lists[color * self.size + count] = square
        self.counts[color] = count + 1
        self.key ^= self.tables.keys[reach]
        if self.tables.royal[reach] != 0:
            self.crown(square, color)

    def lift(self, square: i64) -> i64:
        """Take a piece off its square; returns its reach."""
        reach: i64 = self.reaches[square]
        color: i64 = self.cells[square] & 1
        base: i64 = color * self.size
        count: i64 = self.counts[color] - 1
        self.counts[color] = count
        slot: i64 = self.slots[square]
        last: i64 = self.lists[base + count]
        self.lists[base + slot] = last
        self.slots[last] = slot
        self.cells[square] = -1
        self.reaches[square] = -1
        self.key ^= self.tables.keys[reach]
        if self.tables.royal[reach] != 0:
            self.uncrown(square, color)
        return reach

    def shift(self, origin: i64, target: i64, reach: i64) -> None:
        """Let a piece, which is `reach` then, go to an empty square; it keeps its place in the list."""
        before: i64 = self.reaches[origin]
        held: i64 = self.tables.held[reach]
        color: i64 = held & 1
        slot: i64 = self.slots[origin]
        self.lists[color * self.size + slot] = target
        self.slots[target] = slot
        self.cells[origin] = -1
        self.reaches[origin] = -1
        self.cells[target] = held
        self.reaches[target] = reach
        self.key ^= self.tables.keys[before] ^ self.tables.keys[reach]
        if self.tables.royal[before] != 0:
            self.uncrown(origin, color)
        if self.tables.royal[reach] != 0:
            self.crown(target, color)

    def crown(self, square: i64, color: i64) -> None:
        self.royals[color * self.size + self.royal_counts[color]] = square
        self.royal_counts[color] += 1

    def uncrown(self, square: i64, color: i64) -> None:
        base: i64 = color * self.size
        place: i64 = base
        while self.royals[place] != square:
            place += 1
        self.royal_counts[color] -= 1
        self.royals[place] = self.royals[base + self.royal_counts[color]]

    def lose(self, reach: i64) -> None:
        """Note that a royal piece has left the board, unless others of its group are left."""
        color: i64 = self.tables.held[reach] & 1
        group: i64 = self.tables.group[reach]
        if group >= 0:
            place: i64 = color * self.size
            end: i64 = place + self.royal_counts[color]
            while place < end:
                if self.tables.group[self.reaches[self.royals[place]]] == group:
                    return
                place += 1
        self.lost |= 1 << color

    # -- moves ---------------------------------------------------------------------------------

    def make(self, move: i64) -> None:
        """Play a pseudo-legal move; the turn passes."""
        origin: i64 = move >> 8 & 255
        target: i64 = move & 255
        reach: i64 = self.reaches[origin]
        top: i64 = self.top
        if top + MADE > len(self.journal):
            self.journal = grown(self.journal)
        journal = self.journal
        journal[top] = move
        journal[top + 1] = reach
        journal[top + 2] = -1
        journal[top + 3] = target
        journal[top + 4] = self.castling
        journal[top + 5] = self.passed
        journal[top + 6] = self.exposed
        journal[top + 7] = self.exposed_key
        journal[top + 8] = self.key
        journal[top + 9] = self.clock
        journal[top + 10] = self.lost
        self.top = top + MADE
        if move >= SPECIAL:
            self._make_special(move, reach, top)
        else:
            if self.cells[target] >= 0:
                self._capture(target, top)
                self.clock = 0
            elif self.tables.resets[reach] != 0:
                self.clock = 0
            else:
                self.clock += 1
            self.shift(origin, target, reach + target - origin)
            if self.castling != 0:
                self.forfeit(self.losing[origin] | self.losing[target])
            if self.passed >= 0:
                self.cover()
        self.key ^= SIDE_KEY
        self.turn ^= 1

    def _capture(self, place: i64, top: i64) -> None:
        victim: i64 = self.lift(place)
        self.journal[top + 2] = victim
        if self.tables.royal[victim] != 0:
            self.lose(victim)

    def forfeit(self, bits: i64) -> None:
        """Lose rights to castle."""
        left: i64 = self.castling & ~bits
        if left != self.castling:
            self.key ^= self.castling_keys[self.castling] ^ self.castling_keys[left]
            self.castling = left

    def cover(self) -> None:
        """Nobody can be taken en passant any more."""
        self.key ^= self.exposed_key
        self.passed = -1
        self.exposed = -1
        self.exposed_key = 0

    def _make_special(self, move: i64, reach: i64, top: i64) -> None:
        """Castling, en passant, promotion, exposing steps, captures without moving."""
        tables = self.tables
        manner: i64 = tables.manners[move >> 22]
        origin: i64 = move >> 8 & 255
        target: i64 = move & 255
        place: i64 = target
        if manner & TAKES != 0 and self.passed >= 0:
            place = self.exposed
        if manner & CASTLES != 0:
            self._castle(move, top)
        else:
            if self.cells[place] >= 0:
                self.journal[top + 3] = place
                self._capture(place, top)
            if manner & STAYS == 0:
                promotion: i64 = (move >> 16 & 63) - 1
                after: i64 = reach + target - origin
                if promotion >= 0:
                    after = (tables.held[reach] & 1) * tables.span + promotion * self.size + target
                self.shift(origin, target, after)
        if self.journal[top + 2] >= 0 or tables.resets[reach] != 0:
            self.clock = 0
        else:
            self.clock += 1
        if self.castling != 0:
            bits: i64 = self.losing[place]
            if manner & STAYS == 0:
                bits |= self.losing[origin]
            self.forfeit(bits)
        if self.passed >= 0:
            self.cover()
        if manner & EXPOSES != 0:
            self._expose(move, reach)

    def right_of(self, move: i64) -> i64:
        """Where the numbers of the right stand by which a move castles."""
        number: i64 = 0
        while self.rights[self.right_places[number] + MOVE] != move:
            number += 1
        return self.right_places[number]

    def _castle(self, move: i64, top: i64) -> None:
        right: i64 = self.right_of(move)
        rights = self.rights
        king: i64 = self.lift(rights[right + KING])
        rook: i64 = self.lift(rights[right + ROOK])
        self.stand(king + rights[right + KING_TO] - rights[right + KING], rights[right + KING_TO])
        self.stand(rook + rights[right + ROOK_TO] - rights[right + ROOK], rights[right + ROOK_TO])

    def _uncastle(self, move: i64) -> None:
        right: i64 = self.right_of(move)
        rights = self.rights
        king: i64 = self.lift(rights[right + KING_TO])
        rook: i64 = self.lift(rights[right + ROOK_TO])
        self.stand(king + rights[right + KING] - rights[right + KING_TO], rights[right + KING])
        self.stand(rook + rights[right + ROOK] - rights[right + ROOK_TO], rights[right + ROOK])

    def unmake(self) -> None:
        """Take back the last move."""
        top: i64 = self.top - MADE
        self.top = top
        journal = self.journal
        move: i64 = journal[top]
        self.turn ^= 1
        manner: i64 = 0
        if move >= SPECIAL:
            manner = self.tables.manners[move >> 22]
        if manner & CASTLES != 0:
            self._uncastle(move)
        elif manner & STAYS == 0:
            self.shift(move & 255, move >> 8 & 255, journal[top + 1])
        if journal[top + 2] >= 0:
            self.stand(journal[top + 2], journal[top + 3])
        self.castling = journal[top + 4]
        self.passed = journal[top + 5]
        self.exposed = journal[top + 6]
        self.exposed_key = journal[top + 7]
        self.key = journal[top + 8]
        self.clock = journal[top + 9]
        self.lost = journal[top + 10]

    def note(self, number: i64) -> None:
        """Write a number behind a move in the journal."""
        if self.top + MADE > len(self.journal):
            self.journal = grown(self.journal)
        self.journal[self.top] = number
        self.top += 1

    # -- en passant ----------------------------------------------------------------------------

    def _expose(self, move: i64, reach: i64) -> None:
        """Let the piece that passed be taken on the way, if an enemy stands ready for it."""
        steps = self.tables.steps
        target: i64 = move & 255
        if self.cells[target] >= 2:
            return
        place: i64 = self.tables.passing[reach] + 1
        while steps[place] != move:
            place += 3
        passed: i64 = steps[place + 1]
        enemy: i64 = self.cells[target] & 1 ^ 1
        index: i64 = 1
        while index <= self.ways[passed]:
            if self.is_awaited(self.ways[passed + index], enemy):
                self.passed = passed
                self.exposed = target
                self.exposed_key = steps[place + 2]
                self.key ^= self.exposed_key
                return
            index += 1

    def is_awaited(self, target: i64, color: i64) -> bool:
        """Whether a piece of a side could take on a square en passant."""
        steps = self.tables.steps
        place: i64 = self.tables.takers[color * self.size + target]
        end: i64 = place + steps[place]
        while place < end:
            place += 1
            square: i64 = steps[place]
            if self.cells[square] >= 0 and self.cells[square] & 1 == color and self.reaches[square] >= 0:
                take: i64 = self.tables.taking[self.reaches[square]]
                stop: i64 = take + steps[take]
                while take < stop:
                    if steps[take + 1] == target and self.is_open(steps[take + 3]):
                        return True
                    take += 4 + steps[take + 4]
        return False

    def is_open(self, way: i64) -> bool:
        """Whether the squares between allow a way: clear ones, and hurdles with one piece each."""
        ways = self.ways
        cells = self.cells
        place: i64 = way + 1
        end: i64 = place + ways[way]
        while place < end:
            if cells[ways[place]] >= 0:
                return False
            place += 1
        groups: i64 = ways[place]
        while groups > 0:
            place += 1
            end = place + ways[place]
            found: i64 = 0
            while place < end:
                place += 1
                held: i64 = cells[ways[place]]
                if held == 4:
                    return False
                if held >= 0:
                    found += 1
            if found != 1:
                return False
            groups -= 1
        return True
