"""`rete-chess selfplay`: games between players without people, and their figures."""

from __future__ import annotations

import time
from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from rete_chess.cli.options.common import GameChoice, variant_options
from rete_chess.cli.options.players import make_player, player_option, seed_option
from rete_chess.cli.views.output import Output, output_file, output_option, progress_bar

if TYPE_CHECKING:
    from rete_chess.match import Match


@click.command("selfplay")
@variant_options
@click.option("--games", metavar="N", type=click.IntRange(1, 100_000), default=10, help="How many. [10]")
@player_option("white", "random")
@player_option("black", "random")
@click.option(
    "--longest", metavar="N", type=click.IntRange(1), default=600, help="Half-moves of a game. [600]"
)
@click.option("--pgn", metavar="FILE", help="Write the games as PGN, too.")
@seed_option
@output_option
def command(
    game: GameChoice,
    games: int,
    white: str,
    black: str,
    longest: int,
    pgn: str | None,
    seed: int,
    out: Output,
) -> None:
    """Let players play games against each other.

    Players are random, greedy, search, search:2s (seconds a move), search:500n (positions a move)
    and search:4d (half-moves deep). The same seed plays the same games, unless time is the limit.
    JSON holds every game under `played`, with its moves and its result.
    """
    from rete_chess.match.selfplay import play_games, summary

    def write(match: Match) -> None:
        if file is not None:
            from rete_chess.io import format_pgn

            number = str(next(numbers))
            print(format_pgn(match, {"Round": number, "White": white, "Black": black}), file=file)

    numbers = iter(range(1, games + 1))
    start = time.perf_counter()
    with (
        nullcontext() if pgn is None else output_file(pgn) as file,
        progress_bar("games", games) as progress,
    ):
        played = play_games(
            game.program,
            [partial(make_player, white), partial(make_player, black)],
            games,
            seed,
            fen=game.start,
            chess960=game.chess960,
            network=game.network or "native",
            longest=longest,
            progress=progress,
            finished=write,
        )
    report = {
        "variant": game.program.id,
        "presets": [use.id for use in game.program.presets],
        "players": {"white": white, "black": black},
        "seed": seed,
        **summary(played),
        "seconds": round(time.perf_counter() - start, 3),
    }
    if out.is_json:
        out.answer({**report, "played": [each.to_json() for each in played]})
    else:
        _show(report, out)


def _show(report: dict[str, Any], out: Output) -> None:
    from rich import box
    from rich.table import Table

    players, length = report["players"], report["length"]
    table = Table(show_header=False, box=box.SIMPLE)
    table.add_row(f"White, {players['white']}", str(report["white"]))
    table.add_row(f"Black, {players['black']}", str(report["black"]))
    table.add_row("draws", str(report["draws"]))
    if report["unfinished"]:
        table.add_row("unfinished", str(report["unfinished"]))
    for ending, count in report["endings"].items():
        table.add_row(f"  {ending}", str(count), style="dim")
    table.add_row("half-moves", f"{length['shortest']} to {length['longest']}, median {length['median']}")
    table.add_row("rule firings a game", f"{report['firings_per_game']:g}")
    table.add_row("time", f"{report['seconds']:.1f} s, {report['games'] / report['seconds']:.2f} games/s")
    out.screen.print(table)
