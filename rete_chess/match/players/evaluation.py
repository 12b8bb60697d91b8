"""The evaluation of positions of any variant, in hundredths of a pawn.

Pieces count by the value their documents give them, by how far they reach from where they stand, and
by how near they are to what the variant asks for; see `objective`.
"""

from __future__ import annotations

from typing import Any, Final
from weakref import WeakKeyDictionary

from rete_chess.compiler import Program
from rete_chess.core.board import Board
from rete_chess.core.geometry import NEUTRAL, zone_squares
from rete_chess.core.lawbook import Lawbook
from rete_chess.core.moves import target_of
from rete_chess.core.reach import Reach
from rete_chess.facts.vocabulary import GAME
from rete_chess.match.players._objective import Objective, objective_of
from rete_chess.metering import current_budget

PAWN: Final = 100
#: A square that a piece could reach on an empty board, and the pawns such a square is worth where a
#: document gives no value.
REACHED: Final = 3
PAWNS_PER_SQUARE: Final = 0.35
#: A pawn's worth in hand.
IN_HAND: Final = 115
#: A step nearer to a winning square, to promotion; all of a counter; the last piece that must not be lost.
STEP: Final = 60
ADVANCE: Final = 7
COUNTED: Final = 600
LAST: Final = 900
#: What a royal piece that can be wounded is worth.
WOUNDED_ROYAL: Final = 1500
#: With less than this the enemy is hunted: to the edge, and royal piece by royal piece.
BARE: Final = 600
EDGE: Final = 15
NEAR: Final = 5


class Worths(dict[Reach, int]):
    """The worth of each piece on its square, computed once."""

    def __init__(self, program: Program, objective: Objective) -> None:
        super().__init__()
        self.book: Lawbook = program.book
        self.objective = objective
        self.pawns = [_value(self.book, index) for index in range(len(self.book.types))]
        self.distances = {
            (color, kind): _distances(self.book.rows[color][kind], squares)
            for color, kind, squares in objective.goals
        }

    def __missing__(self, reach: Reach) -> int:
        kind, color = reach.type_index, reach.color
        if color == NEUTRAL:
            self[reach] = 0  # of worth to nobody
            return 0
        is_hidden = reach.is_royal and self.book.guards_check[color]
        worth = PAWN * self.pawns[kind] + (0 if is_hidden else REACHED * len(targets(reach)))
        if reach.is_royal and self.objective.vital:
            worth = WOUNDED_ROYAL
        worth += self.advance(reach)
        worth *= self.objective.wants[color]
        distances = self.distances.get((color, kind))
        if distances is not None:
            worth += STEP * (max(distances) - distances[reach.square])
        self[reach] = round(worth)
        return self[reach]

    def advance(self, reach: Reach) -> float:
        """The bonus of a piece for coming near to its promotion."""
        promotion = self.book.piece(reach.type_index, reach.color).promotion
        if promotion is None:
            return 0
        zone = zone_squares(promotion.zone, self.book.geometry, reach.color)
        return _advance(self.book, reach.square, zone)


def targets(reach: Reach) -> set[int]:
    """The squares a piece reaches on an empty board."""
    lines = (reach.leaps, *reach.rays, *reach.trails)
    found = {target for line in lines for target, _ in line}
    found.update(target_of(move) for option in reach.options for way in option.quiet for move in way.moves)
    return found


def _value(book: Lawbook, kind: int) -> float:
    """The value of a type in pawns: that of its document, or by its reach on an empty board."""
    given = book.piece(kind, 0).value
    row = book.rows[0][kind]
    return given or PAWNS_PER_SQUARE * sum(len(targets(reach)) for reach in row) / len(row)


def _advance(book: Lawbook, square: int, zone: frozenset[int]) -> float:
    """The bonus of a square by its distance to the promotion zone: the nearer, the more."""
    board = book.geometry
    if not zone:
        return 0
    steps = min(abs(board.rank_of(square) - board.rank_of(goal)) for goal in zone)
    done = max(0, board.height - 2 - steps)
    return ADVANCE * done * done / 2


