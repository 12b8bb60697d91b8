"""What the commands share that play many games: how many, by whom, where they are kept, who works."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import click

from rete_chess.cli.options.players import seed_option
from rete_chess.errors import ReteChessError

if TYPE_CHECKING:
    from rete_chess.balance.plan import Plan
    from rete_chess.balance.pool import Workers
    from rete_chess.balance.store import Store
    from rete_chess.cli.views.output import Output

#: What the options below become together.
KEYS: Final = ("games", "until", "opening", "longest", "seed", "resume", "workers", "cluster")


#: What plays a plan, such as `play_plan`.
Play = Callable[..., "list[int]"]


@dataclass(frozen=True)
class Series:
    """Many games as the command line asks for them."""

    games: int
    until: float | None
    opening: int
    longest: int
    seed: int
    resume: str | None
    workers: int | None
    cluster: str | None

    def play(self, plan: Plan, name: str, out: Output, play: Play | None = None) -> tuple[Store, list[int]]:
        """Play what the plan lacks, with a progress bar; the store, and how many games of each count."""
        from functools import partial

        from rete_chess.balance.run import play_plan
        from rete_chess.cli.views.output import series_bar

        play = play or partial(play_plan, until=self.until)
        store = self.store(plan, name, out)
        try:
            with self._working(plan) as workers, series_bar() as progress:
                counted = play(store, workers, self.games, progress=progress)
        except BaseException:
            store.close()
            if self.resume is None:
                click.echo(f"the games so far are kept: go on with --resume {store.path}", err=True)
            raise
        store.close()
        return store, counted

    def store(self, plan: Plan, name: str, out: Output) -> Store:
        """Where the games are kept: the file that is named, or a new one in the current folder."""
        from rete_chess.balance.store import Store, free_name

        if self.resume is not None:
            return Store.resume(self.resume, plan)
        store = Store.begin(free_name(name), plan)
        if not out.is_json:
            click.echo(f"games are kept in {store.path}", err=True)
        return store

    @contextmanager
    def _working(self, plan: Plan) -> Iterator[Workers]:
        """Who plays: processes of this machine, or a cluster."""
        from rete_chess.balance.pool import Pool

        workers: Workers
        if self.cluster is None:
            workers = Pool(plan, self.workers)
        else:
            from rete_chess.balance.cluster import Cluster

            workers = Cluster(plan, self.cluster, self.workers)
        try:
            yield workers
        finally:
            workers.close()


def series_options(games: int) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add the options of many games; the command receives a `Series` as `series`."""

    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        @click.option(
            "--games",
            metavar="N",
            type=click.IntRange(2, 10_000_000),
            default=games,
            help=f"How many of each, an even number. [{games}]",
        )
        @click.option(
            "--until",
            metavar="P%",
            callback=lambda ctx, param, text: None if text is None else _share(text),
            help="Stop as soon as the score is known to within P percent either way.",
        )
        @click.option(
            "--opening",
            metavar="N",
            type=click.IntRange(0, 40),
            default=4,
            help="Random half-moves at the beginning of a game. [4]",
        )
        @click.option(
            "--longest",
            metavar="N",
            type=click.IntRange(1, 100_000),
            default=600,
            help="Half-moves after which a game is left unfinished. [600]",
        )
        @seed_option
        @click.option(
            "--resume",
            metavar="FILE",
            help="Keep games in FILE, and go on where it ends. [a new file in this folder]",
        )
        @click.option(
            "--workers", metavar="N", type=click.IntRange(1, 4096), help="Processes. [one for each core]"
        )
        @click.option(
            "--cluster",
            metavar="ADDRESS",
            help="Let workers of dask.distributed play: local, or such as tcp://host:8786.",
        )
        @functools.wraps(command)
        def with_series(*args: Any, **given: Any) -> Any:
            return command(*args, series=Series(**{key: given.pop(key) for key in KEYS}), **given)

        return with_series

    return add


def _share(text: str) -> float:
    """A share such as `2%`."""
    try:
        share = float(text.removesuffix("%")) / 100
    except ValueError:
        share = 0.0
    if not 0 < share < 1:
        raise click.BadParameter(f"{text[:60]!r} is no share, expected such as 2%", param_hint="'--until'")
    return share


def players_option(default: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add `--players` for equal players; the text is kept."""

    def checked(ctx: click.Context, param: click.Parameter, text: str) -> str:
        from rete_chess.balance.plan import demand_player

        try:
            return demand_player(text)
        except ReteChessError as error:
            raise click.BadParameter(str(error), ctx, param) from None

    return click.option(
        "--players",
        metavar="P",
        default=default,
        callback=checked,
        help=f"Who plays on both sides: random, greedy, search:200n, search:3d. [{default}]",
    )
