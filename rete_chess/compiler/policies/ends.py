"""How a game ends by a variant's or preset's own word."""

from __future__ import annotations

from dataclasses import dataclass

from rete_chess.core.board import Board
from rete_chess.core.geometry import COLORS
from rete_chess.core.results import Result, draw, win
from rete_chess.errors import RuleFailedError
from rete_chess.facts.words.patterns import NotPattern, Pattern, match_all
from rete_chess.facts.words.position_patterns import MovePattern
from rete_chess.facts.words.targets import as_color
from rete_chess.facts.words.terms import Frame, Term

#: "There is no legal move."
NO_MOVE = NotPattern(MovePattern())


@dataclass(frozen=True)
class End:
    """One way a game ends, asked in order."""

    winner: Term | None
    reason: str
    when: tuple[Pattern, ...]
    origin: str

    def judge(self, board: Board) -> Result | None:
        frame = next(match_all(self.when, Frame(board)), None)
        if frame is None:
            return None
        if self.winner is None:
            return draw(self.reason)
        try:
            return win(COLORS.index(as_color(frame, self.winner)), self.reason)
        except ValueError as error:
            raise RuleFailedError(f"the end {self.reason!r}", self.origin, error) from error


@dataclass(frozen=True)
class HookEnd:
    """The hook `on_check_game_result` among the ends of documents, asked in the same order."""

    place: int

    def judge(self, board: Board) -> Result | str | None:
        """The end of the game, ONGOING to keep it from ending by itself, or None."""
        answer: Result | str | None = board.game.hooks.judge(self.place)
        return answer
