"""What would be better: worths of pieces that predict results, and settings that make a variant fair.

Settings run a race: all of them play a few games, those that are surely further from fair than the best drop
out, and the others play twice as many.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rete_chess.balance.games import fresh_match
from rete_chess.balance.pool import Workers
from rete_chess.balance.regression import Row, chance, fit
from rete_chess.balance.run import Progress, play_plan, points_of
from rete_chess.balance.statistics import Pairs, sure_of
from rete_chess.balance.store import Store
from rete_chess.balance.worths import Worths, quiet_positions, worths_of

if TYPE_CHECKING:
    from rete_chess.serial import shapes

#: Games of each setting in the first round.
FIRST: Final = 20
#: Standard deviations by which a setting must be further from fair than the best to drop out.
SURELY: Final = 2.6
#: How often it is drawn which setting is the fairest.
DRAWS: Final = 20_000
#: White's score this near to one half is called fair.
FAIR: Final = 0.02


# -- worths of pieces -------------------------------------------------------------------------------


def tuned_values(store: Store, counted: int) -> shapes.TunedValues:
    """The worths of pieces that predict the results of games best, and how much better than documents do."""
    program = fresh_match(store.plan.terms(0), 0).program
    worths = worths_of(store.games(0, counted), program)
    values: list[shapes.TunedValue] = []
    for place, worth in enumerate(worths.types):
        below = worths.types[place + 1] if place + 1 < len(worths.types) else None
        values.append(
            {
                "type": worth.type,
                "found": worth.found.to_json(),
                "document": worth.document,
                "seen": worth.seen,
                "above": None if below is None else round(_above(worths, worth.type, below.type), 4),
            }
        )
    tuned, own = _surprise(store, counted, {worth.type: worth.document for worth in worths.types})
    return {
        "values": values,
        "firstMove": None if worths.first_move is None else worths.first_move.to_json(),
        "surprise": {"tuned": tuned, "documents": own},
    }


def _above(worths: Worths, one: str, other: str) -> float:
    """The chance that a type is worth more than another in truth."""
    weights = [0.0, *(float(name == one) - float(name == other) for name in worths.names)]
    found = sum(weight * value for weight, value in zip(weights, worths.fit.values))
    return sure_of(found, worths.fit.error(weights))


def _surprise(store: Store, counted: int, documents: Mapping[str, float]) -> tuple[float, float]:
    """How many bits a result tells who knows the material: by worths that were tuned on other games, and by
    those of the documents."""
    names = sorted(documents)
    halves: list[list[Row]] = [[], []]
    own: list[list[Row]] = [[], []]
    for game in store.games(0, counted):
        for balance, points, pair in quiet_positions(game):
            given = (1.0, *(float(balance.get(name, 0)) for name in names))
            halves[pair % 2].append(Row(given, points, pair))
            total = sum(documents[name] * each for name, each in zip(names, given[1:]))
            own[pair % 2].append(Row((1.0, total), points, pair))
    if not all(halves):
        return 0.0, 0.0
    return _bits(halves), _bits(own)


def _bits(halves: Sequence[Sequence[Row]]) -> float:
    """The mean surprise of each half for who has learned from the other."""
    total = 0.0
    for learned, asked in (halves, halves[::-1]):
        values = fit(learned).values
        for row in asked:
            expected = min(1 - 1e-9, max(1e-9, chance(values, row.given)))
            total -= row.points * math.log2(expected) + (1 - row.points) * math.log2(1 - expected)
    return round(total / sum(map(len, halves)), 5)


# -- settings ---------------------------------------------------------------------------------------


class Runner(NamedTuple):
    """A setting in the race."""

    contest: int
    pairs: Pairs

    @property
    def distance(self) -> float:
        """How far from fair."""
        return abs(self.pairs.mean - 0.5)


def race(
    store: Store,
    workers: Workers,
    games: int,
    progress: Callable[[Progress], None] = lambda progress: None,
) -> list[int]:
    """Let the contests of a plan race for the fairest; how many games of each were played."""
    alive = list(range(len(store.plan.contests)))
    counted = [0] * len(alive)
    number = min(FIRST, games)
    while True:
        play_plan(store, workers, number, progress=progress, only=alive)
        for contest in alive:
            counted[contest] = number + number % 2
        if number >= games:
            return counted
        runners = [Runner(contest, pairs_of(store, contest, counted[contest])) for contest in alive]
        best = min(runners, key=lambda each: (each.distance, each.contest))
        alive = [each.contest for each in runners if not _is_beaten(each, best)]
        number = min(2 * number, games) if len(alive) > 1 else games


def _is_beaten(runner: Runner, best: Runner) -> bool:
    spread = math.hypot(runner.pairs.error, best.pairs.error)
    return runner.distance - best.distance > SURELY * spread


def pairs_of(store: Store, contest: int, counted: int) -> Pairs:
    """The pairs of the games of a contest that count."""
    points = {game["game"]: points_of(game) for game in store.games(contest, counted)}
    found = Pairs()
    for number in range(0, counted, 2):
        first, second = points.get(number), points.get(number + 1)
        if first is not None and second is not None:
            found.add(first + second)
    return found


def tuned_settings(
    store: Store, counted: Sequence[int], settings: Sequence[dict[str, Any]]
) -> list[shapes.TunedSetting]:
    """All settings, the likeliest to be the fairest first, and how sure that is."""
    runners = [Runner(number, pairs_of(store, number, games)) for number, games in enumerate(counted)]
    likely = _chances(runners)
    found: list[shapes.TunedSetting] = []
    for runner in runners:
        error = runner.pairs.error
        off = runner.pairs.mean - 0.5
        found.append(
            {
                "settings": settings[runner.contest],
                "games": 2 * runner.pairs.number,
                "score": runner.pairs.interval().to_json(),
                "fairest": round(likely[runner.contest], 4),
                "fair": round(sure_of(FAIR - off, error) - sure_of(-FAIR - off, error), 4),
            }
        )
    return sorted(found, key=lambda each: (-each["fairest"], abs(each["score"][0] - 0.5)))


def _chances(runners: Sequence[Runner]) -> list[float]:
    """How likely each is to be the fairest in truth; ties are shared by who comes first by chance."""
    random = Random(0)
    wins = [0] * len(runners)
    for _ in range(DRAWS):
        drawn = [abs(random.gauss(each.pairs.mean, each.pairs.error) - 0.5) for each in runners]
        wins[drawn.index(min(drawn))] += 1
    return [count / DRAWS for count in wins]
