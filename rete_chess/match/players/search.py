"""The search for the best move: iterative deepening, alpha-beta, quiescence, a transposition table.

It knows no variant: moves and results come from a tree, worth from the evaluation. A turn of several
half-moves is searched as such: while the same side is to move, values keep their sign.
"""

from __future__ import annotations

import random
from typing import Final

from rete_chess.core.attacks import is_in_check
from rete_chess.core.geometry import COLORS
from rete_chess.core.moves import FROM_SHIFT, PROMOTION_BITS, SPECIAL, SQUARE_MASK
from rete_chess.core.pseudo import captures, is_act, promotes
from rete_chess.core.reach import COLOR
from rete_chess.core.results import Result
from rete_chess.engine.lookahead.tree import CoreTree, Tree
from rete_chess.errors import BudgetError
from rete_chess.match.players.evaluation import Evaluation
from rete_chess.match.players.limits import Allowance
from rete_chess.match.players.thought import SURE, USUAL, WIN, Listener, Question, Thought
from rete_chess.metering import OutOfTime

INFINITY: Final = 2 * WIN
#: The greatest depth of a search in half-moves, and of captures beyond it.
DEEPEST: Final = 60
MOST_CAPTURES: Final = 8
#: What a capture may gain beyond the worth of what it takes.
MARGIN: Final = 100
#: Entries of a transposition table before it is emptied, and the bytes of one.
MOST_ENTRIES: Final = 500_000
ENTRY: Final = 250
#: The kinds of bounds in the transposition table.
EXACT, AT_LEAST, AT_MOST = 0, 1, 2
#: How quiet moves that proved good are preferred.
TABLE_MOVE: Final = 1 << 40
CAPTURE: Final = 1 << 30
KILLER: Final = 1 << 28
#: Late quiet moves are first looked at one half-move less deep.
LATE: Final = 4

TableEntry = tuple[int, int, int, int]  # depth, kind of bound, value, move


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
        self._found: list[Thought] = []  # the best moves so far, by their rank
        self._reached = 0
        self._most_entries = MOST_ENTRIES if allowance.memory is None else allowance.memory // ENTRY
        # Where only mate and the like end a game, a good position need not be asked for its moves.
        self._is_quick = isinstance(tree, CoreTree) and tree.board.is_simple

    def think(self, question: Question = USUAL, tell: Listener | None = None) -> Thought | None:
        """The best move within the allowance; None where there is none, or rules refuse them all.

        After each depth the best so far are told.
        """
        moves = [
            move for move in sorted(self.tree.moves()) if question.moves is None or move in question.moves
        ]
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
        self._found = [Thought(moves[0], 0, 0, 0)]
        try:
            for depth in range(deepest + 1):
                self._deepen(moves, depth, question.lines)
                if tell is not None:
                    self._tell(tell)
                if question.ends_at([thought.value for thought in self._found], len(moves)):
                    break
        except (OutOfTime, BudgetError):  # the best so far, also where a position costs more than it may
            self.allowance.meter.renew()
        return self._found[0]._replace(nodes=self.allowance.nodes)

    def _deepen(self, moves: list[int], depth: int, lines: int) -> None:
        """Find the best moves to a depth: each line leaves out with what those before it begin."""
        self._root(moves, depth, 0)
        for rank in range(1, min(lines, len(moves))):
            taken = {thought.move for thought in self._found[:rank]}
            self._root([move for move in moves if move not in taken], depth, rank)
        if lines > 1:
            self._found.sort(key=lambda thought: -thought.value)

    def _root(self, moves: list[int], depth: int, rank: int) -> None:
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
                self._found[rank:] = [Thought(move, value, depth, 0), *self._found[rank + 1 :]]
                moves.remove(move)
                moves.insert(0, move)

    def _tell(self, tell: Listener) -> None:
        """Tell the best moves of a depth, each with its line."""
        full = min(1000, 1000 * len(self._table) // self._most_entries)
        for rank, thought in enumerate(self._found, start=1):
            line = tuple(self._line(thought))
            tell(Thought(*thought[:3], self.allowance.nodes, line, rank, self._reached, full))

    def _line(self, thought: Thought) -> list[int]:
        """The moves that are expected, as far as the table still knows them and the game goes on."""
        found: list[int] = []
        tree, move = self.tree, thought.move
        while len(found) < max(1, thought.depth):
            self.allowance.meter.renew()
            if not tree.play(move):
                break
            found.append(move)
            moves = tree.moves()
            entry = self._table.get(tree.key)
            if entry is None or entry[3] not in moves or tree.result(moves) is not None:
                break
            move = entry[3]
        for _ in found:
            tree.take_back()
        return found

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
        if len(self._table) >= self._most_entries:
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
        if ply > self._reached:
            self._reached = ply
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
            elif held >= 0 and target in board.pieces[held & COLOR]:
                rank = CAPTURE + 10 * abs(worth[board.pieces[held & COLOR][target]])
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
    if value > SURE:
        return value + ply
    return value - ply if value < -SURE else value


def _from_table(value: int, ply: int) -> int:
    if value > SURE:
        return value - ply
    return value + ply if value < -SURE else value
