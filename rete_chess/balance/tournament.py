"""The table of a tournament: how strong each player is, by the games of everybody against everybody."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rete_chess.balance.regression import Row, fit
from rete_chess.balance.run import points_of_first
from rete_chess.balance.statistics import Pairs, Z, elo
from rete_chess.balance.store import Store

if TYPE_CHECKING:
    from rete_chess.serial import shapes

#: The points of pairs that count as if they had been played: one that is won, and one that is lost.
DOUBT: Final = (2.0, 0.0)
#: A unit of strength in Elo.
UNIT: Final = 400 / math.log(10)


def tournament_report(store: Store, counted: Sequence[int]) -> shapes.TournamentReport:
    """The table of the games that count, strongest player first, and every contest by itself."""
    plan = store.plan
    players = list(dict.fromkeys(name for contest in plan.contests for name in contest.players))
    rows: list[Row] = []
    contests: list[shapes.TournamentContest] = []
    points: Counter[str] = Counter()
    games: Counter[str] = Counter()
    for number, contest in enumerate(plan.contests):
        tally = _Tally(store, number, counted[number])
        contests.append(tally.told())
        first, second = contest.players
        given = [float(name == first) - float(name == second) for name in players]
        for totals in [*tally.totals, *DOUBT]:
            rows.append(Row(given, totals / 2, len(rows)))
        for name, total in ((first, sum(tally.totals)), (second, sum(2 - each for each in tally.totals))):
            points[name] += total  # type: ignore[assignment]
            games[name] += 2 * len(tally.totals)
    return {
        "players": _table(players, rows, points, games),
        "contests": contests,
        "seed": plan.seed,
        "adjudication": None if plan.adjudication is None else list(plan.adjudication),
    }


class _Tally:
    """The games of a contest, as points of its first player."""

    def __init__(self, store: Store, contest: int, counted: int) -> None:
        self._contest = store.plan.contests[contest]
        self.totals: list[float] = []
        self._failed: Counter[str] = Counter()
        self._reasons: Counter[str] = Counter()
        first: float | None = None
        for game in store.games(contest, counted):
            points = points_of_first(game)
            if points is None:
                self._failed[game["failed"]] += 1
            else:
                result = game["result"]
                self._reasons["unfinished" if result is None else result["reason"]] += 1
            if game["game"] % 2 == 0:
                first = points
            elif first is not None and points is not None:
                self.totals.append(first + points)

    def told(self) -> shapes.TournamentContest:
        pairs = Pairs.of(self.totals)
        score = pairs.interval()
        return {
            "name": self._contest.name,
            "players": list(self._contest.players),
            "games": 2 * pairs.number,
            "pairs": pairs.counts,
            "score": score.to_json(),
            "elo": [None if found is None else round(found, 1) for found in map(elo, score)],
            "endings": dict(sorted(self._reasons.items())),
            "failed": dict(sorted(self._failed.items())),
        }


def _table(
    players: list[str], rows: list[Row], points: Counter[str], games: Counter[str]
) -> list[shapes.TournamentPlayer]:
    """The strength of each player in Elo, by all games together; the mean of all is zero.

    As if each of every two players had won one pair more against the other, so that those stay within bounds
    who win everything, and so that nothing is certain of those who have hardly played.
    """
    found = fit(rows, ridge=1e-4)
    size = len(players)
    mean = sum(found.values) / size if found.values else 0.0
    table: list[shapes.TournamentPlayer] = []
    for place, name in enumerate(players):
        value = error = 0.0
        if found.values:
            value = UNIT * (found.values[place] - mean)
            error = UNIT * found.error([float(each == place) - 1 / size for each in range(size)])
        table.append(
            {
                "player": name,
                "elo": [round(value, 1), round(value - Z * error, 1), round(value + Z * error, 1)],
                "points": points[name],
                "games": games[name],
            }
        )
    return sorted(table, key=lambda row: (-row["elo"][0], row["player"]))
