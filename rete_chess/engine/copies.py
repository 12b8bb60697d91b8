"""Copies of a game, and games that are put together from their parts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rete_chess.core.board import Board
from rete_chess.engine._open_session import OpenSession
from rete_chess.engine.matching.fact_keys import FactKeys
from rete_chess.engine.move.trace import EffectChannel
from rete_chess.metering import Meter

if TYPE_CHECKING:
    from rete_chess.engine._engine import Engine
    from rete_chess.engine._game import Game


def furnish(engine: Engine, board: Board, game: Game) -> None:
    """Make an engine of a board and the game on it; nothing has happened in it, and nobody watches."""
    engine.board, engine._game = board, game
    engine.start_warnings = ()
    engine._facts = FactKeys(board)
    engine._session = OpenSession(engine)
    engine._shown = engine._scribe = engine._past = None
    engine._records = game.records
    engine._incidents = []
    engine._effects = EffectChannel()
    engine._earlier = []
    engine._counts = {}
    engine._tally = 0


def cloned(engine: Engine) -> Engine:
    """A second game in the same state, with the same way back."""
    other = type(engine).__new__(type(engine))
    board = engine.board.copy()
    board.meter = Meter(engine.budget)
    board.journal = engine.board.journal.copy()
    board.irregular_at = engine.board.irregular_at
    furnish(other, board, engine._game.copy(board))
    other.start_fen, other.start_warnings = engine.start_fen, engine.start_warnings
    other._records += engine._records
    other._incidents += engine._incidents
    other._origin, other._past = engine._origin, engine._past
    other._earlier += engine._earlier
    other._counts.update(engine._counts)
    other._tally = engine._tally
    other._position = engine._position
    return other
