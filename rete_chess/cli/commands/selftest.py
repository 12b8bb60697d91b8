"""`rete-chess selftest`: does this machine's network do what the other one does?"""

from __future__ import annotations

from typing import Any, Final

import click

from rete_chess.cli.options.common import NETWORKS
from rete_chess.cli.views.output import Output, output_option, progress_bar

#: What is done where nobody says how much.
STAGES: Final = 20_000
GAMES: Final = 25


@click.command("selftest")
@click.option(
    "--network", type=click.Choice(NETWORKS), default="durable", help="The network to test. [durable]"
)
@click.option("--stages", metavar="N", type=click.IntRange(1), help="Random stages on the bare network.")
@click.option("--games", metavar="N", type=click.IntRange(1), help="Random games of shipped rules.")
@click.option("--modifiers", metavar="N", type=click.IntRange(1), help="Random games of random modifiers.")
@click.option(
    "--seed", metavar="S", type=click.IntRange(0), default=0, help="Where the random numbers start."
)
@click.option("--seconds", metavar="T", type=click.FloatRange(0), help="Begin nothing more after that time.")
@output_option
@click.pass_context
def command(
    ctx: click.Context,
    network: str,
    stages: int | None,
    games: int | None,
    modifiers: int | None,
    seed: int,
    seconds: float | None,
    out: Output,
) -> None:
    """Test the networks against each other on random input.

    Random rules, facts and events, and random games with the shipped presets, are given to the
    network under test and to the native one, in processes of their own; every answer is compared,
    and every game is taken back to its start. Without a number, some of both.
    """
    from rete_chess.cli.commands.selftest_runs import Clock, run_games, run_stages

    if network == "durable":
        from rete_chess.network.durable import load_core

        load_core()  # says why, where it cannot be used
    if stages is None and games is None and modifiers is None:
        stages, games = STAGES, GAMES
    clock = Clock(seconds)
    report: dict[str, Any] = {"network": network, "seed": seed}
    report |= {"soak": None, "games": None, "modifiers": None}
    if stages is not None:
        with progress_bar("stages", stages) as progress:
            report["soak"] = run_stages(network, seed, stages, clock, progress)
    if games is not None:
        with progress_bar("games", games) as progress:
            report["games"] = run_games(network, seed, games, clock, progress)
    if modifiers is not None:
        with progress_bar("modifiers", modifiers) as progress:
            report["modifiers"] = run_games(network, seed, modifiers, clock, progress, "modifiers")
    report["seconds"] = clock.seconds
    parts = [part for part in (report["soak"], report["games"], report["modifiers"]) if part is not None]
    out.answer(report)
    if not out.is_json:
        _show(report, out)
    for finding in (text for part in parts for text in part["findings"]):
        from rete_chess.cli.guard import print_error

        print_error(finding)
    if any(part["mismatches"] or part["crashes"] for part in parts):
        ctx.exit(1)


def _show(report: dict[str, Any], out: Output) -> None:
    say = out.screen.say
    soak = report["soak"]
    if soak is not None:
        say(
            f"{soak['stages']:,} random stages of {soak['programs']} programs on the "
            f"{report['network']} network: {_verdict(soak)}; "
            f"memory {soak['rss_start_mb']:.0f} to {soak['rss_end_mb']:.0f} MB."
        )
    for what in ("games", "modifiers"):
        games = report[what]
        if games is not None:
            of = " of random modifiers" if what == "modifiers" else ""
            say(
                f"{games['games'] - games['refused']:,} random games{of} with {games['plies']:,} half-moves "
                f"and {games['firings']:,} firings: {_verdict(games)}."
            )
    say(f"{report['seconds']} s, seed {report['seed']}.")


def _verdict(part: dict[str, Any]) -> str:
    if not part["mismatches"] and not part["crashes"]:
        return "no difference"
    from rete_chess.cli.views.wording import counted

    return f"{counted(part['mismatches'], 'difference')}, {counted(part['crashes'], 'dead worker')}"
