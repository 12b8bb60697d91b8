"""The worth of flat positions, kept up to date move by move: sums of what each piece is worth on its square.

What a piece is worth comes from outside, as vectors by reach number: while much material is left, and at the
end of a game. The core knows nothing of how they were made.
"""

from __future__ import annotations

from typing import Any, Final

from rete_chess.core.flat import i64
from rete_chess.core.flat.playing import play
from rete_chess.core.flat.position import SPECIAL, Position
from rete_chess.core.flat.vectors import vector

#: A royal piece is safer for so many hundredths with each friend beside it, as far as that counts.
SHIELD: Final[i64] = 7
MOST_FRIENDS: Final[i64] = 4


class Worths:
    """What pieces are worth, and how a bare enemy is hunted; `given` has the lists of numbers by name."""

    def __init__(self, given: Any) -> None:
        self.middle = vector(given.middle)
        self.final = vector(given.final)
        self.mass = vector(given.mass)  # how much of the game's material a piece is
        self.full: i64 = max(1, given.full)  # the mass with which a game begins
        self.around = vector(given.around)  # for each square where its neighbours are listed
        self.squares = vector(given.squares)
        self.is_hunt: bool = given.is_hunt
        self.bare: i64 = given.bare  # with less than this the enemy is hunted
        self.edge = vector(given.edge)  # what it gains the hunter that the prey stands here, by reach number
        self.near: i64 = given.near
        self.width: i64 = given.width
        self.height: i64 = given.height


class Score:
    """The worth of one position, which moves are played on through it."""

    def __init__(self, at: Position, worths: Worths) -> None:
        self.at: Position = at
        self.worths: Worths = worths
        self.middle: i64 = 0  # White's less Black's
        self.white: i64 = 0
        self.black: i64 = 0
        self.mass: i64 = 0
        self.count()

    def count(self) -> None:
        """Sum up afresh."""
        self.middle = 0
        self.white = 0
        self.black = 0
        self.mass = 0
        at = self.at
        color: i64 = 0
        while color < 2:
            place: i64 = color * at.size
            end: i64 = place + at.counts[color]
            while place < end:
                self._add(at.reaches[at.lists[place]], color, 1)
                place += 1
            color += 1

    def _add(self, reach: i64, color: i64, sign: i64) -> None:
        worths = self.worths
        self.mass += sign * worths.mass[reach]
        if color == 0:
            self.middle += sign * worths.middle[reach]
            self.white += sign * worths.final[reach]
        else:
            self.middle -= sign * worths.middle[reach]
            self.black += sign * worths.final[reach]

    def play(self, move: i64) -> None:
        """Make a move, and count what it changes."""
        at = self.at
        if move >= SPECIAL or at.policies.has_effects:
            play(at, move)
            self.count()
            return
        origin: i64 = move >> 8
        target: i64 = move & 255
        reach: i64 = at.reaches[origin]
        color: i64 = at.turn
        if at.reaches[target] >= 0:
            self._add(at.reaches[target], at.cells[target] & 1, -1)
        self._add(reach, color, -1)
        self._add(reach + target - origin, color, 1)
        at.make(move)

    def value(self) -> i64:
        """The worth of the position for the side to move."""
        worths = self.worths
        mass: i64 = self.mass if self.mass < worths.full else worths.full
        middle: i64 = self.middle + SHIELD * (self._friends(0) - self._friends(1))
        value: i64 = (middle * mass + (self.white - self.black) * (worths.full - mass)) // worths.full
        if worths.is_hunt:
            if self.black < worths.bare and self.white > self.black:
                value += self._hunt(0)
            elif self.white < worths.bare and self.black > self.white:
                value -= self._hunt(1)
        return value if self.at.turn == 0 else -value

    def _friends(self, color: i64) -> i64:
        """How many own pieces stand beside a side's only royal piece."""
        at = self.at
        if at.royal_counts[color] != 1:
            return 0
        squares = self.worths.squares
        place: i64 = self.worths.around[at.royals[color * at.size]]
        end: i64 = place + squares[place]
        found: i64 = 0
        while place < end and found < MOST_FRIENDS:
            place += 1
            if at.cells[squares[place]] == color:
                found += 1
        return found

    def _hunt(self, color: i64) -> i64:
        """The bonus for driving a bare enemy to the edge and coming near."""
        at = self.at
        worths = self.worths
        total: i64 = 0
        prey: i64 = (color ^ 1) * at.size
        stop: i64 = prey + at.royal_counts[color ^ 1]
        while prey < stop:
            square: i64 = at.royals[prey]
            total += worths.edge[at.reaches[square]]
            own: i64 = color * at.size
            end: i64 = own + at.royal_counts[color]
            while own < end:
                files: i64 = at.royals[own] % worths.width - square % worths.width
                ranks: i64 = at.royals[own] // worths.width - square // worths.width
                steps: i64 = (files if files > 0 else -files) + (ranks if ranks > 0 else -ranks)
                total += worths.near * (worths.width + worths.height - steps)
                own += 1
            prey += 1
        return total
