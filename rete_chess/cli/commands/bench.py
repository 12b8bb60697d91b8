"""`rete-chess bench`: how fast the engine is, beside python-chess where that is installed."""

from __future__ import annotations

import platform
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from rete_chess.cli.commands import bench_balance, bench_growth, bench_meter, bench_server
from rete_chess.cli.views.output import Output, output_option

if TYPE_CHECKING:
    from rich.table import Table

    from rete_chess.bench.measurement import Measurement
    from rete_chess.bench.row import Row

#: Shorter turns are repeated: on a busy machine they would measure the neighbours.
LEAST_SECONDS: Final = 0.2


@click.group("bench", invoke_without_command=True)
@click.option("--rounds", metavar="N", type=click.IntRange(1, 1000), help="Turns of each. [5, or 3 if quick]")
@click.option(
    "--quick", "is_quick", is_flag=True, help="Fewer rounds, shorter games and turns, fewer starts."
)
@click.option("--only", metavar="TEXT", default="", help="Only the rows with TEXT in their name.")
@click.option("--max-depth", metavar="N", type=click.IntRange(1, 12), default=12, help="Limit of perft.")
@click.option("--plies", metavar="N", type=click.IntRange(1), help="Half-moves of random games in a round.")
@click.option(
    "--against",
    metavar="FOLDER",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Measure beside the rete_chess in FOLDER: another clone, or build/compiled.",
)
@click.option("--starts", metavar="N", type=click.IntRange(0, 100), help="Program starts to time; 0: none.")
@output_option
@click.pass_context
def command(
    ctx: click.Context,
    rounds: int | None,
    is_quick: bool,
    only: str,
    max_depth: int,
    plies: int | None,
    against: Path | None,
    starts: int | None,
    out: Output,
) -> None:
    """Measure the engine beside python-chess.

    Both take turns in one run, in CPU time. A ratio is their time over ours: above 1 we are faster.
    Beside plain games it is the share of their speed that rules leave, beside the same games with
    idle rules what those cost.
    """
    if ctx.invoked_subcommand is not None:
        return
    if against is not None:
        if not (against / "rete_chess" / "__init__.py").is_file():
            message = "no package rete_chess lies in it; name the folder above one"
            raise click.BadParameter(message, ctx, param_hint="--against")
        _compare(out, against, rounds or 5, plies or (400 if is_quick else 2_000), only)
        return
    from rete_chess.bench.hostile import measure_hostile
    from rete_chess.bench.python_chess import python_chess
    from rete_chess.bench.rows import Size, all_rows
    from rete_chess.bench.startup import measure_startup

    rival = python_chess()
    if rival is None:
        out.screen.say("python-chess is not installed: measuring alone.")
    size = Size(max_depth, plies or (5_000 if is_quick else 20_000))
    rows = [row for row in all_rows(rival, size) if only in row.name]
    if not rows:
        raise click.BadParameter(f"no row has {only!r} in its name", ctx, param_hint="--only")
    measured = _measure(out, rows, rounds or (3 if is_quick else 5), 0.0 if is_quick else LEAST_SECONDS)
    count = (3 if is_quick else 5) if starts is None else starts
    report = _report(measured, measure_startup(count), measure_hostile() if count else {})
    _show(out, report)
    out.answer(report)
    if report["findings"]:
        ctx.exit(1)


command.add_command(bench_server.command)
command.add_command(bench_growth.command)
command.add_command(bench_meter.command)
command.add_command(bench_balance.command)


def _compare(out: Output, other: Path, rounds: int, plies: int, only: str) -> None:
    """Show how this installation does beside another, row by row."""
    from rete_chess.bench.against import measure_against

    rows = []
    for pairing in measure_against(other.resolve(), rounds, plies, only):
        row = pairing.data
        rows.append(row)
        if row["ratio"] is None:
            out.screen.say(f"{row['name']:24} cannot be done by both")
            continue
        spread = f"{row['ratio_min']:.2f}-{row['ratio_max']:.2f}"
        differing = f", {row['differing']} of {rounds} rounds differ" if row["differing"] else ""
        out.screen.say(f"{row['name']:24} {row['ratio']:6.2f}x  {spread}{differing}")
    out.answer({"rows": rows})


def _measure(out: Output, rows: list[Row], rounds: int, least: float) -> list[Measurement]:
    from rete_chess.bench.measurement import measure

    measured = []
    for row in rows:
        with out.screen.status(row.name):
            measured.append(measure(row, rounds, least))
    return measured


def _report(
    measured: list[Measurement], startup: dict[str, float], hostile: dict[str, dict[str, Any]]
) -> dict[str, Any]:
    from rete_chess.resources import build

    disagreements = [found.disagreement for found in measured]
    return {
        "rows": [found.data() for found in measured],
        "startup": startup,
        "hostile": hostile,
        "python": platform.python_version(),
        "core": build(),
        "findings": [text for text in disagreements if text],
    }


def _show(out: Output, report: dict[str, Any]) -> None:
    screen = out.screen
    by_contender: dict[str | None, list[dict[str, Any]]] = {}
    for row in report["rows"]:
        by_contender.setdefault(row["contender"], []).append(row)
    for contender, rows in by_contender.items():
        screen.print(_table(contender, rows))
        screen.say("")
    screen.say(f"Python {report['python']}, {report['core']}; work per CPU second, median of the rounds.")
    starts = ", ".join(f"{name} {seconds * 1000:.0f} ms" for name, seconds in report["startup"].items())
    if starts:
        screen.say(f"Start-up: {starts}.")
    if report["hostile"]:
        slowest = max(found["seconds"] for found in report["hostile"].values())
        largest = max(found["megabytes"] for found in report["hostile"].values())
        screen.say(
            f"Hostile documents: {len(report['hostile'])} refused, the slowest in {slowest * 1000:.0f} ms, "
            f"the largest with {largest:.0f} MB."
        )
    for finding in report["findings"]:
        screen.complain(f"the counts differ: {finding}")


def _table(contender: str | None, rows: list[dict[str, Any]]) -> Table:
    from rich.table import Table

    title = f"ours against {contender}" if contender else "ours alone"
    table = Table(title=title, title_justify="left", title_style="bold", box=None, padding=(0, 2, 0, 0))
    table.add_column("measurement", no_wrap=True, min_width=22)
    for heading in ("work", "ours", "theirs", "ratio", "spread"):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(row["name"], f"{row['work']:,} {row['unit']}", *_figures(row))
    return table


def _figures(row: dict[str, Any]) -> tuple[str, ...]:
    ours = _rate(row["work"], row["ours_seconds"])
    if row["ratio"] is None:
        return (ours, "-", "-", "-")
    theirs = _rate(row["work"], row["theirs_seconds"])
    return (ours, theirs, f"{row['ratio']:.2f}x", f"{row['ratio_min']:.2f}-{row['ratio_max']:.2f}")


def _rate(work: int, seconds: float) -> str:
    """A rate as text: `1,234k/s`, or `12.3/s` for a slow one."""
    rate = work / max(seconds, 1e-6)
    return f"{rate:.1f}/s" if rate < 1000 else f"{rate / 1000:,.0f}k/s"
