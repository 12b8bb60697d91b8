"""What moves come to: the word of rules and documents on how a game ends, and moves tried to hear it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rete_chess.core import results
from rete_chess.core.attacks import note_irregular
from rete_chess.core.edits import remove
from rete_chess.core.legality import is_stuck
from rete_chess.core.results import Result
from rete_chess.errors import BudgetError, ReteChessError

if TYPE_CHECKING:
    from rete_chess.compiler import Program
    from rete_chess.core.board import Board
    from rete_chess.engine._game import Game


def ruling(game: Game) -> tuple[Result | None, tuple[bool, bool]]:
    """The result by what rules said and by the ends of documents, and the sides that go by the defaults."""
    defaults = game.program.defaults
    if game.verdict is not None:
        return game.verdict, defaults
    for end in game.program.ends:
        found = end.judge(game.board)
        if isinstance(found, Result):
            return found, defaults
        if found is not None:
            defaults = found.left_of(defaults)
    return None, defaults


def settled(program: Program, board: Board, result: Result | None) -> Result | None:
    """What the documents make of a draw."""
    if result is None or result.winner is not None:
        return result
    found = (end.judge(board) for end in program.settled)
    return next((end for end in found if end is not None), result)


def can_win(game: Game, color: int) -> bool:
    """Whether a side that still has time may have enough left to win with, by any series of moves.

    It has not if it has nothing but its royal piece, and too little is left to win with, by the policy of the
    variant, when the other side has no more.
    """
    board = game.board
    own = board.pieces[color]
    if not own or any(not reach.is_royal for reach in own.values()) or ruling(game)[1] != results.BOTH:
        return True
    length = len(board.journal)
    with game.imagining():
        try:
            for square in [square for square, reach in board.pieces[1 - color].items() if not reach.is_royal]:
                remove(board, square)
            return not results.is_material_insufficient(board)
        finally:
            game.rollback(length)


@contextmanager
def tried(game: Game, code: int) -> Iterator[Result | None]:
    """Play a legal move, rules and all, tell how it ends the game beside mate and draws, and take it back.

    Listeners hear nothing of it, unless legality asks them. A move that rules refuse is tried without them.
    """
    board, ears = game.board, game.ears
    length, irregular_at = len(board.journal), board.irregular_at
    with game.imagining():
        game.ears = game.judges
        try:
            _play(game, code, length)
            result, _ = ruling(game)
            yield result or results.royal_loss(board.lost)
        finally:
            game.ears = ears
            game.rollback(length)
            board.irregular_at = irregular_at


def _play(game: Game, code: int, length: int) -> None:
    spender = game.board.meter.who
    try:
        game.play(code)
    except BudgetError:
        raise
    except ReteChessError:
        game.board.meter.turn_to(spender)
        game.rollback(length)
        game.board.make(code)
    game.derive()
    note_irregular(game.board)
    if is_stuck(game.board):
        game.end_turn()
        note_irregular(game.board)
