"""The worth of pieces as results show it: results regressed on material, in pawns of the documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from rete_chess.balance.observing import HELD
from rete_chess.balance.regression import Fit, Row, fit
from rete_chess.balance.run import points_of
from rete_chess.balance.statistics import Interval, Z
from rete_chess.match.players.evaluation import IN_HAND, PAWN, evaluation_of

if TYPE_CHECKING:
    from rete_chess.compiler import Program
    from rete_chess.serial.shapes import BalanceGame

#: Half-moves for which material must stay as it is: exchanges are looked at when they are over.
QUIET: Final = 3
#: Games that are looked at, so that memory stays as it is however many there are.
MOST_GAMES: Final = 10_000
#: Positions in which one side must have more of a type before something is said of it.
LEAST_SEEN: Final = 10
#: Standard deviations by which more material must win more often.
DOUBT: Final = 3.0


class Worth(NamedTuple):
    """A type of piece: its worth by results, by its document, and how often it made a difference."""

    type: str
    found: Interval
    document: float
    seen: int


class Worths(NamedTuple):
    """The worths of all types, dearest first, what it is worth to be White, and all of it as a fit."""

    types: list[Worth]
    first_move: Interval | None
    fit: Fit
    names: list[str]  # of the types, in the order of the fit, behind what it is worth to be White


def worths_of(games: Iterable[BalanceGame], program: Program) -> Worths:
    """What games say about the worth of pieces; nothing of those that hardly ever made a difference."""
    positions = [each for game, _ in zip(games, range(MOST_GAMES)) for each in quiet_positions(game)]
    seen = Counter(name for balance, _, _ in positions for name, value in balance.items() if value)
    names = sorted(name for name, count in seen.items() if count >= LEAST_SEEN)
    if not names:
        return Worths([], None, Fit([], []), [])
    rows = [
        Row((1.0, *(float(balance.get(name, 0)) for name in names)), points, pair)
        for balance, points, pair in positions
    ]
    found = fit(rows)
    documents = _documents(program)
    own = [documents.get(name, 0.0) for name in names]
    counts = [seen[name] for name in names]
    if not _decides(found, own, counts):
        return Worths([], None, found, names)
    scale = _scale(found, own, counts)

    def interval(place: int) -> Interval:
        value = scale * found.values[place]
        spread = Z * abs(scale) * found.error([float(each == place) for each in range(len(names) + 1)])
        return Interval(value, value - spread, value + spread)

    worths = [
        Worth(name, interval(place), documents.get(name, 0.0), seen[name])
        for place, name in enumerate(names, start=1)
    ]
    return Worths(sorted(worths, key=lambda each: (-each.found.value, each.type)), interval(0), found, names)


def quiet_positions(game: BalanceGame) -> Iterator[tuple[dict[str, int], float, int]]:
    """The balances of a game that lasted a while, each with White's points and the number of the pair."""
    points = points_of(game)
    if points is None:
        return
    balance: dict[str, int] = {}
    changes = game["material"]
    plies = sorted({change[0] for change in changes} | {0})
    for ply, until in zip(plies, [*plies[1:], len(game["moves"]) + 1]):
        balance = {**balance, **{name: value for at, name, value in changes if at == ply}}
        if until - ply >= QUIET:
            yield balance, points, game["game"] // 2


def _documents(program: Program) -> Mapping[str, float]:
    """The worth of each type in pawns as players take it."""
    pawns = evaluation_of(program).worths.pawns
    types = program.book.types
    held = {types[index] + HELD: value * IN_HAND / PAWN for index, value in enumerate(pawns)}
    return {**{types[index]: float(value) for index, value in enumerate(pawns)}, **held}


def _decides(found: Fit, documents: list[float], seen: list[int]) -> bool:
    """Whether who has more material wins more often, beyond doubt: else there is nothing to measure by."""
    weights = [0.0, *(count * value for count, value in zip(seen, documents))]
    total = sum(weight * value for weight, value in zip(weights, found.values))
    return total > DOUBT * found.error(weights)


def _scale(found: Fit, documents: list[float], seen: list[int]) -> float:
    """By what coefficients are multiplied so that they come nearest to the documents, common types first."""
    squares = sum(count * value**2 for count, value in zip(seen, found.values[1:]))
    both = sum(count * value * own for count, value, own in zip(seen, found.values[1:], documents))
    return both / squares if squares and both > 0 else 1.0
