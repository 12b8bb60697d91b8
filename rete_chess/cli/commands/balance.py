"""`rete-chess balance`: many games between equal players, and what they say about a variant."""

from __future__ import annotations

import dataclasses
from itertools import product
from typing import TYPE_CHECKING, Any

import click

from rete_chess.cli.options.balance import Series, players_option, series_options
from rete_chess.cli.options.common import GameChoice, variant_options
from rete_chess.cli.views.output import Output, demand_output, output_file, output_option

if TYPE_CHECKING:
    from rete_chess.balance.plan import Contest


@click.command("balance")
@variant_options
@click.argument("others", nargs=-1)
@players_option("search:200n")
@series_options(200)
@click.option(
    "--config",
    "configs",
    metavar="KEY=A,B,C",
    multiple=True,
    help="Compare settings of presets in force: hp=1,2,3 or piece-hp.hp=1,2,3. May be repeated.",
)
@click.option("--report", metavar="FILE", help="Write the report as a page of HTML, too.")
@output_option
def command(
    game: GameChoice,
    others: tuple[str, ...],
    players: str,
    series: Series,
    configs: tuple[str, ...],
    report: str | None,
    out: Output,
) -> None:
    """Play many games between equals, and say whether it is fair.

    Games begin with random half-moves, two with each opening. Further VARIANTs are compared with the first,
    with the same options. Every game is kept in a file as soon as it is over: after a break, the same
    command with --resume FILE goes on. The same seed plays the same games, however many processes play.
    """
    from rete_chess.balance.plan import Plan
    from rete_chess.balance.report import balance_report

    if report is not None:
        demand_output(report)
    choices = [game, *(dataclasses.replace(game, variant=name) for name in others)]
    contests = [found for choice in choices for found in _contests(choice, players, configs)]
    plan = Plan(tuple(contests), series.seed, series.opening, series.longest)
    store, counted = series.play(plan, f"{contests[0].name.split()[0]}.balance", out)
    found = balance_report(store, counted, series.games)
    if not out.is_json:
        from rete_chess.cli.views.balance import show_report

        show_report(found, out.screen)
    if report is not None:
        from rete_chess.balance.page import page_of

        with output_file(report) as file:
            file.write(page_of(found))
    out.answer(found)


def _contests(choice: GameChoice, players: str, configs: tuple[str, ...]) -> list[Contest]:
    """The contests of a variant: one for each way to choose the settings that are compared."""
    from rete_chess.balance.plan import Contest
    from rete_chess.balance.settings import demand_few, parse_config, with_settings

    choice.engine()  # warnings, and errors of the position
    base = choice.program
    axes = [parse_config(text) for text in configs]
    demand_few(axes)
    found = []
    for values in product(*(axis.values for axis in axes)):
        settings: dict[str, Any] = {axis.key: value for axis, value in zip(axes, values)}
        program = with_settings(base, settings) if settings else base
        told = " ".join(f"{key}={value}" for key, value in settings.items())
        found.append(
            Contest.of(
                program,
                (players, players),
                name=f"{base.id} {told}".strip(),
                fen=choice.start,
                chess960=choice.chess960,
            )
        )
    return found
