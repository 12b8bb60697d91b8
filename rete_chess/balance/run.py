"""A plan carried out: missing games are played, each is kept at once, and the first that suffice count.

Contests take turns, so that all of them come along while others are still being played.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from rete_chess.balance.pool import Job, Workers
from rete_chess.balance.statistics import Prefix
from rete_chess.balance.store import Store

if TYPE_CHECKING:
    from rete_chess.serial.shapes import BalanceGame

#: Pairs of games without which no interval is believed to be tight.
LEAST_PAIRS: Final = 25


class Progress(NamedTuple):
    """How far a plan has come: games of all contests that were played now, are there, are wanted."""

    played: int
    done: int
    wanted: int


#: The points of somebody in a game; None: it was broken off.
Points = Callable[["BalanceGame"], "float | None"]


class Running:
    """A contest while its games are played."""

    def __init__(self, store: Store, contest: int, games: int, until: float | None, points: Points) -> None:
        self.contest = contest
        self.store = store
        self._points = points
        self.prefix = Prefix(games + games % 2, until, LEAST_PAIRS)
        self.done = 0
        self._next = 0
        for game in store.games(contest, self.prefix.games):
            self.learn(game)

    def learn(self, game: BalanceGame) -> None:
        self.done += 1
        self.prefix.add(game["game"], self._points(game))

    def next_job(self) -> Job | None:
        """The next game that is wanted and not there, or None."""
        while self._next < self.prefix.wanted:
            number = self._next
            self._next += 1
            if not self.store.has(self.contest, number):
                return Job(self.contest, number)
        return None


def play_plan(
    store: Store,
    workers: Workers,
    games: int,
    until: float | None = None,
    progress: Callable[[Progress], None] = lambda progress: None,
    *,
    of_first: bool = False,
    only: Collection[int] | None = None,
) -> list[int]:
    """Play the games of each contest that the store of a plan lacks; how many games of each count.

    `until` is the half-width of the interval of White's score, or of the first player's, at which a contest
    ends early: on the shortest run of game numbers that is tight enough, so that it does not depend on who
    was first. Games that were played beyond it stay in the store. `only` chooses contests; else all play.
    """
    points = points_of_first if of_first else points_of
    contests = range(len(store.plan.contests)) if only is None else only
    all_running = [Running(store, each, games, until, points) for each in contests]
    jobs, in_play, played = _jobs(all_running), 0, 0

    def tell() -> None:
        wanted = sum(each.prefix.wanted for each in all_running)
        progress(Progress(played, min(wanted, sum(each.done for each in all_running)), wanted))

    tell()
    while True:
        while in_play < workers.capacity:
            job = next(jobs)
            if job is None:
                break
            workers.submit(job)
            in_play += 1
        if not in_play:
            break
        for game in workers.wait():
            in_play -= 1
            if store.add(game):
                played += 1
                next(each for each in all_running if each.contest == game["contest"]).learn(game)
        tell()
        if all(each.prefix.tight is not None for each in all_running):
            break  # what is still being played is not wanted
    store.settle()
    return [each.prefix.wanted for each in all_running]


def _jobs(all_running: list[Running]) -> Iterator[Job | None]:
    """The next job of the contests in turn; None while there is none, or no more."""
    while True:
        found = False
        for each in all_running:
            job = each.next_job()
            if job is not None:
                found = True
                yield job
        if not found:
            yield None


def points_of(game: BalanceGame) -> float | None:
    """The points of White: a game that was left unfinished is a draw; None: it was broken off."""
    if "failed" in game:
        return None
    result = game.get("result")
    if result is None or result["winner"] is None:
        return 0.5
    return float(result["winner"] == "white")


def points_of_first(game: BalanceGame) -> float | None:
    """The points of the first player of a contest, whichever side that had."""
    points = points_of(game)
    return 1 - points if points is not None and game["swapped"] else points
