"""The search on the flat core: which games it can think about, and what it is told about their pieces.

What pieces are worth on their squares is read off the movement tables: squares from which much can be
reached are worth more to attack, and a royal piece is less safe where it can be attacked from many sides.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from rete_chess.compiler import Program
from rete_chess.core.board import Board
from rete_chess.core.fen import parse_fen
from rete_chess.core.flat.claims import flat_position
from rete_chess.core.flat.legality import listed
from rete_chess.core.flat.root import Root, Roots
from rete_chess.core.flat.scores import Score, Worths
from rete_chess.core.flat.search import DEEPEST, Search
from rete_chess.core.flat.table import Table
from rete_chess.core.lawbook import Lawbook
from rete_chess.core.reach import Reach
from rete_chess.core.results import BOTH
from rete_chess.engine import Engine
from rete_chess.engine.lookahead.tree import CoreTree, Tree
from rete_chess.match.players.evaluation import (
    BARE,
    EDGE,
    NEAR,
    PAWN,
    REACHED,
    Evaluation,
    targets,
)
from rete_chess.match.players.limits import Allowance
from rete_chess.match.players.thought import USUAL, Listener, Question, Thought

#: What it costs a royal piece that it could be attacked from a square more, while much material is left, and
#: what it gains at the end by a square more that it reaches.
EXPOSED: Final = 8
ACTIVE: Final = 3
#: How much of the bonus for coming near to promotion counts while much material is left.
PATIENCE: Final = 0.5

#: The entries of a transposition table, as a power of two.
LEAST_BITS: Final = 8
MOST_BITS: Final = 18
#: The bytes of an entry where it lies on bare memory; the interpreter takes several times as many.
ENTRY: Final = 48
#: The entries by which it is guessed how full a table is.
SAMPLE: Final = 1000


@dataclass
class Given:
    """What `Worths` are made from; lists go by reach number."""

    middle: list[int]
    final: list[int]
    mass: list[int]
    edge: list[int]
    full: int
    around: list[int]
    squares: list[int]
    width: int
    height: int
    is_hunt: bool
    bare: int = BARE
    near: int = NEAR


@dataclass
class Rules:
    """What a flat search may reach, and what fits the variant."""

    nodes: int
    steps: int
    is_over: Callable[[], bool]
    may_pass: bool
    may_prune: bool
    seen: frozenset[int]


def can_think(engine: Engine, tree: Tree, evaluation: Evaluation) -> bool:
    """Whether a flat search sees all that decides a game, besides how its pieces move."""
    program = engine.program
    is_usual = program.defaults == BOTH and not (program.ends or program.settled)
    return is_usual and evaluation.is_plain and isinstance(tree, CoreTree)


def think_flat(
    engine: Engine,
    board: Board,
    evaluation: Evaluation,
    allowance: Allowance,
    seed: int,
    question: Question = USUAL,
    tell: Listener | None = None,
) -> Thought | None:
    """The best move of a position, found on the flat core; None where that cannot play it."""
    at = flat_position(board)
    if at is None or not at.policies.knows_material:
        return None
    moves = [move for move in sorted(listed(at)) if question.moves is None or move in question.moves]
    if not moves:
        return None
    random.Random(seed).shuffle(moves)
    search = Search(
        Score(at, worths_of(engine.program, evaluation)),
        Table(_bits(allowance)),
        _rules(engine, evaluation, allowance),
    )
    roots = Roots(search, moves, question.lines)

    def may_end() -> bool:
        return question.ends_at([int(root.value) for root in roots.all], len(moves))

    def told() -> None:
        assert tell is not None
        reached, full = _reached(search), _full(search.table)
        for rank, root in enumerate(roots.all, start=1):
            tell(_told(root, search)._replace(line=tuple(root.line()), rank=rank, reached=reached, full=full))

    deepest = int(DEEPEST) if allowance.depth is None else min(allowance.depth, int(DEEPEST))
    roots.think(deepest, may_end, told if tell else None)
    allowance.nodes = int(search.nodes)
    allowance.meter.spent += int(at.spent)
    allowance.meter.renew()
    return _told(roots.all[0], search)


def worth_flat(program: Program, board: Board, evaluation: Evaluation) -> int | None:
    """The worth of a position as the search on the flat core sees it; None where that cannot play it."""
    at = flat_position(board)
    if at is None or not at.policies.knows_material:
        return None
    return int(Score(at, worths_of(program, evaluation)).value())


def _told(root: Root, search: Search) -> Thought:
    return Thought(int(root.best), int(root.value), int(root.depth), int(search.nodes))


def _reached(search: Search) -> int:
    """The half-moves of the longest line that was looked at: the way there has left its keys."""
    return max((ply for ply in range(len(search.path)) if search.path[ply]), default=0) + 1


def _full(table: Table) -> int:
    """How much of a table is in use, in thousandths."""
    size = min(SAMPLE, int(table.mask) + 1)
    return 1000 * sum(1 for place in range(size) if table.keys[place]) // size


def _rules(engine: Engine, evaluation: Evaluation, allowance: Allowance) -> Rules:
    keeps = evaluation.objective.wants == (1, 1)
    return Rules(
        nodes=1 << 60 if allowance.most is None else allowance.most,
        steps=allowance.meter.left,
        is_over=allowance.is_over,
        may_pass=keeps and all(engine.program.book.guards_check),
        may_prune=keeps,
        seen=frozenset(engine.position_counts),
    )


def _bits(allowance: Allowance) -> int:
    most = MOST_BITS if allowance.memory is None else (allowance.memory // ENTRY).bit_length() - 1
    if allowance.most is not None:
        most = min(allowance.most.bit_length() + 1, most)
    return max(LEAST_BITS, most)


# -- what pieces are worth -------------------------------------------------------------------------


def worths_of(program: Program, evaluation: Evaluation) -> Worths:
    """The worths of a program's pieces as vectors, made once."""
    if evaluation.flat is None:
        evaluation.flat = Worths(_given(program, evaluation))
    found = evaluation.flat
    assert isinstance(found, Worths)
    return found


