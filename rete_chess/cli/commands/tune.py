"""`rete-chess tune`: worths of pieces that predict results, or settings that make a variant fair."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import click

from rete_chess.cli.options.balance import Series, players_option, series_options
from rete_chess.cli.options.common import GameChoice, variant_options
from rete_chess.cli.views.output import Output, output_option

if TYPE_CHECKING:
    from rete_chess.balance.plan import Contest


@click.command("tune")
@variant_options
@players_option("search:200n")
@series_options(400)
@click.option(
    "--setting",
    "texts",
    metavar="KEY=LOW..HIGH",
    multiple=True,
    help="A setting of a preset in force and what it may be: hp=1..5 or piece-hp.hp=1,3,5. May be repeated.",
)
@output_option
def command(game: GameChoice, players: str, series: Series, texts: tuple[str, ...], out: Output) -> None:
    """Find worths of pieces that predict results, or settings that are fair.

    Without --setting it plays games, and tells which worths of the pieces predict their results best. With
    it, all combinations of settings run a race: those that are surely further from fair than the best drop
    out, the others play on, up to --games of each.
    """
    from rete_chess.balance.plan import Plan
    from rete_chess.balance.tune import race, tuned_settings, tuned_values

    settings = _combinations(texts)
    contests = [_contest(game, players, each) for each in settings]
    plan = Plan(tuple(contests), series.seed, series.opening, series.longest)
    name = f"{game.program.id}.tune"
    if texts:
        store, counted = series.play(plan, name, out, race)
        answer: dict[str, Any] = {"settings": tuned_settings(store, counted, settings)}
    else:
        store, counted = series.play(plan, name, out)
        answer = {"worths": tuned_values(store, counted[0])}
    answer = {"variant": game.program.id, "games": sum(counted), "seed": series.seed, **answer}
    if not out.is_json:
        from rete_chess.cli.views.balance import show_tuned

        show_tuned(answer, out.screen)
    out.answer(answer)


def _combinations(texts: tuple[str, ...]) -> list[dict[str, Any]]:
    from rete_chess.balance.settings import demand_few, parse_config

    axes = [parse_config(text) for text in texts]
    demand_few(axes)
    return [dict(zip((axis.key for axis in axes), values)) for values in product(*(a.values for a in axes))]


def _contest(choice: GameChoice, players: str, settings: dict[str, Any]) -> Contest:
    from rete_chess.balance.plan import Contest
    from rete_chess.balance.settings import with_settings

    choice.engine()  # warnings, and errors of the position
    program = with_settings(choice.program, settings) if settings else choice.program
    told = " ".join(f"{key}={value}" for key, value in settings.items())
    return Contest.of(
        program,
        (players, players),
        name=f"{program.id} {told}".strip(),
        fen=choice.start,
        chess960=choice.chess960,
    )
