"""`rete-chess bench balance`: how many games a second processes and clusters play."""

from __future__ import annotations

from typing import Any

import click

from rete_chess.cli.views.output import Output, output_option


@click.command("balance")
@click.option("--games", metavar="N", type=click.IntRange(2, 100_000), default=60, help="Of a turn. [60]")
@click.option("--rounds", metavar="N", type=click.IntRange(1, 100), default=3, help="Turns of each. [3]")
@click.option(
    "--processes", metavar="N", type=click.IntRange(2, 4096), default=2, help="How many play at once. [2]"
)
@click.option("--variant", metavar="V", default="chess", help="What is played. [chess]")
@click.option("--players", metavar="P", default="search:100n", help="Who plays. [search:100n]")
@output_option
def command(games: int, rounds: int, processes: int, variant: str, players: str, out: Output) -> None:
    """Measure how many games a second are played.

    One process, several, and as many workers of dask.distributed, if that is installed, play the same games
    in turns, by the clock. The machine must have nothing else to do, and as many cores.
    """
    from rete_chess.bench.throughput import measure_throughput

    found = measure_throughput(variant, players, games, rounds, processes)
    report: dict[str, Any] = {
        "variant": variant,
        "players": players,
        "processes": processes,
        "games_per_second": {
            "one": round(found.one, 3),
            "pool": round(found.pool, 3),
            "dask": None if found.dask is None else round(found.dask, 3),
        },
        "gain": round(found.gain, 3),
        "dask_share": None if found.share is None else round(found.share, 3),
    }
    if not out.is_json:
        out.screen.say(f"one process:     {found.one:8.2f} games a second")
        out.screen.say(f"{processes} processes:     {found.pool:8.2f} games a second, {found.gain:.2f} times")
        if found.dask is not None and found.share is not None:
            share = f"{found.share:.2f} of the processes"
            out.screen.say(f"{processes} dask workers:  {found.dask:8.2f} games a second, {share}")
    out.answer(report)
