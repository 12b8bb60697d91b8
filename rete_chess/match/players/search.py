"""The search for the best move: iterative deepening, alpha-beta, quiescence, a transposition table.

It knows no variant: moves and results come from a tree, worth from the evaluation. A turn of several
half-moves is searched as such: while the same side is to move, values keep their sign.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final, NamedTuple

from rete_chess.core.attacks import is_in_check
from rete_chess.core.geometry import COLORS
from rete_chess.core.moves import FROM_SHIFT, PROMOTION_BITS, SPECIAL, SQUARE_MASK
from rete_chess.core.pseudo import captures, is_act, promotes
from rete_chess.core.results import Result
from rete_chess.engine.lookahead.tree import CoreTree, Tree
from rete_chess.errors import BudgetError
from rete_chess.match.players.evaluation import Evaluation
from rete_chess.match.players.limits import Allowance
from rete_chess.metering import OutOfTime

#: The value of a won game; a later win is worth less by the half-moves it takes.
WIN: Final = 1_000_000
INFINITY: Final = 2 * WIN
#: The greatest depth of a search in half-moves, and of captures beyond it.
DEEPEST: Final = 60
MOST_CAPTURES: Final = 8
#: What a capture may gain beyond the worth of what it takes.
MARGIN: Final = 100
#: Entries of a transposition table before it is emptied.
MOST_ENTRIES: Final = 500_000
#: The kinds of bounds in the transposition table.
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
#: How quiet moves that proved good are preferred.
TABLE_MOVE: Final = 1 << 40
CAPTURE: Final = 1 << 30
KILLER: Final = 1 << 28
#: Late quiet moves are first looked at one half-move less deep.
LATE: Final = 4

TableEntry = tuple[int, int, int, int]  # depth, kind of bound, value, move


class Thought(NamedTuple):
    """The result of a search: the move, its value for the side to move, the depth and the nodes.

    While the search goes on, the line that is expected, too.
    """

    move: int
    value: int
    depth: int
    nodes: int
    line: tuple[int, ...] = ()

    @property
    def wins_in(self) -> int | None:
        """The number of half-moves to a certain win, or None."""
        return WIN - self.value if self.value > WIN - 1000 else None


class Search:
    """One search from one position; its tree cannot be used again."""

    def __init__(self, tree: Tree, evaluation: Evaluation, allowance: Allowance, seed: int = 0) -> None:
        self.tree = tree
        self.board = tree.board
        self.evaluation = evaluation
        self.allowance = allowance
        self._chance = random.Random(seed)
        self._table: dict[int, TableEntry] = {}
        self._killers: list[list[int]] = [[0, 0] for _ in range(DEEPEST + 2)]
        self._history: dict[int, int] = {}
        self._best: Thought | None = None
        # Where only mate and the like end a game, a good position need not be asked for its moves.
        self._is_quick = isinstance(tree, CoreTree) and tree.board.is_simple

    def think(self, tell: Callable[[Thought], None] | None = None) -> Thought | None:
        """The best move within the allowance; None where there is none, or rules refuse them all.

        After each depth the best so far is told.
        """
        moves = sorted(self.tree.moves())
        self._chance.shuffle(moves)
        # An allowance that is spent at once leaves the first move, which must be one that can be played.
        while moves and not self.tree.play(moves[0]):
            self.allowance.meter.renew()
            if self.allowance.meter.is_used_up:
                return Thought(moves[-1], 0, 0, self.allowance.nodes)
            del moves[0]
        if not moves:
            return None
        self.tree.take_back()
        deepest = DEEPEST if self.allowance.depth is None else min(self.allowance.depth, DEEPEST)
        self._best = Thought(moves[0], 0, 0, 0)
        try:
            for depth in range(deepest + 1):
                value = self._root(moves, depth)
                if tell is not None:
                    line = (self._best.move,)
                    tell(self._best._replace(nodes=self.allowance.nodes, line=line))
                if abs(value) > WIN - 1000 or len(moves) == 1:
                    break
        except (OutOfTime, BudgetError):  # the best so far, also where a position costs more than it may
            self.allowance.meter.renew()
        return self._best._replace(nodes=self.allowance.nodes)

    def _root(self, moves: list[int], depth: int) -> int:
        """Search every move to a depth; the best so far comes first in the list.

        Depth 0 only looks at the positions right after the moves: an order to begin with.
        """
        alpha = -INFINITY
        for move in list(moves):
            if not self._try(move):
                moves.remove(move)
                continue
            value = self._after(depth - 1, alpha, INFINITY, 1) if depth else self._look()
            if value > alpha:
                alpha = value
                self._best = Thought(move, value, depth, 0)
                moves.remove(move)
                moves.insert(0, move)
        return alpha

    def _look(self) -> int:
        """The evaluation of the position after a move, for the side that played it; takes the move back."""
        result = self.tree.result(self.tree.moves())
        value = self.evaluation.of(self.board) if result is None else self._final(result, 1)
        value = value if self.board.turn == self._mover else -value
        self.tree.take_back()
        return value

    def _try(self, move: int) -> bool:
        """Play a move if the allowance and the rules allow it."""
        self.allowance.spend()
        self._mover = self.board.turn
        return self.tree.play(move)

    def _after(self, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The value of the move just played, for the side that played it; takes it back."""
        if self.board.turn == self._mover:
            value = self._search(depth, alpha, beta, ply)
        else:
            value = -self._search(depth, -beta, -alpha, ply)
        self.tree.take_back()
        return value

    def _search(self, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The value of a position for the side to move."""
        tree, board = self.tree, self.board
        if board.book.guards_check[board.turn] and is_in_check(board, board.turn):
            depth += 1
        if depth <= 0 or ply >= DEEPEST:
            return self._quiesce(alpha, beta, ply, MOST_CAPTURES)
        moves = tree.moves()
        result = tree.result(moves)
        if result is not None:
            return self._final(result, ply)
        key = tree.key
        entry = self._table.get(key)
        preferred = 0
        if entry is not None:
            preferred = entry[3]
            if entry[0] >= depth:
                value = _from_table(entry[2], ply)
                if (
                    entry[1] == EXACT
                    or (entry[1] == AT_LEAST and value >= beta)
                    or (entry[1] == AT_MOST and value <= alpha)
                ):
                    return value
        best, best_move, low = -INFINITY, 0, alpha
        for number, move in enumerate(self._ordered(moves, preferred, ply)):
            is_quiet = board.cells[move & SQUARE_MASK] < 0 and not promotes(board, move)
            if not self._try(move):
                continue
            if number >= LATE and depth >= 3 and is_quiet:
                value = self._reduced(move, depth, alpha, beta, ply)
            else:
                value = self._after(depth - 1, alpha, beta, ply + 1)
            if value > best:
                best, best_move = value, move
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        if is_quiet:
                            self._remember(move, depth, ply)
                        break
        if best_move == 0:  # every move was refused
            return self.evaluation.of(board)
        kind = AT_MOST if best <= low else AT_LEAST if best >= beta else EXACT
        if len(self._table) >= MOST_ENTRIES:
            self._table.clear()
        self._table[key] = (depth, kind, _to_table(best, ply), best_move)
        return best

    def _reduced(self, move: int, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The value of a late quiet move: searched less deep first, and again in full if it is good."""
        value = self._after(depth - 2, alpha, alpha + 1, ply + 1)
        if value <= alpha or not self._try(move):
            return value
        return self._after(depth - 1, alpha, beta, ply + 1)

    def _quiesce(self, alpha: int, beta: int, ply: int, left: int) -> int:
        """The value of a position once captures are played out; a side that must capture cannot stand pat."""
        tree, board = self.tree, self.board
        if self._is_quick:
            worth = self.evaluation.of(board)
            if worth >= beta:
                return worth
        moves = tree.moves()
        result = tree.result(moves)
        if result is not None:
            return self._final(result, ply)
        taking = captures(board, moves)
        best = -INFINITY
        if len(taking) < len(moves) or left == 0:
            best = self.evaluation.of(board)
            if best >= beta or left == 0:
                return best
            taking = self._hopeful(taking, alpha - best - MARGIN)
            alpha = max(alpha, best)
        for move in self._ordered(taking, 0, ply):
            if not self._try(move):
                continue
            if board.turn == self._mover:
                value = self._quiesce(alpha, beta, ply + 1, left - 1)
            else:
                value = -self._quiesce(-beta, -alpha, ply + 1, left - 1)
            tree.take_back()
            if value > best:
                best = value
                alpha = max(alpha, value)
                if value >= beta:
                    break
        return best if best > -INFINITY else self.evaluation.of(board)

    def _hopeful(self, taking: list[int], needed: int) -> list[int]:
        """The captures that can gain as much as is needed, by the worth of what they take."""
        if needed <= 0 or self.evaluation.objective.wants[self.board.turn ^ 1] < 0:
            return taking
        worth, prey = self.evaluation.worths, self.board.pieces[self.board.turn ^ 1]
        return [
            move
            for move in taking
            if move >= SPECIAL or move & SQUARE_MASK not in prey or worth[prey[move & SQUARE_MASK]] >= needed
        ]

    def _final(self, result: Result, ply: int) -> int:
        """The value of a game that is over, for the side that would be to move."""
        if result.winner is None:
            return 0
        return WIN - ply if COLORS.index(result.winner) == self.board.turn else ply - WIN

    # -- the order of moves --------------------------------------------------------------------

    def _ordered(self, moves: list[int], preferred: int, ply: int) -> list[int]:
        """The most promising moves first: the table's, captures of much by little, what was good before."""
        board = self.board
        cells, own = board.cells, board.pieces[board.turn]
        worth = self.evaluation.worths
        history, killers = self._history, self._killers[min(ply, DEEPEST)]
        ranked = []
        for move in moves:
            target = move & SQUARE_MASK
            held = cells[target]
            if move == preferred:
                rank = TABLE_MOVE
            elif move >= SPECIAL and is_act(board, move):
                rank = KILLER if move in killers else history.get(move, 0)
            elif held >= 0 and target in board.pieces[held & 1]:
                rank = CAPTURE + 10 * abs(worth[board.pieces[held & 1][target]])
                rank -= abs(worth[own[move >> FROM_SHIFT & SQUARE_MASK]])
            elif move & PROMOTION_BITS and promotes(board, move):
                rank = CAPTURE
            elif move in killers:
                rank = KILLER
            else:
                rank = history.get(move, 0)
            ranked.append((-rank, move))
        ranked.sort()
        return [move for _, move in ranked]

    def _remember(self, move: int, depth: int, ply: int) -> None:
        killers = self._killers[min(ply, DEEPEST)]
        if move != killers[0]:
            killers[1] = killers[0]
            killers[0] = move
        self._history[move] = self._history.get(move, 0) + depth * depth


def _to_table(value: int, ply: int) -> int:
    """A value as the table holds it: wins are counted from the position, not from the root."""
    if value > WIN - 1000:
        return value + ply
    return value - ply if value < 1000 - WIN else value


def _from_table(value: int, ply: int) -> int:
    if value > WIN - 1000:
        return value - ply
    return value + ply if value < 1000 - WIN else value
