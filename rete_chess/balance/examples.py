"""Games to look at: how they went in a few figures, the most typical and the strangest by these."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rete_chess.balance.games import replayed
from rete_chess.balance.plan import Data
from rete_chess.core.geometry import COLORS
from rete_chess.io import board_svg, format_pgn

if TYPE_CHECKING:
    from rete_chess.serial import shapes

#: How many of either sort are told.
SHOWN: Final = 3
#: A lead, in hundredths of a pawn; less is none.
LEAD: Final = 60
#: The lead that is as good as one half of a win more.
HALF: Final = 300
#: From so many standard deviations on it is told what is strange about a game.
STRIKING: Final = 1.5


def smooth(leads: list[int]) -> list[float]:
    """Leads over two half-moves each: who has just taken something may lose as much at once."""
    return [(one + other) / 2 for one, other in pairwise(leads)]


def lead_changes(leads: list[int]) -> int:
    """How often the other side came to lead."""
    leaders = [lead > 0 for lead in smooth(leads) if abs(lead) >= LEAD]
    return sum(one != other for one, other in pairwise(leaders))


def drama_of(game: shapes.BalanceGame) -> float:
    """How far the winner was behind at worst, 0 to 1; of a draw, how far either side was."""
    leads = smooth(game["leads"][game["opening"] :])
    if not leads:
        return 0.0
    result = game["result"]
    winner = None if result is None else result["winner"]
    if winner is None:
        worst = max(map(abs, leads))
    else:
        sign = 1 if winner == COLORS[0] else -1
        worst = max(0.0, -min(sign * lead for lead in leads))
    return math.tanh(worst / (2 * HALF))


class Feature(NamedTuple):
    """A figure by which games are compared, and what a game is called that has much or little of it."""

    of: Callable[[Any], float]
    much: str
    little: str


FEATURES: Final[dict[str, Feature]] = {
    "length": Feature(lambda game: math.log1p(len(game["moves"])), "long", "short"),
    "captures": Feature(lambda game: game["captures"], "many losses", "few losses"),
    "choices": Feature(lambda game: game["choices"], "many choices", "few choices"),
    "changes": Feature(
        lambda game: lead_changes(game["leads"]), "the lead changes often", "the lead never changes"
    ),
    "drama": Feature(drama_of, "a comeback", "never in doubt"),
    "firings": Feature(
        lambda game: math.log1p(sum(game["firings"].values())), "many rules fire", "few rules fire"
    ),
    "places": Feature(lambda game: len(game["squares"]), "all over the board", "on few squares"),
}


class Examples:
    """What is usual, learned game by game; then the games that are so, and those that are not."""

    def __init__(self) -> None:
        self._number = 0
        self._sums = {name: [0.0, 0.0] for name in FEATURES}

    def learn(self, game: shapes.BalanceGame) -> None:
        self._number += 1
        for name, feature in FEATURES.items():
            value = feature.of(game)
            self._sums[name][0] += value
            self._sums[name][1] += value * value

    def told(
        self, games: Callable[[], Iterable[shapes.BalanceGame]], terms: Data
    ) -> tuple[list[shapes.BalanceExample], list[shapes.BalanceExample]]:
        """The typical and the strange, as PGN with a picture of the end."""

        def whole() -> Iterator[shapes.BalanceGame]:
            return (game for game in games() if "failed" not in game)

        typical = heapq.nsmallest(SHOWN, whole(), key=lambda game: (self._distance(game), game["game"]))
        strange = heapq.nlargest(SHOWN, whole(), key=lambda game: (self._distance(game), -game["game"]))
        shown = {game["game"] for game in typical}
        return (
            [_example(game, terms, "as most games are") for game in typical],
            [_example(game, terms, self._why(game)) for game in strange if game["game"] not in shown],
        )

    def _deviations(self, game: shapes.BalanceGame) -> dict[str, float]:
        found = {}
        for name, feature in FEATURES.items():
            total, squares = self._sums[name]
            mean = total / self._number
            spread = math.sqrt(max(0.0, squares / self._number - mean * mean))
            found[name] = (feature.of(game) - mean) / spread if spread > 1e-9 else 0.0
        return found

    def _distance(self, game: shapes.BalanceGame) -> float:
        return sum(value * value for value in self._deviations(game).values())

    def _why(self, game: shapes.BalanceGame) -> str:
        """What is strange about a game, the strangest first."""
        found = sorted(self._deviations(game).items(), key=lambda item: -abs(item[1]))
        told = [
            FEATURES[name].much if value > 0 else FEATURES[name].little
            for name, value in found[:2]
            if abs(value) >= STRIKING
        ]
        return ", ".join(told) or "unlike the others in a little of everything"


def _example(game: shapes.BalanceGame, terms: Data, why: str) -> shapes.BalanceExample:
    match = replayed(terms, game)
    first, second = terms["players"]
    names = {"White": second if game["swapped"] else first, "Black": first if game["swapped"] else second}
    tags = {"Event": terms["name"], "Round": str(game["game"]), **names}
    return {
        "game": game["game"],
        "why": f"{match.result or 'unfinished'}: {why}",
        "pgn": format_pgn(match, tags),
        "picture": board_svg(match),
    }