def _given(program: Program, evaluation: Evaluation) -> Given:
    book = program.book
    geometry = book.geometry
    reaches = [reach for rows in book.rows for row in rows for reach in row]
    weights = _weights(book)
    exposure = [_exposure(book, color) for color in (0, 1)]
    mass = [_mass(book, evaluation, reach) for reach in reaches]
    start = parse_fen(book, program.start)
    squares: list[int] = []
    around: list[int] = []
    for square in range(geometry.size):
        around.append(len(squares))
        ring = geometry.around(square)
        squares += [len(ring), *ring]
    size, types = geometry.size, len(book.types)
    return Given(
        [_middle(book, evaluation, reach, weights, exposure[reach.color]) for reach in reaches],
        [_final(book, evaluation, reach) for reach in reaches],
        mass,
        [-EDGE * len(targets(reach)) for reach in reaches],
        sum(
            mass[(color * types + reach.type_index) * size + square]
            for color in (0, 1)
            for square, reach in start.pieces[color].items()
        ),
        around,
        squares,
        geometry.width,
        geometry.height,
        evaluation.is_hunt,
    )


def attacked(reach: Reach) -> set[int]:
    """The squares that a piece attacks on an empty board."""
    clear = {target for target, path in enumerate(reach.paths) if path is not None}
    return clear.union(reach.detours)


def _weights(book: Lawbook) -> list[float]:
    """How much each square counts when it is attacked: more where pieces reach more from; 1 on average."""
    rows = book.rows[0]
    counts = [sum(len(attacked(row[square])) for row in rows) for square in range(book.geometry.size)]
    mean = sum(counts) / len(counts) or 1.0
    squares = [(count / mean) ** 2 for count in counts]
    return [weight * len(squares) / (sum(squares) or 1.0) for weight in squares]


def _exposure(book: Lawbook, color: int) -> list[float]:
    """For each square, from how many squares pieces of the enemy could attack it, by type on average."""
    rows = [row for row in book.rows[color ^ 1] if not row[0].is_royal]
    found = [0.0] * book.geometry.size
    for row in rows:
        for reach in row:
            for target in attacked(reach):
                found[target] += 1 / len(rows)
    return found


def _is_hidden(book: Lawbook, reach: Reach) -> bool:
    return reach.is_royal and book.guards_check[reach.color]


def _middle(
    book: Lawbook, evaluation: Evaluation, reach: Reach, weights: Sequence[float], exposure: Sequence[float]
) -> int:
    """The worth of a piece while much material is left."""
    worth = evaluation.worths[reach]
    if _is_hidden(book, reach):
        return round(worth - EXPOSED * exposure[reach.square])
    wants = evaluation.objective.wants[reach.color]
    bonus = REACHED * sum(weights[target] - 1 for target in attacked(reach))
    return round(worth + wants * (bonus - (1 - PATIENCE) * evaluation.worths.advance(reach)))


def _final(book: Lawbook, evaluation: Evaluation, reach: Reach) -> int:
    """The worth of a piece at the end of a game."""
    worth = evaluation.worths[reach]
    return worth + ACTIVE * len(targets(reach)) if _is_hidden(book, reach) else worth


def _mass(book: Lawbook, evaluation: Evaluation, reach: Reach) -> int:
    """How much of the game's material a piece is: none if it is royal or can promote."""
    is_light = reach.is_royal or book.piece(reach.type_index, reach.color).promotion is not None
    return 0 if is_light else round(PAWN * evaluation.worths.pawns[reach.type_index])
