"""`rete-chess test`: scenarios, run and compared, and the rules that they cover."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from rete_chess.cli._guard import FINDINGS
from rete_chess.cli.options.common import NETWORKS, budget_option
from rete_chess.cli.options.sources import STDIN, STDIN_NAME, read_text
from rete_chess.cli.views.output import Output, output_option

if TYPE_CHECKING:
    from rete_chess.serial import shapes
    from rete_chess.testing import Outcome
    from rete_chess.testing.coverage import Coverage

#: Counts with more nodes than this take too long for a test that is run often.
MOST_NODES: Final = 20_000


@click.command("test")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(path_type=Path))
@budget_option
@click.option(
    "--network", "networks", type=click.Choice(NETWORKS), multiple=True, help="The network; may be repeated."
)
@click.option("--coverage", "is_covered", is_flag=True, help="Say which rules took effect, which never did.")
@click.option(
    "--perft-nodes",
    "most_nodes",
    metavar="N",
    type=click.IntRange(0),
    default=MOST_NODES,
    help=f"Skip node counts above this. [{MOST_NODES}]",
)
@output_option
@click.pass_context
def command(
    ctx: click.Context,
    paths: tuple[Path, ...],
    networks: tuple[str, ...],
    is_covered: bool,
    most_nodes: int,
    out: Output,
) -> None:
    """Run scenarios, and say which rules they cover.

    PATH is a scenario file, a variant with `tests` or `perft`, a folder of such files, or `-`. What is
    not as a scenario says is shown with its line; firings are compared one by one. Coverage speaks of
    rules; policies, such as `moves`, `royal` and `result`, do not fire and are not listed.
    """
    from rete_chess.serial import scenarios_data
    from rete_chess.testing.coverage import coverage_of
    from rete_chess.testing.files import run_file, run_text, tested_files

    missing = next((path for path in paths if not path.exists() and str(path) != STDIN), None)
    if missing is not None:
        raise click.UsageError(f"there is no {str(missing)[:200]!r}", ctx)
    outcomes: list[Outcome] = []
    for path in tested_files(paths):
        on = networks or (None,)
        is_file = str(path) != STDIN
        for outcome in (
            run_file(path, on, most_nodes) if is_file else run_text(read_text(), on, most_nodes, STDIN_NAME)
        ):
            outcomes.append(outcome)
            if not outcome.passed and not out.is_json:
                (_show_skipped if outcome.skipped else _show_failure)(outcome, out)
    coverage = coverage_of(outcomes)
    answer = scenarios_data(outcomes, coverage if is_covered else None)
    out.answer(answer)
    if not out.is_json:
        _show_summary(answer, out)
        if is_covered:
            _show_coverage(coverage, out)
    if any(outcome.problems for outcome in outcomes):
        ctx.exit(FINDINGS)


def _show_skipped(outcome: Outcome, out: Output) -> None:
    from rete_chess.cli.views.screen import printable

    reason = f"{outcome.skipped}; --perft-nodes counts it"
    out.screen.say(f"skipped  {outcome.file}: {printable(outcome.name)}, {reason}", "yellow")


def _show_failure(outcome: Outcome, out: Output) -> None:
    from rich.text import Text

    from rete_chess.cli.views.screen import printable

    network = f" [{outcome.network}]" if outcome.network else ""
    out.screen.print(
        Text.assemble(("failed", "bold red"), f"  {printable(outcome.name)}{network}"), soft_wrap=True
    )
    for problem in outcome.problems:
        first, *rest = f"{outcome.file}:{problem.line}: {problem.message}".split("\n")
        out.screen.say(f"  {printable(first)}")
        for line in rest:
            style = {"-": "red", "+": "green"}.get(line.strip()[:1], "")
            out.screen.say(f"  {printable(line)}", style)


def _show_summary(answer: shapes.ScenarioRun, out: Output) -> None:
    if not answer["scenarios"]:
        out.screen.say("no scenarios")
        return
    counts = {"passed": answer["passed"], "failed": answer["failed"], "skipped": answer["skipped"]}
    shown = [f"{count} {word}" for word, count in counts.items() if count or word != "skipped"]
    style = "bold red" if counts["failed"] else "bold yellow" if counts["skipped"] else "bold green"
    out.screen.say(", ".join(shown), style)


def _show_coverage(coverage: Coverage, out: Output) -> None:
    from rete_chess.brief import shipped_name

    out.screen.say(f"{len(coverage.rules) - len(coverage.never)} of {len(coverage.rules)} rules took effect")
    for rule in coverage.rules:
        times = f"{rule.fired} ×" if rule.fired else "held" if rule.held else "never"
        style = "" if rule.is_covered else "yellow"
        out.screen.say(f"  {times:>7}  {rule.rule}  {shipped_name(rule.origin)}", style)
    if any(rule.held and not rule.fired for rule in coverage.rules):
        out.screen.say(
            "held: a rule at `derive` that contributed from the start, so that it never fired", "dim"
        )
