"""`rete-chess check-presets`: what presets change, where they meet, and whether they go together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rete_chess.cli.options.common import budget_option
from rete_chess.cli.options.presets import PresetChoice, complete_preset, parse_preset
from rete_chess.cli.views.output import Output, output_option

if TYPE_CHECKING:
    from rete_chess.compiler.checks.meetings import Report


@click.command("check-presets")
@click.argument(
    "presets",
    metavar="PRESET...",
    nargs=-1,
    required=True,
    callback=lambda ctx, param, texts: tuple(parse_preset(text) for text in texts),
    shell_complete=complete_preset,
)
@click.option("--variant", default="chess", show_default=True, help="The variant they are to change.")
@budget_option
@output_option
@click.pass_context
def command(ctx: click.Context, presets: tuple[PresetChoice, ...], variant: str, out: Output) -> None:
    """Say what presets change, where two of them meet, and whether they go together."""
    from rete_chess.cli._guard import FINDINGS
    from rete_chess.cli.options.sources import beside, variant_source
    from rete_chess.compiler import program_of
    from rete_chess.compiler.checks.meetings import report_presets
    from rete_chess.metering import loading

    around = beside(variant)
    with loading("the look at the presets"):  # the variant is compiled without them and with them
        active = [choice.active(around) for choice in presets]
        report = report_presets(program_of(variant_source(variant)), active)
    if out.is_json:
        from rete_chess.serial import presets_report_data

        out.answer({"variant": variant, **presets_report_data(report)})
    else:
        _show(report, out)
    if not report.is_fine:
        ctx.exit(FINDINGS)


def _show(report: Report, out: Output) -> None:
    screen = out.screen
    for preset in report.footprints:
        screen.say(preset.id if preset.scope == "both" else f"{preset.id} for {preset.scope}", "bold")
        screen.say(f"  {preset.description}")
        for change in preset.changes or ():
            screen.say(f"  - {change.text}")
        screen.say("")
    if report.meetings:
        screen.say("Where they meet", "bold")
    for meeting in report.meetings:
        label = "warning: " if meeting.severity == "warning" else ""
        screen.say(f"  {label}{' and '.join(meeting.presets)}: {meeting.text}")
    for error in report.refused:
        screen.say(f"  refused: {error}", "red")
    if report.is_fine:
        screen.say("They go together." if len(report.footprints) > 1 else "It stands alone.")
