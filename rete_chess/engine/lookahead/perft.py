"""Node counts of a game: by the bare core where it plays as the rules do, else by the rules.

The game is played and taken back on its own board; keys, records and lists of moves, which only
players need, are left out. It agrees with the core's perft wherever that is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Protocol

from rete_chess.compiler.policies.ends import HookEnd
from rete_chess.core.legality import is_stuck, legal_moves
from rete_chess.core.perft import Tally
from rete_chess.core.results import Result
from rete_chess.engine._engine import Engine
from rete_chess.engine._game import Game
from rete_chess.engine.explain.reason import may_refuse
from rete_chess.errors import MoveRefusedError


def perft(engine: Engine, depth: int, tally: Tally | None = None) -> int:
    """The number of move sequences of that length. A game that has ended goes no further.

    A refused move is no move. Draws by repetition or by a count of moves do not end the game here. A tally
    stops the count at its bound; the game is as before then, too.
    """
    if depth == 0:
        return 1
    with _only_tried(engine):
        return _count(engine, depth, tally)


def divide(engine: Engine, depth: int) -> dict[int, int]:
    """The node count behind each legal move, sorted by move; empty at depth 0."""
    counts: dict[int, int] = {}
    if depth == 0:
        return counts
    with _only_tried(engine):
        for move in sorted(_moves(engine)):
            with _only_tried(engine):
                if _play(game_of(engine), move):
                    counts[move] = _count(engine, depth - 1) if depth > 1 else 1
    return counts


@contextmanager
def _only_tried(engine: Engine) -> Iterator[None]:
    """Take back whatever is done inside, with the note of a side that waits in check."""
    board, game = engine.board, game_of(engine)
    length, irregular_at = len(board.journal), board.irregular_at
    was_tried, game.dice.is_tried = game.dice.is_tried, True
    try:
        yield
    finally:
        game.dice.is_tried = was_tried
        game.rollback(length)
        board.irregular_at = irregular_at


def game_of(engine: Engine) -> Game:
    """The game that stands behind an engine's board."""
    game = engine.board.game
    assert isinstance(game, Game)
    return game


def _count(engine: Engine, depth: int, tally: Tally | None = None) -> int:
    game, moves = game_of(engine), _moves(engine)
    if tally is not None:
        tally.take(len(moves) if depth == 1 else 0)
    if depth == 1 and not may_refuse(game.program):
        return len(moves)
    length = len(engine.board.journal)
    nodes = 0
    for move in moves:
        if _play(game, move):
            nodes += _count(engine, depth - 1, tally) if depth > 1 else 1
            game.rollback(length)
    return nodes


def _moves(engine: Engine) -> list[int]:
    """The legal moves of a position just reached; none if a rule has ended the game."""
    board, game = engine.board, game_of(engine)
    if game.verdict is not None or any(
        isinstance(end, HookEnd) and isinstance(end.judge(board), Result) for end in game.program.ends
    ):
        return []
    engine.note_irregular()
    moves = legal_moves(board)
    if not moves and is_stuck(board):
        # A turn of several half-moves ends early where no further one is possible.
        game.end_turn()
        engine.note_irregular()
        moves = legal_moves(board)
    return moves


def _play(game: Game, move: int) -> bool:
    """Play a legal move, unless a rule refuses it."""
    try:
        game.play(move)
    except MoveRefusedError:
        return False
    return True


class Count(Protocol):
    """A function that counts the nodes of a depth, as far as a tally lets it."""

    def __call__(self, depth: int, tally: Tally | None = None) -> int: ...


#: Depth -> nodes, and depth -> nodes behind each move.
Counters = tuple[Count, Callable[[int], dict[int, int]]]


def counters(engine: Engine) -> Counters:
    """Perft and divide of a game."""
    program = engine.program
    # The core does not end a turn of several half-moves early, where no further one is possible.
    if program.is_core_exact and program.book.is_single_move:
        from rete_chess.core import perft as core

        return partial(core.perft, engine.board), partial(core.divide, engine.board)
    from rete_chess.engine.lookahead import perft as by_rules

    return partial(by_rules.perft, engine), partial(by_rules.divide, engine)
