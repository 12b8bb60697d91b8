"""How a game ends by a variant's or preset's own word."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from rete_chess.core.board import Board
from rete_chess.core.geometry import COLORS, NEUTRAL, OWNERS
from rete_chess.core.results import Result, draw, win
from rete_chess.errors import RuleFailedError
from rete_chess.facts.words.patterns import NotPattern, Pattern, match_all
from rete_chess.facts.words.position_patterns import MovePattern
from rete_chess.facts.words.targets import as_color
from rete_chess.facts.words.terms import Frame, Term
from rete_chess.facts.words.word import walk

#: "There is no legal move."
NO_MOVE = NotPattern(MovePattern())


@dataclass(frozen=True)
class End:
    """One way a game ends, asked in order."""

    winner: Term | None
    reason: str
    when: tuple[Pattern, ...]
    origin: str

    @cached_property
    def id(self) -> str:
        return f"the end {self.reason!r}"

    def judge(self, board: Board) -> Result | None:
        spender = board.meter.turn_to(self)
        frame = next(filter(self.has_winner, match_all(self.when, Frame(board))), None)
        board.meter.turn_to(spender)
        if frame is None:
            return None
        if self.winner is None:
            return draw(self.reason)
        try:
            return win(COLORS.index(as_color(frame, self.winner)), self.reason)
        except ValueError as error:
            raise RuleFailedError(f"the end {self.reason!r}", self.origin, error) from error

    @cached_property
    def won_by(self) -> str:
        """The name under which its patterns bind the winner, or the loser; nothing if they do not."""
        return next((name for word in walk(self.winner) if (name := getattr(word, "bare_name", ""))), "")

    @property
    def is_for_sides(self) -> bool:
        """Whether it cannot speak of a piece that is nobody's, or does so by a name alone."""
        return self.winner is None or self.winner.is_constant or self.won_by != ""

    def has_winner(self, frame: Frame) -> bool:
        """Whether it speaks of a side, and not of a piece that is nobody's: by that nobody wins."""
        if self.winner is None or frame.names.get(self.won_by) == OWNERS[NEUTRAL]:
            return self.winner is None
        return bool(self.winner.of(frame) != OWNERS[NEUTRAL])


class Spared(NamedTuple):
    """The sides that are neither mated nor stalemated, as ONGOING says of those of a preset."""

    sides: tuple[bool, bool]

    def left_of(self, defaults: tuple[bool, bool]) -> tuple[bool, bool]:
        """The sides that still go by the defaults."""
        return (defaults[0] and not self.sides[0], defaults[1] and not self.sides[1])


@dataclass(frozen=True)
class HookEnd:
    """The hook `on_check_game_result` among the ends of documents, asked in the same order."""

    place: int
    sides: tuple[bool, bool]  # whom its preset covers

    def judge(self, board: Board) -> Result | Spared | None:
        """The end of the game, the sides for which it does not end by itself, or None."""
        answer: Result | str | None = board.game.hooks.judge(self.place)
        return answer if answer is None or isinstance(answer, Result) else Spared(self.sides)
