"""The plan of many games: everything that decides them, as plain data that travels to whoever plays.

Games of a contest are numbered from 0. The games 2n and 2n+1 are a pair: the same random opening, the sides
swapped. A game depends on its terms and its number alone, so that it does not matter who plays it, or when.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from rete_chess import __version__
from rete_chess.compiler import Program
from rete_chess.documents.kinds.document import digest_of
from rete_chess.match import Match
from rete_chess.match.players import parse_player
from rete_chess.metering import Budget, current_budget

#: Random half-moves at the beginning, and those after which a game is left unfinished.
OPENING: Final = 4
LONGEST: Final = 600

Data = dict[str, Any]


@dataclass(frozen=True)
class Contest:
    """A variant with its rules and start position, and the two players that play it."""

    name: str
    start: Mapping[str, Any] = field(repr=False)  # a snapshot: all its documents are in it
    players: tuple[str, str]

    @classmethod
    def of(
        cls,
        program: Program,
        players: tuple[str, str],
        *,
        name: str = "",
        fen: str | None = None,
        chess960: bool = False,
    ) -> Contest:
        """The contest of a program, from its own start position or another one."""
        match = Match(program, fen, "native", chess960=chess960)
        return cls(name or program.id, match.snapshot(), players)

    def to_json(self) -> Data:
        return {"name": self.name, "start": dict(self.start), "players": list(self.players)}


@dataclass(frozen=True)
class Plan:
    """Contests and what holds for the games of all."""

    contests: tuple[Contest, ...]
    seed: int = 0
    opening: int = OPENING
    longest: int = LONGEST
    #: Hundredths of a pawn by which a side leads, for so many half-moves, where it is given the game.
    adjudication: tuple[int, int] | None = None
    engines: Mapping[str, str] = field(default_factory=dict)  # names of UCI engines -> their command lines
    budget: Budget = field(default_factory=current_budget)  # of whoever plays, wherever that is

    def to_json(self) -> Data:
        """The plan for the head of a file of games."""
        return {"contests": [contest.to_json() for contest in self.contests], **self._common()}

    def _common(self) -> Data:
        return {
            "seed": self.seed,
            "opening": self.opening,
            "longest": self.longest,
            "adjudication": None if self.adjudication is None else list(self.adjudication),
            "engines": dict(self.engines),
            "budget": list(self.budget),
            "version": __version__,
        }

    @property
    def digest(self) -> str:
        """A digest of all that decides the games; names of contests do not."""
        told = [(contest.start["hash"], *contest.players) for contest in self.contests]
        return digest_of(told, self._common())

    def terms(self, contest: int) -> Data:
        """All that a player of its games has to know of a contest, as plain data."""
        return {"contest": contest, **self.contests[contest].to_json(), **self._common()}


def demand_player(text: str, engines: Mapping[str, str] | None = None) -> str:
    """The text of a player, if there is one of that name; else an error that names the choices."""
    if text.partition(":")[0] not in (engines or {}):
        parse_player(text)
    return text
