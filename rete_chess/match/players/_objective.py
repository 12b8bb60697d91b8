"""The objective of a variant, found by asking its own rules about made-up positions.

What if a side had no piece left, or none of a type? What if a piece stood on that square, or a
counter had that value? Whoever would win then tells what to strive for. No variant is known by name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rete_chess.compiler import Program
from rete_chess.compiler.policies.ends import End
from rete_chess.core import edits
from rete_chess.core.board import Board
from rete_chess.core.geometry import COLORS
from rete_chess.core.reach import EMPTY, WALL
from rete_chess.core.results import Result
from rete_chess.engine import Engine
from rete_chess.errors import BudgetError
from rete_chess.facts.session import OWNER
from rete_chess.facts.vocabulary import GAME
from rete_chess.facts.words.actions import Absorb
from rete_chess.facts.words.word import needs_of
from rete_chess.metering import demand_budget, running

#: Values of a counter that are tried.
COUNTS: Final = range(13)


@dataclass(frozen=True)
class Counter:
    """A counter of a side that wins the game at one value."""

    column: str
    color: int
    start: float
    goal: float


@dataclass(frozen=True)
class Objective:
    """The goals of both sides besides the capture or mate of royal pieces. Sides are 0 and 1."""

    wants: tuple[int, int] = (1, 1)  # 1: keep the own pieces; -1: get rid of them
    precious: tuple[tuple[int, int], ...] = ()  # colour and type: who loses the last of them loses
    goals: tuple[tuple[int, int, frozenset[int]], ...] = ()  # colour and type: it wins on these squares
    counters: tuple[Counter, ...] = ()
    vital: tuple[tuple[str, float, bool], ...] = ()  # attributes that pay for damage, start, fatal
    abilities: tuple[tuple[str, float], ...] = ()  # the fact by which a piece has one, and its value


def objective_of(program: Program) -> Objective:
    """The objective of a program, as far as it is found within what a move may cost."""
    engine = Engine(program, network="native")
    vital, abilities = tuple(_vital(program, engine.board)), tuple(_abilities(program))
    if not program.ends or engine.result is not None:
        return Objective(vital=vital, abilities=abilities)
    probe, meter = _Probe(program, engine.board), engine.board.meter
    try:
        with running(meter, meter.budget.move - engine.cost.steps, "the objective"):
            return Objective(
                (probe.wants(0), probe.wants(1)),
                tuple(probe.precious()),
                tuple(probe.goals()) if _asks_where(program) else (),
                tuple(probe.counters()),
                vital,
                abilities,
            )
    except BudgetError:  # too much to find out
        demand_budget()  # of the one who asks
        return Objective(vital=vital, abilities=abilities)


def _vital(program: Program, board: Board) -> Iterator[tuple[str, float, bool]]:
    """The attributes with which pieces pay for damage, and the most that one has of it at the start."""
    seen: dict[str, bool] = {}
    for rule in program.rules:
        for action in rule.actions:
            if isinstance(action, Absorb):
                seen[action.attribute] = seen.get(action.attribute, False) or action.fatal
    for attribute, fatal in sorted(seen.items()):
        most = max(board.columns.get(attribute, {}).values(), default=0)
        yield attribute, float(most or 1), fatal


def _abilities(program: Program) -> Iterator[tuple[str, float]]:
    """The worth of each ability, by the attribute that marks its carriers, wherever they have it from."""
    for ability in program.setup.abilities:
        if ability.value:
            yield ability.carrier.attribute, ability.value


def _asks_where(program: Program) -> bool:
    """Whether some end asks where pieces stand; that nobody can move is no place to go to."""
    asked = [needs_of(pattern) for end in program.ends if isinstance(end, End) for pattern in end.when]
    is_hooked = any(not isinstance(end, End) for end in program.ends)
    return is_hooked or any(needs.place and not needs.moves for needs in asked)


class _Probe:
    """A probe that changes a board, asks who would win, and takes the change back."""

    def __init__(self, program: Program, board: Board) -> None:
        self.program = program
        self.board = board
        self.types = sorted({reach.type_index for side in board.pieces for reach in side.values()})

    def winner(self) -> int | None:
        """The side that wins now by the variant's own ends, or None."""
        for end in self.program.ends:
            result = end.judge(self.board)
            if isinstance(result, Result):
                return None if result.winner is None else COLORS.index(result.winner)
        return None

    def without(self, color: int, types: list[int]) -> int | None:
        """The winner if a side had no piece of some types, or None."""
        board = self.board
        length = len(board.journal)
        for square, reach in sorted(board.pieces[color].items()):
            if reach.type_index in types:
                edits.remove(board, square)
        winner = self.winner()
        board.rollback(length)
        return winner

    def wants(self, color: int) -> int:
        return -1 if self.without(color, self.types) == color else 1

    def precious(self) -> Iterator[tuple[int, int]]:
        for color in (0, 1):
            mine = {reach.type_index for reach in self.board.pieces[color].values()}
            for kind in sorted(mine) if len(mine) > 1 else ():
                if self.without(color, [kind]) == color ^ 1:
                    yield color, kind

    def goals(self) -> Iterator[tuple[int, int, frozenset[int]]]:
        for color in (0, 1):
            for kind in sorted({reach.type_index for reach in self.board.pieces[color].values()}):
                size = self.board.book.geometry.size
                squares = frozenset(s for s in range(size) if self._placed(color, kind, s) == color)
                if 0 < len(squares) < size // 2:
                    yield color, kind, squares

    def _placed(self, color: int, kind: int, square: int) -> int | None:
        """The winner if a piece of a side stood on a square, or None."""
        board = self.board
        own = board.pieces[color]
        origin = min(s for s, reach in own.items() if reach.type_index == kind)
        held = board.cells[square]
        if held == WALL or origin == square:
            return None
        length = len(board.journal)
        if held != EMPTY:
            edits.remove(board, square)
        edits.relocate(board, origin, board.book.rows[color][kind][square])
        winner = self.winner()
        board.rollback(length)
        return winner

    def counters(self) -> Iterator[Counter]:
        board = self.board
        for name, attribute in sorted(self.program.vocabulary.attributes.items()):
            if attribute.of != "side" or attribute.type not in ("int", "number"):
                continue
            for color in (0, 1):
                column = f"{name}{OWNER}{COLORS[color]}"
                start = board.columns.get(column, {}).get(GAME, 0)
                length = len(board.journal)
                winning = []
                for value in COUNTS:
                    edits.write(board, column, GAME, value)
                    if self.winner() == color:
                        winning.append(value)
                    board.rollback(length)
                if 0 < len(winning) < len(COUNTS) and start not in winning:
                    goal = min(winning, key=lambda value: abs(value - start))
                    yield Counter(column, color, start, goal)
