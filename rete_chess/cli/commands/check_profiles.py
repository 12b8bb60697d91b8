"""`rete-chess check-profiles`: what profiles give, where they meet, and whether they can be stacked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from rete_chess.cli.options.profiles import complete_profile, given_profiles
from rete_chess.cli.views.output import Output, output_option

if TYPE_CHECKING:
    from rete_chess.compiler.profiles.stack import Entry
    from rete_chess.errors import Problem


@click.command("check-profiles")
@click.argument("profiles", metavar="PROFILE...", nargs=-1, required=True, shell_complete=complete_profile)
@click.option("--variant", default="chess", show_default=True, help="The variant they are to change.")
@output_option
@click.pass_context
def command(ctx: click.Context, profiles: tuple[str, ...], variant: str, out: Output) -> None:
    """Say what profiles give, where two of them meet, and whether they can be stacked.

    PROFILE is a file or an id; the last one counts most.
    """
    from rete_chess.cli._guard import FINDINGS
    from rete_chess.cli.options.sources import beside, variant_name
    from rete_chess.compiler import program_of
    from rete_chess.compiler.profiles.conflicts import conflicts
    from rete_chess.engine import Engine
    from rete_chess.errors import ProfileError

    program = program_of(variant_name(variant), profiles=given_profiles(profiles, beside(variant)))
    meetings = [conflict.problem for conflict in conflicts(program.stack)]
    try:
        findings: tuple[Problem, ...] = Engine(program, network="native").profile_warnings
    except ProfileError as error:
        findings = error.problems
    findings = tuple(problem for problem in findings if problem not in meetings)
    is_fine = all(problem.severity == "warning" for problem in findings)
    if out.is_json:
        out.answer(
            {
                "variant": variant,
                "profiles": list(program.stack.ids),
                "entries": [entry_data(entry) for entry in program.stack.entries],
                "meetings": [vars(problem) for problem in meetings],
                "findings": [vars(problem) for problem in findings],
                "ok": is_fine,
            }
        )
    else:
        _show(program.stack.entries, meetings, findings, out)
    if not is_fine:
        ctx.exit(FINDINGS)


def entry_data(entry: Entry) -> dict[str, Any]:
    """An entry as JSON."""
    return {
        "profile": entry.profile,
        "kind": entry.kind,
        "value": entry.value,
        "pieces": entry.whom,
        "text": describe(entry),
        "origin": entry.origin,
    }


def describe(entry: Entry) -> str:
    """The sentence about what an entry gives."""
    from rete_chess.modifiers.catalog import MODIFIER_KINDS

    if MODIFIER_KINDS.has(entry.kind):
        return MODIFIER_KINDS.get(entry.kind).describe(entry.value)
    return entry.kind


def _show(
    entries: tuple[Entry, ...], meetings: list[Problem], findings: tuple[Problem, ...], out: Output
) -> None:
    screen = out.screen
    for profile in dict.fromkeys(entry.profile for entry in entries):
        screen.say(profile, "bold")
        for entry in entries:
            if entry.profile == profile:
                screen.say(f"  - {entry.whom}: {describe(entry)}")
    if meetings:
        screen.say("Where they meet", "bold")
    for problem in meetings:
        screen.say(f"  {problem.message}")
    for problem in findings:
        style = "red" if problem.severity == "error" else "yellow"
        screen.say(f"  {problem.severity}: {problem.message} [{problem.code}]", style)
