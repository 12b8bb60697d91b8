"""`rete-chess tournament`: players against players, over one variant or several."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Any

import click

from rete_chess.cli.options.balance import Series, series_options
from rete_chess.cli.options.common import budget_option
from rete_chess.cli.views.output import Output, output_option
from rete_chess.errors import ReteChessError

if TYPE_CHECKING:
    from rete_chess.balance.plan import Contest


def _engines(ctx: click.Context, param: click.Parameter, texts: tuple[str, ...]) -> dict[str, str]:
    """Engines of others by name: `NAME=COMMAND LINE`."""
    found: dict[str, str] = {}
    for text in texts:
        name, _, command = text.partition("=")
        if not name.isidentifier() or not command.strip() or name in found:
            raise click.BadParameter(f"{text[:60]!r} is no NAME=COMMAND of another engine", ctx, param)
        found[name] = command
    return found


def _adjudication(ctx: click.Context, param: click.Parameter, text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    lead, _, plies = text.partition(",")
    if not (lead.isdigit() and plies.isdigit() and 0 < int(lead) <= 3000 and 0 < int(plies) <= 1000):
        raise click.BadParameter(f"{text[:60]!r} is no LEAD,HALF-MOVES such as 1000,10", ctx, param)
    return int(lead), int(plies)


@click.command("tournament")
@click.argument("variants", nargs=-1)
@click.option(
    "--player",
    "players",
    metavar="P",
    multiple=True,
    help="Who takes part: random, greedy, search:200n, or NAME:200n of an --engine. At least two.",
)
@click.option(
    "--engine",
    "engines",
    metavar="NAME=COMMAND",
    multiple=True,
    callback=_engines,
    help="A UCI engine of others by its command line. May be repeated.",
)
@click.option(
    "--adjudicate",
    "adjudication",
    metavar="LEAD,N",
    callback=_adjudication,
    help="Give a game to who leads by LEAD hundredths of a pawn for N half-moves. [off]",
)
@series_options(100)
@budget_option
@output_option
def command(
    variants: tuple[str, ...],
    players: tuple[str, ...],
    engines: dict[str, str],
    adjudication: tuple[int, int] | None,
    series: Series,
    out: Output,
) -> None:
    """Let players play against each other, and tell how strong each is.

    VARIANTS are ids or files; without any it is chess. Everybody plays everybody, in pairs of games with the
    same opening and the sides swapped; --games is the number for two players and one variant.
    """
    from rete_chess.balance.plan import Plan, demand_player
    from rete_chess.balance.run import play_plan
    from rete_chess.balance.tournament import tournament_report

    if len(set(players)) < 2:
        raise click.UsageError("a tournament needs two players or more, each named by --player")
    try:
        entered = list(dict.fromkeys(demand_player(text, engines) for text in players))
    except ReteChessError as error:
        raise click.BadParameter(str(error), param_hint="'--player'") from None
    contests = [found for name in variants or ("chess",) for found in _contests(name, entered)]
    plan = Plan(
        tuple(contests),
        series.seed,
        series.opening,
        series.longest,
        adjudication=adjudication,
        engines=engines,
    )
    play = partial(play_plan, until=series.until, of_first=True)
    store, counted = series.play(plan, "tournament", out, play)
    report = tournament_report(store, counted)
    if not out.is_json:
        from rete_chess.cli.views.balance import show_tournament

        show_tournament(report, out.screen)
    out.answer(report)


def _contests(variant: str, players: list[str]) -> list[Contest]:
    """The contests of a variant: every two players once."""
    from rete_chess.balance.plan import Contest
    from rete_chess.cli.options.common import GameChoice

    choice = GameChoice(variant)
    choice.engine()
    program: Any = choice.program
    return [
        Contest.of(program, pair, name=f"{program.id}: {pair[0]} against {pair[1]}")
        for pair in combinations(players, 2)
    ]
