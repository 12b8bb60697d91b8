"""What games say: the figures of every contest, and contests side by side. Games are read one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from statistics import median
from typing import TYPE_CHECKING, Final

from rete_chess.balance.examples import Examples, drama_of, lead_changes
from rete_chess.balance.games import fresh_match
from rete_chess.balance.run import points_of
from rete_chess.balance.statistics import Pairs, elo, noise, proportion
from rete_chess.balance.store import Store
from rete_chess.balance.worths import worths_of

if TYPE_CHECKING:
    from rete_chess.match import Match
    from rete_chess.serial import shapes

#: Places at which the course of the score is told.
COURSE: Final = 80
UNFINISHED: Final = "unfinished"


def balance_report(store: Store, counted: Sequence[int], games: int | None = None) -> shapes.BalanceReport:
    """The report of the games of a store: of each contest as many as count.

    `games` is how many were asked for, where a contest may have ended early.
    """
    plan = store.plan
    tallies = [Tally(store, contest, counted[contest]) for contest in range(len(plan.contests))]
    return {
        "seed": plan.seed,
        "opening": plan.opening,
        "longest": plan.longest,
        "contests": [tally.told(games) for tally in tallies],
        "differences": [_difference(one, other) for one, other in combinations(tallies, 2)],
    }


def _difference(one: Tally, other: Tally) -> shapes.BalanceDifference:
    return {
        "one": one.name,
        "other": other.name,
        "score": round(other.pairs.mean - one.pairs.mean, 5),
        "noise": round(noise(one.pairs, other.pairs), 5),
    }


class Tally:
    """The sums over the games of a contest."""

    def __init__(self, store: Store, contest: int, counted: int) -> None:
        self.store, self.contest, self.counted = store, contest, counted
        self.name = store.plan.contests[contest].name
        self.pairs = Pairs()
        self.course: list[list[float]] = []
        self.failed: Counter[str] = Counter()
        self.winners: Counter[str | None] = Counter()
        self.endings: Counter[tuple[str, str | None]] = Counter()
        self.lengths: Counter[int] = Counter()
        self.squares: Counter[str] = Counter()
        self.fired: Counter[str] = Counter()
        self.fired_in: Counter[str] = Counter()
        self.sums: Counter[str] = Counter()
        self.examples = Examples()
        self._first: float | None = None
        for game in self.games():
            self._add(game)

    def games(self) -> Iterator[shapes.BalanceGame]:
        """The games that count, in order."""
        return self.store.games(self.contest, self.counted)

    @property
    def number(self) -> int:
        return sum(self.lengths.values())

    def _add(self, game: shapes.BalanceGame) -> None:
        points = points_of(game)
        self._add_pair(game["game"], points)
        if points is None:
            self.failed[game["failed"]] += 1
            return
        result = game["result"]
        winner = UNFINISHED if result is None else result["winner"]
        self.winners[winner] += 1
        self.endings[UNFINISHED if result is None else result["reason"], winner] += 1
        self.lengths[len(game["moves"])] += 1
        self.squares.update(game["squares"])
        self.fired.update(game["firings"])
        self.fired_in.update(game["firings"].keys())
        self.sums["choices"] += game["choices"] * len(game["moves"])  # type: ignore[assignment]
        self.sums["captures"] += game["captures"]
        self.sums["drama"] += drama_of(game)  # type: ignore[assignment]
        self.sums["changes"] += lead_changes(game["leads"])
        self.examples.learn(game)

    def _add_pair(self, number: int, points: float | None) -> None:
        if number % 2 == 0:
            self._first = points
        elif points is not None and self._first is not None:
            self.pairs.add(self._first + points)
            every = max(1, self.counted // 2 // COURSE)
            if self.pairs.number % every == 0:
                self.course.append([2 * self.pairs.number, *self.pairs.interval().to_json()])

    def told(self, games: int | None) -> shapes.BalanceFigures:
        """The figures as plain data."""
        terms = self.store.plan.terms(self.contest)
        match = fresh_match(terms, 0)
        number = max(1, self.number)
        score = self.pairs.interval()
        worths = worths_of(self.games(), match.program)
        rules, never = self._rules(match)
        typical, strange = self.examples.told(self.games, terms)
        return {
            "name": self.name,
            "variant": match.program.id,
            "presets": [use.to_json() for use in match.program.presets],
            "hash": match.program.hash,
            "start": match.start,
            "players": list(terms["players"]),
            "games": self.number,
            "tight": games is not None and self.counted < games,
            "failed": dict(sorted(self.failed.items())),
            "white": self.winners["white"],
            "black": self.winners["black"],
            "draws": self.winners[None],
            "unfinished": self.winners[UNFINISHED],
            "pairs": self.pairs.counts,
            "score": score.to_json(),
            "elo": [None if found is None else round(found, 1) for found in map(elo, score)],
            "decisive": proportion(self.winners["white"] + self.winners["black"], self.number).to_json(),
            "length": self._length(),
            "lengths": {str(length): count for length, count in sorted(self.lengths.items())},
            "choices": round(self.sums["choices"] / max(1, self._plies), 2),
            "drama": round(self.sums["drama"] / number, 4),
            "leadChanges": round(self.sums["changes"] / number, 3),
            "captures": round(self.sums["captures"] / number, 2),
            "course": self.course,
            "rules": rules,
            "never": never,
            "worths": [
                {
                    "type": each.type,
                    "found": each.found.to_json(),
                    "document": each.document,
                    "seen": each.seen,
                }
                for each in worths.types
            ],
            "firstMove": None if worths.first_move is None else worths.first_move.to_json(),
            "squares": {name: self.squares[name] for name in match.engine.board.book.geometry.names},
            "endings": [
                {
                    "reason": reason,
                    "winner": None if winner == UNFINISHED else winner,
                    "games": count,
                    "share": round(count / number, 5),
                }
                for (reason, winner), count in sorted(
                    self.endings.items(), key=lambda item: (-item[1], str(item[0]))
                )
            ],
            "typical": typical,
            "strange": strange,
        }

    @property
    def _plies(self) -> int:
        return sum(length * count for length, count in self.lengths.items())

    def _length(self) -> shapes.BalanceLength:
        lengths = sorted(self.lengths.elements()) or [0]
        return {
            "shortest": lengths[0],
            "median": median(lengths),
            "mean": round(self._plies / max(1, self.number), 2),
            "longest": lengths[-1],
        }

    def _rules(self, match: Match) -> tuple[list[shapes.BalanceRule], list[str]]:
        """All rules of the program, and others that fired; and those that never did."""
        own = {rule.id for rule in match.program.rules}
        number = max(1, self.number)
        rules: list[shapes.BalanceRule] = [
            {"rule": rule, "fired": self.fired[rule], "games": round(self.fired_in[rule] / number, 5)}
            for rule in sorted(own | self.fired.keys(), key=lambda rule: (-self.fired[rule], rule))
        ]
        return rules, sorted(own - self.fired.keys())
