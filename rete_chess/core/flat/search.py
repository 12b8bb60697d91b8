"""The search for the best move on flat positions: alpha-beta with all that makes it deep.

It knows no variant: moves come from the tables, worth from vectors. Nothing but the limits decides what it
looks at, so that the same position, limits and order of moves lead to the same answer in every build.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rete_chess.core.flat import i64, vec
from rete_chess.core.flat.attacks import is_in_check
from rete_chess.core.flat.legality import legal_moves
from rete_chess.core.flat.playing import take_back
from rete_chess.core.flat.position import SPECIAL, Position
from rete_chess.core.flat.scores import Score
from rete_chess.core.flat.table import AT_LEAST, AT_MOST, EXACT, Table
from rete_chess.core.flat.tables import TAKES
from rete_chess.core.flat.vectors import zeros
from rete_chess.core.flat.walks import is_material_insufficient
from rete_chess.core.keys import SIDE_KEY

#: The value of a won game; a later win is worth less by the half-moves it takes.
WIN: Final[i64] = 1_000_000
SURE: Final[i64] = 999_000
INFINITY: Final[i64] = 2_000_000
#: The greatest depth of a search in half-moves, and of captures beyond it.
DEEPEST: Final[i64] = 60
MOST_CAPTURES: Final[i64] = 8
#: What a capture may gain beyond the worth of what it takes, and a quiet move in a half-move.
MARGIN: Final[i64] = 100
STEP: Final[i64] = 120
#: How moves are ranked: the table's, captures, those that were good elsewhere at the same ply.
TABLE_MOVE: Final[i64] = 1 << 40
CAPTURE: Final[i64] = 1 << 30
KILLER: Final[i64] = 1 << 28
#: A quiet draw is claimed after so many half-moves.
CLAIM: Final[i64] = 100
#: Positions between two looks at the clock.
LOOKS: Final[i64] = 64


class Stop(Exception):  # noqa: N818
    """Raised when a limit of the search is reached."""


class Search:
    """One search from one position, which it does not leave as it was."""

    def __init__(self, score: Score, table: Table, rules: Any) -> None:
        """`rules` says what may be reached: `nodes`, `steps`, `is_over`; `may_pass` and `may_prune` what fits
        the variant, and `seen` the keys of the positions that the game has had."""
        self.score: Score = score
        self.at: Position = score.at
        self.table: Table = table
        self.nodes: i64 = 0
        self.most: i64 = rules.nodes
        self.steps: i64 = rules.steps
        self.is_over: Callable[[], bool] = rules.is_over
        self.may_pass: bool = rules.may_pass
        self.may_prune: bool = rules.may_prune
        self.seen: Any = rules.seen
        self.has_seen: bool = len(rules.seen) > 0
        self.killers = zeros(4 * DEEPEST)
        self.span: i64 = score.at.size << 8  # of the codes of origins and targets
        self.history = zeros(2 * self.span)
        self.ranks = zeros(4096)
        self.path = zeros(2 * DEEPEST + 40)  # the keys of the positions on the way here
        self.ply: i64 = 0
        self.kept = zeros(4 * (2 * DEEPEST + 40))  # the scores before the moves on the way here

    # -- moves ---------------------------------------------------------------------------------

    def spend(self) -> None:
        """Count a position; raises when that was one too many."""
        self.nodes += 1
        if self.nodes > self.most or self.at.spent > self.steps:
            raise Stop
        if self.nodes % LOOKS == 0 and self.is_over():
            raise Stop

    def play(self, move: i64) -> None:
        self.spend()
        score = self.score
        self.path[self.ply] = self.at.key
        place: i64 = 4 * self.ply
        self.kept[place] = score.middle
        self.kept[place + 1] = score.white
        self.kept[place + 2] = score.black
        self.kept[place + 3] = score.mass
        self.ply += 1
        score.play(move)

    def take_back(self) -> None:
        take_back(self.at)
        self.ply -= 1
        score = self.score
        place: i64 = 4 * self.ply
        score.middle = self.kept[place]
        score.white = self.kept[place + 1]
        score.black = self.kept[place + 2]
        score.mass = self.kept[place + 3]

    def is_drawn(self) -> bool:
        """Whether a position that goes on counts as a draw: it has come before, or nothing happens."""
        at = self.at
        clock: i64 = at.clock
        if clock == 0:
            return is_material_insufficient(at)
        if clock >= CLAIM:
            return True
        if clock > 3:
            index: i64 = self.ply - 2
            last: i64 = self.ply - clock
            while index >= 0 and index >= last:
                if self.path[index] == at.key:
                    return True
                index -= 2
            return self.has_seen and int(at.key) in self.seen
        return False

    def is_checked(self) -> bool:
        tables = self.at.tables
        guards = tables.guards_white if self.at.turn == 0 else tables.guards_black
        return guards and is_in_check(self.at, self.at.turn)

    # -- the tree ------------------------------------------------------------------------------

    def search(self, depth: i64, alpha: i64, beta: i64, start: i64, may_pass: bool) -> i64:
        """The value of a position for the side to move."""
        at = self.at
        ply: i64 = self.ply
        is_checked = self.is_checked()
        if is_checked:
            depth += 1
        if depth <= 0 or ply >= DEEPEST:
            return self.quiesce(alpha, beta, MOST_CAPTURES, start, is_checked)
        found: i64 = self.table.find(at.key)
        if found >= 0:
            value: i64 = self.table.value(found, ply)
            kind: i64 = self.table.kinds[found]
            is_deep = self.table.depths[found] >= depth and not (at.clock > 3 and self.is_drawn())
            if is_deep and (
                kind == EXACT or (kind == AT_LEAST and value >= beta) or (kind == AT_MOST and value <= alpha)
            ):
                return value
        is_narrow = beta - alpha == 1 and beta < SURE and beta > -SURE
        if is_narrow and not is_checked and self.may_prune:
            shortcut: i64 = self._shortcut(depth, beta, start, may_pass)
            if shortcut >= beta:
                return shortcut
        end: i64 = legal_moves(at, start)
        if at.lost != 0:
            return ply - WIN if at.lost >> at.turn & 1 != 0 else WIN - ply
        if end == start:
            return ply - WIN if is_checked or is_in_check(at, at.turn) else 0
        if ply > 0 and self.is_drawn():
            return 0
        preferred: i64 = self.table.moves[found] if found >= 0 else 0
        self._rank(start, end, preferred)
        return self._best(depth, alpha, beta, start, end, is_checked)

    def _shortcut(self, depth: i64, beta: i64, start: i64, may_pass: bool) -> i64:
        """A value that is good enough without a look at the moves, or less than `beta`.

        Whoever stands far above it will stay there; whoever could pass and stay there can do better.
        """
        value: i64 = self.score.value()
        if depth <= 3 and value - STEP * depth >= beta:
            return value - STEP * depth
        at = self.at
        if not (may_pass and self.may_pass and depth >= 3 and value >= beta) or self.score.mass == 0:
            return beta - 1
        passed: i64 = at.passed
        exposed: i64 = at.exposed
        exposed_key: i64 = at.exposed_key
        self.path[self.ply] = at.key
        self.ply += 1
        at.passed = -1
        at.key ^= SIDE_KEY ^ exposed_key
        at.exposed_key = 0
        at.turn ^= 1
        after: i64 = -self.search(depth - 3 - depth // 6, -beta, 1 - beta, start, False)
        at.turn ^= 1
        at.passed = passed
        at.exposed = exposed
        at.exposed_key = exposed_key
        self.ply -= 1
        at.key = self.path[self.ply]
        return beta if after >= beta else beta - 1

    def _best(self, depth: i64, alpha: i64, beta: i64, start: i64, end: i64, is_checked: bool) -> i64:
        """The value of the best of the moves that were written down and ranked."""
        at = self.at
        moves = at.moves
        ply: i64 = self.ply
        key: i64 = at.key
        low: i64 = alpha
        best: i64 = -INFINITY
        best_move: i64 = 0
        index: i64 = start
        while index < end:
            move: i64 = self._pick(moves, index, end)
            is_quiet = at.cells[move & 255] < 0 and move >> 16 & 63 == 0
            self.play(move)
            value: i64 = self._after(
                move, depth, alpha, beta, index - start, end, is_quiet and not is_checked
            )
            self.take_back()
            if value > best:
                best = value
                best_move = move
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        if is_quiet:
                            self._remember(move, depth, ply)
                        break
            index += 1
        kind: i64 = AT_MOST if best <= low else AT_LEAST if best >= beta else EXACT
        self.table.keep(key, depth, kind, best, best_move, ply)
        return best

    def _after(
        self, move: i64, depth: i64, alpha: i64, beta: i64, number: i64, start: i64, may_reduce: bool
    ) -> i64:
        """The value of the move just played: late ones are looked at less deep and narrowly first."""
        if number == 0:
            return -self.search(depth - 1, -beta, -alpha, start, True)
        less: i64 = 0
        if may_reduce and depth >= 3 and number >= 3:
            less = 1 + (1 if number >= 8 else 0) + (1 if depth >= 6 and number >= 16 else 0)
        value: i64 = -self.search(depth - 1 - less, -alpha - 1, -alpha, start, True)
        if value > alpha and less > 0:
            value = -self.search(depth - 1, -alpha - 1, -alpha, start, True)
        if value > alpha and value < beta:
            value = -self.search(depth - 1, -beta, -alpha, start, True)
        return value

    def quiesce(self, alpha: i64, beta: i64, left: i64, start: i64, is_checked: bool) -> i64:
        """The value of a position once captures are played out."""
        at = self.at
        best: i64 = self.score.value()
        if at.lost == 0 and best >= beta:
            return best
        end: i64 = legal_moves(at, start)
        if at.lost != 0:
            return self.ply - WIN if at.lost >> at.turn & 1 != 0 else WIN - self.ply
        if end == start:
            return self.ply - WIN if is_checked or is_in_check(at, at.turn) else 0
        if left == 0:
            return best
        end = self._keep_hopeful(start, end, alpha - best - MARGIN)
        if best > alpha:
            alpha = best
        self._rank(start, end, 0)
        moves = at.moves
        while start < end:
            self.play(self._pick(moves, start, end))
            value: i64 = -self.quiesce(-beta, -alpha, left - 1, end, False)
            self.take_back()
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                if value >= beta:
                    break
            start += 1
        return best

    # -- the order of moves --------------------------------------------------------------------

    def _keep_hopeful(self, start: i64, end: i64, needed: i64) -> i64:
        """Keep the captures that can gain as much as is needed, by the worth of what they take."""
        at = self.at
        moves = at.moves
        worth = self.score.worths.final
        kept: i64 = start
        while start < end:
            move: i64 = moves[start]
            victim: i64 = at.reaches[move & 255]
            if move >= SPECIAL:
                is_kept = victim >= 0 or at.tables.manners[move >> 22] & TAKES != 0
            else:
                is_kept = victim >= 0 and (worth[victim] >= needed or not self.may_prune)
            if is_kept:
                moves[kept] = move
                kept += 1
            start += 1
        return kept

    def _rank(self, start: i64, end: i64, preferred: i64) -> None:
        """Say how promising moves are: the table's, captures of much by little, what was good before."""
        at = self.at
        moves = at.moves
        while end > len(self.ranks):
            self.ranks = zeros(2 * len(self.ranks))
        ranks = self.ranks
        worth = self.score.worths.final
        first: i64 = self.killers[2 * self.ply]
        second: i64 = self.killers[2 * self.ply + 1]
        side: i64 = at.turn * self.span
        while start < end:
            move: i64 = moves[start]
            victim: i64 = at.reaches[move & 255]
            if move == preferred:
                ranks[start] = TABLE_MOVE
            elif victim >= 0:
                ranks[start] = CAPTURE + 10 * worth[victim] - worth[at.reaches[move >> 8 & 255]]
            elif move >> 16 & 63 != 0:
                ranks[start] = CAPTURE
            elif move in (first, second):
                ranks[start] = KILLER
            else:
                ranks[start] = self.history[side + (move & 65535)]
            start += 1

    def _pick(self, moves: vec[i64], place: i64, end: i64) -> i64:
        """The most promising move from a place on, which it is brought to."""
        ranks = self.ranks
        best: i64 = place
        index: i64 = place + 1
        while index < end:
            if ranks[index] > ranks[best]:
                best = index
            index += 1
        move: i64 = moves[best]
        moves[best] = moves[place]
        moves[place] = move
        ranks[best] = ranks[place]
        return move

    def _remember(self, move: i64, depth: i64, ply: i64) -> None:
        if self.killers[2 * ply] != move:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = move
        place: i64 = self.at.turn * self.span + (move & 65535)
        self.history[place] += depth * depth
        if self.history[place] > KILLER // 2:
            self.history[place] = KILLER // 2
