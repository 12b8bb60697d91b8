"""The root of a search: depth by depth through the moves of a position, the best so far first.

Who wants several lines has a root for each: it leaves out the moves with which those before it begin.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rete_chess.core.flat import i64
from rete_chess.core.flat.attacks import is_in_check
from rete_chess.core.flat.legality import legal_moves
from rete_chess.core.flat.playing import play, take_back
from rete_chess.core.flat.search import INFINITY, WIN, Search, Stop

#: From this depth on a value near the last one is expected, and how near.
EXPECTED: Final[i64] = 4
WINDOW: Final[i64] = 40


class Root:
    """The moves of a position with what was found out about them."""

    def __init__(self, search: Search, moves: list[int]) -> None:
        self.search: Search = search
        self.moves: list[int] = moves
        self.best: i64 = moves[0]
        self.value: i64 = 0
        self.depth: i64 = 0

    def look_beside(self, first: Root, taken: list[int], depth: i64) -> None:
        """Search the moves of another root that are not taken, in its order but the best one first."""
        left: list[int] = [move for move in first.moves if move not in taken]
        if self.best in left:
            left.remove(self.best)
            left.insert(0, self.best)
        self.moves = left
        self.look(depth)

    def look(self, depth: i64) -> i64:
        """The value of the position, looked for near the last one first."""
        if depth < EXPECTED:
            return self._look_at_all(depth, -INFINITY, INFINITY)
        reach: i64 = WINDOW
        low: i64 = self.value - reach
        high: i64 = self.value + reach
        while True:
            value: i64 = self._look_at_all(depth, low, high)
            reach *= 4
            if value <= low and low > -INFINITY:
                low = value - reach if reach < 1000 else -INFINITY
            elif value >= high and high < INFINITY:
                high = value + reach if reach < 1000 else INFINITY
            else:
                return value

    def _look_at_all(self, depth: i64, alpha: i64, beta: i64) -> i64:
        """The value of the best move within bounds; a better one than before comes to the front."""
        search = self.search
        best: i64 = -INFINITY
        value: i64
        for move in list(self.moves):
            search.play(move)
            if depth == 0:
                value = self._look()
            elif best == -INFINITY:
                value = -search.search(depth - 1, -beta, -alpha, 0, True)
            else:
                value = -search.search(depth - 1, -alpha - 1, -alpha, 0, True)
                if value > alpha and value < beta:
                    value = -search.search(depth - 1, -beta, -alpha, 0, True)
            search.take_back()
            if value > best:
                best = value
            if value > alpha:
                alpha = value
                self.best = move
                self.value = value
                self.depth = depth
                self.moves.remove(move)
                self.moves.insert(0, move)
                if value >= beta:
                    break
        return best

    def _look(self) -> i64:
        """The worth of the position after a move, for the side that played it."""
        at = self.search.at
        end: i64 = legal_moves(at, 0)
        if at.lost != 0:
            return 1 - WIN if at.lost >> (at.turn ^ 1) & 1 != 0 else WIN - 1
        if end == 0:
            return WIN - 1 if is_in_check(at, at.turn) else 0
        return 0 if self.search.is_drawn() else -self.search.score.value()

    def line(self) -> list[int]:
        """The moves that are expected, as far as the table still knows them."""
        search = self.search
        at, table = search.at, search.table
        found: list[int] = [self.best]
        play(at, self.best)
        while len(found) < self.depth:
            place: i64 = table.find(at.key)
            end: i64 = legal_moves(at, 0)
            move: i64 = table.moves[place] if place >= 0 else 0
            index: i64 = 0
            while index < end and at.moves[index] != move:
                index += 1
            if index == end:
                break
            found.append(move)
            play(at, move)
        for _ in found:
            take_back(at)
        return found


class Roots:
    """The roots of a position, one for each line that is wanted; the first holds the best move."""

    def __init__(self, search: Search, moves: list[int], lines: int) -> None:
        self.all: list[Root] = [Root(search, list(moves)) for _ in range(max(1, min(lines, len(moves))))]

    def think(self, deepest: int, may_end: Callable[[], bool], tell: Callable[[], None] | None) -> None:
        """Search deeper and deeper until a limit is reached, or nothing is left to find; `tell` is called
        after each depth."""
        most: i64 = deepest
        depth: i64 = 0
        try:
            while depth <= most:
                self._look(depth)
                if tell is not None:
                    tell()
                if may_end():
                    return
                depth += 1
        except Stop:
            return

    def _look(self, depth: i64) -> None:
        first = self.all[0]
        first.look(depth)
        if len(self.all) == 1:
            return
        taken: list[int] = [first.best]
        for root in self.all[1:]:
            root.look_beside(first, taken, depth)
            taken.append(root.best)
        order: list[int] = first.moves
        self.all.sort(key=lambda root: -root.value)
        self.all[0].moves = order