def _distances(row: list[Reach], goals: frozenset[int]) -> list[int]:
    """For every square, how many moves the piece needs to a goal on an empty board."""
    far = len(row)
    found = [0 if square in goals else far for square in range(len(row))]
    for _ in row:
        before = list(found)
        for reach in row:
            nearest = min((found[target] for target in targets(reach)), default=far)
            found[reach.square] = min(found[reach.square], nearest + 1)
        if found == before:
            break
    most = max((steps for steps in found if steps < far), default=0)
    return [min(steps, most + 1) for steps in found]


class Evaluation:
    """The evaluation of the positions of one program."""

    def __init__(self, program: Program) -> None:
        self.objective = objective_of(program)
        self.worths = Worths(program, self.objective)
        self.is_hunt = program.has_defaults and any(program.book.guards_check)
        goal = self.objective
        self.is_plain = not (goal.precious or goal.counters or goal.vital or goal.abilities)
        self.flat: Any = None  # the worths as vectors, once somebody has asked

    def of(self, board: Board) -> int:
        """The worth of a position for the side to move."""
        worth = self.worths.__getitem__
        white = sum(map(worth, board.pieces[0].values()))
        black = sum(map(worth, board.pieces[1].values()))
        if board.hands is not None:
            white += self._held(board.hands[0], 0)
            black += self._held(board.hands[1], 1)
        if not self.is_plain:
            white += self._own(board, 0)
            black += self._own(board, 1)
        if self.is_hunt:
            if black < BARE and white > black:
                white += self._hunt(board, 0)
            elif white < BARE and black > white:
                black += self._hunt(board, 1)
        return white - black if board.turn == 0 else black - white

    def _held(self, counts: list[int], color: int) -> int:
        """The worth of what a side has in hand: there a piece may go anywhere."""
        pawns = self.worths.pawns
        total = sum([count * pawns[index] for index, count in enumerate(counts) if count])
        return round(IN_HAND * total * self.objective.wants[color])

    def _own(self, board: Board, color: int) -> int:
        """The worth of what only some variants have: counters, vital types, wounds, abilities."""
        total = 0.0
        for counter in self.objective.counters:
            if counter.color == color:
                now = board.columns.get(counter.column, {}).get(GAME, counter.start)
                way = abs(counter.start - counter.goal)
                total += COUNTED * (1 - abs(now - counter.goal) / way) ** 2
        for side, kind in self.objective.precious:
            if side == color:
                left = sum(reach.type_index == kind for reach in board.pieces[color].values())
                total -= LAST / max(left, 0.5)
        for attribute, start, fatal in self.objective.vital:
            column = board.columns.get(attribute)
            if column:
                total += self._wounds(board, color, column, start, fatal)
        for fact, value in self.objective.abilities:
            column = board.columns.get(fact, {})
            holders = sum(board.entities[square] in column for square in board.pieces[color])
            total += PAWN * value * holders * self.objective.wants[color]
        return round(total)

    def _wounds(self, board: Board, color: int, column: dict[int, float], start: float, fatal: bool) -> float:
        """The worth that pieces gain or lose by their hit points."""
        weight = 0.5 if fatal else 0.2
        total = 0.0
        for square, reach in board.pieces[color].items():
            left = column.get(board.entities[square])
            if left is not None:
                total += weight * self.worths[reach] * (left / start - (1 if fatal else 0))
        return total

    def _hunt(self, board: Board, color: int) -> int:
        """The bonus for driving a bare enemy to the edge and coming near."""
        geometry = board.book.geometry
        total = 0
        for prey in board.royals[color ^ 1]:
            total -= EDGE * len(targets(board.pieces[color ^ 1][prey]))
            for own in board.royals[color]:
                files = abs(geometry.file_of(own) - geometry.file_of(prey))
                ranks = abs(geometry.rank_of(own) - geometry.rank_of(prey))
                total += NEAR * (geometry.width + geometry.height - files - ranks)
        return total


#: For each program that somebody has, its evaluation by the steps that finding its objective could take.
_known: WeakKeyDictionary[Program, dict[int, Evaluation]] = WeakKeyDictionary()


def evaluation_of(program: Program) -> Evaluation:
    """The evaluation of a program, made once."""
    known, steps = _known.setdefault(program, {}), current_budget().move
    if steps not in known:
        known[steps] = Evaluation(program)
    return known[steps]
