"""`rete-chess check-profiles`: what profiles give, where they meet, and whether they can be stacked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rete_chess.cli.options.common import budget_option
from rete_chess.cli.options.profiles import complete_profile, given_profiles
from rete_chess.cli.views.output import Output, output_option

if TYPE_CHECKING:
    from rete_chess.serial import shapes


@click.command("check-profiles")
@click.argument("profiles", metavar="PROFILE...", nargs=-1, required=True, shell_complete=complete_profile)
@click.option("--variant", default="chess", show_default=True, help="The variant they are to change.")
@budget_option
@output_option
@click.pass_context
def command(ctx: click.Context, profiles: tuple[str, ...], variant: str, out: Output) -> None:
    """Say what profiles give, where two of them meet, and whether they can be stacked.

    PROFILE is a file or an id; the last one counts most.
    """
    from rete_chess.cli._guard import FINDINGS
    from rete_chess.cli.options.sources import beside, variant_source
    from rete_chess.compiler import program_of
    from rete_chess.engine import Engine
    from rete_chess.metering import loading
    from rete_chess.serial import profiles_report_data

    with loading("the look at the profiles"):  # the variant is compiled without them and with them
        engine = Engine(program_of(variant_source(variant)), network="native")
        documents = [*engine.active_profiles, *given_profiles(profiles, beside(variant))]
        report = profiles_report_data(engine, documents)
    if out.is_json:
        out.answer({"variant": variant, **report})
    else:
        _show(report, out)
    if not report["ok"]:
        ctx.exit(FINDINGS)


def place_of(problem: shapes.Problem) -> str:
    """Where a problem stands, before what it says: `royal-guard, perInstance[0]: `."""
    parts = [part for part in (problem.get("profile", ""), problem["path"]) if part]
    return f"{', '.join(parts)}: " if parts else ""


def _show(report: shapes.ProfilesReport, out: Output) -> None:
    screen = out.screen
    for profile in dict.fromkeys(entry["profile"] for entry in report["entries"]):
        screen.say(profile, "bold")
        for entry in report["entries"]:
            if entry["profile"] == profile:
                screen.say(f"  - {entry['pieces']}: {entry['text']}")
    if report["meetings"]:
        screen.say("Where they meet", "bold")
    for problem in report["meetings"]:
        screen.say(f"  {problem['message']}")
    for problem in report["findings"]:
        style = "red" if problem["severity"] == "error" else "yellow"
        told = f"{place_of(problem)}{problem['message']} [{problem['code']}]"
        screen.say(f"  {problem['severity']}: {told}", style)
