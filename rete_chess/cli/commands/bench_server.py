"""`rete-chess bench server`: a server under load on this machine, or killed while people play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click

from rete_chess.cli.views.output import Output, output_option

if TYPE_CHECKING:
    from rich.table import Table

#: What is measured unless something is named.
_USUAL: Final = ("load", "limit", "idle", "peace")
#: How much less is measured in a hurry.
_QUICK: Final = {"rooms": 40, "rate": 20.0, "seconds": 5.0, "idle": 50, "kills": 5}


@click.command("server")
@click.option("--rooms", metavar="N", type=click.IntRange(1, 5_000), help="Rooms with two players. [500]")
@click.option("--rate", metavar="N", type=click.FloatRange(0.1, 10_000), help="Moves a second. [250]")
@click.option("--seconds", metavar="N", type=click.FloatRange(1, 600), help="For how long. [60]")
@click.option("--idle", metavar="N", type=click.IntRange(1, 5_000), help="Rooms that only wait. [2000]")
@click.option(
    "--kills", metavar="N", type=click.IntRange(1, 10_000), help="Kill the server so often instead."
)
@click.option("--mix", multiple=True, metavar="VARIANT", help="What is played, such as chess+piece-hp.")
@click.option("--store", metavar="FILE|URL", help="Where rooms are kept; a file that is gone afterwards.")
@click.option("--workers", metavar="N", type=click.IntRange(1, 64), help="Processes that hold rooms.")
@click.option("--only", multiple=True, type=click.Choice(_USUAL), help="Only this; several can be named.")
@click.option("--quick", "is_quick", is_flag=True, help="Fewer rooms and moves, less time.")
@output_option
@click.pass_context
def command(ctx: click.Context, /, only: tuple[str, ...], is_quick: bool, out: Output, **asked: Any) -> None:
    """Measure a server with many rooms, on this machine alone.

    Times go from the send of a move to the receipt of both players. Rows: moves at a steady rate, moves as
    fast as the machine can, rooms in which nothing happens, quiet rooms while another one is attacked. With
    --kills the server is killed again and again while people play, and all that they were told is held
    against its logs. The exit code is 1 if there was any error.
    """
    try:
        from rete_chess.bench.server.rows import Plan, measure_row
    except ModuleNotFoundError as error:
        if str(error.name).partition(".")[0] != "websockets":
            raise
        raise click.ClickException("websockets is missing: pip install 'rete-chess[server]'") from error

    named = {name: value for name, value in asked.items() if value not in (None, ())}
    plan = Plan(**{**(_QUICK if is_quick else {}), **named})
    report: dict[str, Any] = {}
    for name in ("kills",) if asked["kills"] else only or _USUAL:
        with out.screen.status(name):
            report[name] = measure_row(name, plan)
        if not out.is_json:
            out.screen.print(_table(name, report[name]))
    out.answer(report)
    if any(row.get("errors") for row in report.values()):
        ctx.exit(1)


def _table(name: str, row: dict[str, Any]) -> Table:
    """The figures of a row, one in a line."""
    from rich.table import Table

    table = Table(title=name, title_justify="left", title_style="bold", box=None, show_header=False)
    for key, value in row.items():
        if isinstance(value, dict):
            for inner, figures in value.items():
                table.add_row(f"{key}: {inner}", _text(figures))
        elif value not in ([], None):
            table.add_row(key, _text(value))
    return table


def _text(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {inner:g}" for key, inner in value.items())
    if isinstance(value, list):
        return "\n".join(map(str, value))
    return (
        f"{value:,g}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else str(value)
    )
