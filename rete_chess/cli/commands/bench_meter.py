"""`rete-chess bench meter`: what it costs to count steps."""

from __future__ import annotations

from typing import Any

import click

from rete_chess.cli.views.output import Output, output_option


@click.command("meter")
@click.option(
    "--rounds", metavar="N", type=click.IntRange(3, 10_000), default=60, help="Pairs of turns. [60]"
)
@click.option("--only", multiple=True, metavar="VARIANT", help="Only this variant; several can be named.")
@click.option("--plies", metavar="N", type=click.IntRange(1), help="Half-moves of a turn.")
@output_option
def command(rounds: int, only: tuple[str, ...], plies: int | None, out: Output) -> None:
    """Measure games beside the same games of a package without a meter.

    Two processes play the same random games in turns, in CPU time; who goes first alternates. A ratio is the
    time with the meter over the time without, its median over all pairs of turns; the true median lies within
    the interval in 19 of 20 cases.
    """
    from rete_chess.bench.meter import VARIANTS, measure_meter

    report: dict[str, Any] = {}
    for share in measure_meter(rounds, only or VARIANTS, plies):
        low, high = share.interval
        report[share.variant] = {"ratio": round(share.median, 4), "interval": [round(low, 4), round(high, 4)]}
        if not out.is_json:
            out.screen.say(f"{share.variant}: {share.median:.4f} ({low:.4f} to {high:.4f}), {rounds} pairs")
    out.answer(report)
