"""Terms that chance decides. Each evaluation draws anew, so they stand in actions and starts alone."""

from __future__ import annotations

from typing import Any

from rete_chess.facts.words.terms import Frame, Term
from rete_chess.facts.words.word import NOTHING_READ, NUMBER, OTHER, Needs, Senses, dataclass


class Drawn(Term, is_kind=True):
    """A value that chance decides among some. The game draws, from the stream that is its own."""

    is_at_hand = False
    is_drawn = True

    @property
    def size(self) -> int:
        """How many outcomes there are, each as likely."""
        raise NotImplementedError

    def outcome(self, number: int, frame: Frame) -> Any:
        """The value that a number below the size means."""
        raise NotImplementedError

    def of(self, frame: Frame) -> Any:
        return self.outcome(frame.board.game.dice.draw(self.size), frame)

    def is_own(self, own: str) -> bool:
        return False

    def reads(self, own: str) -> Needs:
        return NOTHING_READ


@dataclass(frozen=True)
class Roll(Drawn):
    """A whole number from the least to the most."""

    least: int
    most: int

    @property
    def size(self) -> int:
        return self.most - self.least + 1

    def outcome(self, number: int, frame: Frame) -> int:
        return self.least + number

    def greatest(self, frame: Frame) -> int:
        return self.most

    def text(self) -> str:
        return f"{{roll: [{self.least}, {self.most}]}}"

    def sense(self, senses: Senses) -> str:
        return NUMBER


@dataclass(frozen=True)
class Pick(Drawn):
    """One of several values, which are found once it is drawn."""

    choices: tuple[Term, ...]

    @property
    def size(self) -> int:
        return len(self.choices)

    @property
    def outcomes(self) -> tuple[Term, ...]:
        return self.choices

    def outcome(self, number: int, frame: Frame) -> Any:
        return self.choices[number].of(frame)

    def greatest(self, frame: Frame) -> Any:
        values = [choice.of(frame) for choice in self.choices]
        numbers = [value for value in values if isinstance(value, (int, float))]
        return max(numbers, default=values[0])

    def text(self) -> str:
        return f"{{pick: [{', '.join(choice.text() for choice in self.choices)}]}}"

    def sense(self, senses: Senses) -> str:
        found = {choice.sense(senses) for choice in self.choices}
        return found.pop() if len(found) == 1 else OTHER
