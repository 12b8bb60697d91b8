"""Trees of moves for those who look ahead: moves are integers, and nothing is described.

Both kinds are played on a copy of the game. Where the bare core does all that the rules do, it plays
alone; otherwise every move goes through its stages on the native network.
"""

from __future__ import annotations

from typing import Protocol

from rete_chess.core import results
from rete_chess.core.board import Board
from rete_chess.core.deeds import play
from rete_chess.core.legality import legal_moves
from rete_chess.core.results import CLAIM_CLOCK, Result
from rete_chess.engine._engine import Engine
from rete_chess.engine.outcomes import settled
from rete_chess.errors import ReteChessError


class Tree(Protocol):
    """A position from which moves are tried."""

    board: Board

    @property
    def key(self) -> int:
        """The key of the position."""

    def moves(self) -> list[int]:
        """The legal moves, in no particular order; none if a rule has ended the game."""

    def result(self, moves: list[int]) -> Result | None:
        """How the game ends in the position with those legal moves, if it does."""

    def play(self, move: int) -> bool:
        """Try a legal move; False if the rules refuse it, and nothing is to be taken back."""

    def take_back(self) -> None:
        """Take back the move tried last."""


def tree_of(engine: Engine) -> Tree:
    """The fastest tree that plays as the game does."""
    is_timed = any(use.turns_remaining for use in engine.active_presets)
    program, listeners = engine.program, engine._game.ears
    is_bare = not (is_timed or listeners or program.hooked or engine.board.columns)
    return CoreTree(engine) if is_bare and program.is_core_exact else RuleTree(engine)


class CoreTree:
    """The bare core. A position that comes again, and fifty quiet moves, count as draws."""

    def __init__(self, engine: Engine) -> None:
        self.board = engine.board.copy()
        self._program = engine.program
        self._seen = dict(engine.position_counts)
        self._path: list[tuple[int, int]] = []  # journal length and key before each move
        self._has_effects = engine.program.book.has_effects

    @property
    def key(self) -> int:
        return self.board.key

    def moves(self) -> list[int]:
        return legal_moves(self.board)

    def result(self, moves: list[int]) -> Result | None:
        found = self._by_itself(moves)
        return settled(self._program, self.board, found) if self._program.settled else found

    def _by_itself(self, moves: list[int]) -> Result | None:
        """The end before anybody settles a draw."""
        board, program = self.board, self._program
        if not moves:
            for end in program.ends:
                result = end.judge(board)
                if isinstance(result, Result):
                    return result
            return results.judge(board, moves, 1, program.defaults)
        if program.defaults != results.BOTH or not self._path:
            return None
        if board.clock >= CLAIM_CLOCK:
            return results.draw("fifty moves")
        if board.clock == 0:
            return results.draw("material") if results.is_material_insufficient(board) else None
        return results.draw("repetition") if board.clock > 3 and board.key in self._seen else None

    def play(self, move: int) -> bool:
        board = self.board
        self._path.append((len(board.journal), board.key))
        self._seen[board.key] = self._seen.get(board.key, 0) + 1
        if self._has_effects:
            play(board, move)
        else:
            board.make(move)
        return True

    def take_back(self) -> None:
        length, key = self._path.pop()
        if self._has_effects:
            self.board.rollback(length)
        else:
            self.board.unmake()
        left = self._seen.pop(key) - 1
        if left:
            self._seen[key] = left


class RuleTree:
    """The whole game, rules and all."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine.clone()
        self._engine._game.is_imagining = True
        self.board = self._engine.board

    @property
    def key(self) -> int:
        return self._engine.position_key

    def moves(self) -> list[int]:
        return self._engine._legal if self._engine.result is None else []

    def result(self, moves: list[int]) -> Result | None:
        return self._engine.result

    def play(self, move: int) -> bool:
        try:
            self._engine._play(move)
        except ReteChessError:
            return False
        return True

    def take_back(self) -> None:
        self._engine._unplay()
