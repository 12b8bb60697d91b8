"""What a protocol knows of the other program's wishes: the variant chosen, and the game that is spoken of.

Programs are compiled when somebody asks for a position, since most programs are only asked for their names.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rete_chess.interop.choice import Choice
from rete_chess.interop.variants import Variants

if TYPE_CHECKING:
    from rete_chess.compiler import Program
    from rete_chess.interop.game import Game


class Session:
    """The variant that is played, and where its game stands."""

    def __init__(self, variants: Variants, choice: Choice) -> None:
        self.variants = variants
        self.choice = choice
        self.is_chess960 = False
        self._program: Program | None = None
        self._game: Game | None = None

    @property
    def program(self) -> Program:
        """The program of the choice."""
        if self._program is None:
            self._program = self.choice.program(self.variants)
        return self._program

    @property
    def game(self) -> Game:
        """The game, at the first position of the variant until another is given."""
        if self._game is None:
            from rete_chess.interop.game import Game

            self._game = Game(self.program, self.is_chess960)
        return self._game

    def choose(self, choice: Choice) -> Program:
        """Play something else from now on; what cannot be compiled or set up changes nothing."""
        from rete_chess.interop.game import Game

        program = choice.program(self.variants)
        game = Game(program, self.is_chess960)
        self.choice, self._program, self._game = choice, program, game
        return program

    def write_castling_as_960(self, is_chess960: bool) -> None:
        """Write castling as king takes rook, or as others do; the next position begins a new game."""
        if is_chess960 != self.is_chess960:
            self.is_chess960 = is_chess960
            self._game = None

    def begin(self) -> None:
        """Go back to the first position."""
        self._game = None

    def set_up(self, fen: str | None, moves: Sequence[str]) -> None:
        """Go to a position by the moves that lead there."""
        self.game.set_up(fen, moves)

    def prepare(self) -> None:
        """Do now what the first search would have to do before it begins."""
        from rete_chess.match.players import evaluate

        evaluate(self.game.engine)
