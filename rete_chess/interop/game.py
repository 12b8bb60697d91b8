"""The game that another program speaks of: a position and the moves since, told anew with every move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rete_chess.errors import GameError, ReteChessError
from rete_chess.interop import moves as dialect

if TYPE_CHECKING:
    from rete_chess.compiler import Program
    from rete_chess.engine import Engine


class Game:
    """A game that goes on where it stood if what is said of it only adds moves."""

    def __init__(self, program: Program, chess960: bool = False) -> None:
        self.program = program
        self.chess960 = chess960
        self._fen: str | None = None
        self._moves: list[str] = []
        self.engine = self._begun(None)

    def _begun(self, fen: str | None) -> Engine:
        from rete_chess.engine import Engine
        from rete_chess.interop.fen import read_fen

        given = None if fen is None else read_fen(self.program, fen)
        return Engine(self.program, given, "native", chess960=self.chess960)

    def set_up(self, fen: str | None, moves: Sequence[str]) -> None:
        """Go to a position; None is the first one of the variant.

        A position that cannot be leaves the game as it was. A move that cannot be raises its error, and the
        game stands before it.
        """
        given = list(moves)
        if fen != self._fen or given[: len(self._moves)] != self._moves:
            self.engine = self._begun(fen)
            self._fen, self._moves = fen, []
        for number, text in enumerate(given[len(self._moves) :], start=len(self._moves) + 1):
            try:
                self.engine.apply(dialect.own(self.engine, text))
            except ReteChessError as error:
                raise GameError(
                    error.code,
                    f"move {number}, {text[:40]}: {error.message}",
                    expected=error.expected,
                    hint=error.hint,
                ) from None
            self._moves.append(text)

    @property
    def played(self) -> int:
        """How many moves have been played."""
        return len(self._moves)

    def place(self, fen: str) -> None:
        """Go to a position without moves."""
        self.set_up(fen, ())

    def play(self, text: str) -> None:
        """Play a move, or raise the error that says why not."""
        self.engine.apply(dialect.own(self.engine, text))
        self._moves.append(text)

    def undo(self) -> bool:
        """Take the last move back, if there is one."""
        if not self._moves:
            return False
        self._moves.pop()
        self.engine.undo()
        return True
