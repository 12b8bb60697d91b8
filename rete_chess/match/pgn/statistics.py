"""The figures of a collection of games, counted as they pass by: no more is kept of a million than of ten."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from rete_chess.match.pgn.games import PgnGame, PgnMove, PgnProblem
from rete_chess.match.pgn.playing import Replayed

#: How many names of a kind are told apart; what comes later counts as `OTHERS`.
MOST_NAMES: Final = 200
OTHERS: Final = "others"
#: The problems that are kept of a collection.
MOST_LISTED: Final = 100


@dataclass
class Statistics:
    """What was counted so far."""

    games: int = 0
    sound: int = 0
    moves: int = 0
    variations: int = 0
    comments: int = 0
    bytes: int = 0
    results: Counter[str] = field(default_factory=Counter)
    variants: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    openings: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)  # half-moves -> games
    problems: list[PgnProblem] = field(default_factory=list)
    unlisted: int = 0

    def add(self, game: PgnGame, played: Replayed | None = None) -> None:
        """Count a game, and what it was when it was played."""
        self.games += 1
        self.sound += game.is_sound
        self.moves += len(game.moves)
        self.lengths[len(game.moves)] += 1
        self.results[game.score] += 1
        for move in _all_moves(game.moves):
            self.variations += len(move.variations)
            self.comments += len(move.comments) + len(move.before)
        self.comments += len(game.comments)
        if game.moves:
            _count(self.openings, game.moves[0].text)
        match = None if played is None else played.match
        _count(self.variants, game.tags.get("Variant", "") if match is None else match.program.name)
        if match is not None and match.result is not None:
            _count(self.endings, str(match.result))
        for problem in game.problems:
            self._note(problem)
        self.unlisted += game.unlisted

    def _note(self, problem: PgnProblem) -> None:
        self.codes[problem.code] += 1
        if len(self.problems) < MOST_LISTED:
            self.problems.append(problem)
        else:
            self.unlisted += 1

    @property
    def median(self) -> float:
        """The middle one of all lengths, in half-moves."""
        half, passed, lower = self.games / 2, 0, 0
        for length in sorted(self.lengths):
            if passed < half <= passed + self.lengths[length]:
                if passed + self.lengths[length] > half:
                    return length
                lower = length
            elif passed == half and passed:
                return (lower + length) / 2
            passed += self.lengths[length]
        return lower


def _count(counter: Counter[str], name: str) -> None:
    """Count a name, unless there are too many others already."""
    name = name.strip()[:80] or "none"
    counter[name if name in counter or len(counter) < MOST_NAMES else OTHERS] += 1


def _all_moves(line: list[PgnMove]) -> Iterator[PgnMove]:
    """All moves of a line and of its variations."""
    waiting = [line]
    while waiting:
        for move in waiting.pop():
            yield move
            waiting += move.variations
