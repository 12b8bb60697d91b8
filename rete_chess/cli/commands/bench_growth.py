"""`rete-chess bench growth`: how the time of a half-move grows with what a game has."""

from __future__ import annotations

from typing import Any

import click

from rete_chess.cli.views.output import Output, output_option


@click.command("growth")
@click.option("--plies", metavar="N", type=click.IntRange(4), default=100, help="Half-moves of each. [100]")
@click.option("--only", metavar="TEXT", default="", help="Only the rows with TEXT in their name.")
@output_option
def command(plies: int, only: str, out: Output) -> None:
    """Measure how half-moves grow dearer with more rules, auras, files, presets and longer games.

    Times are CPU time. The exponent is the power of the size with which the time of a half-move grows: 1 is
    as much as what is counted, above it a row grows faster.
    """
    from rete_chess.bench.growth import growth_rows, measured

    report: list[dict[str, Any]] = []
    for row in [row for row in growth_rows() if only in row.name]:
        with out.screen.status(row.name):
            report += measured(row, plies)
    for found in report:
        points = ", ".join(f"{point['size']}: {point['microseconds']:,.0f}" for point in found["points"])
        out.screen.say(
            f"{found['name']:20} {found['network']:8} exponent {found['exponent']:5.2f}   us by size {points}"
        )
    out.answer({"rows": report})
