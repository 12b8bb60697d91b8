"""`rete-chess test`: scenarios, run and compared, and the rules that they cover."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from rete_chess.cli._guard import FINDINGS
from rete_chess.cli.options.common import NETWORKS
from rete_chess.cli.options.sources import STDIN, STDIN_NAME, read_text
from rete_chess.cli.views.output import Output, output_option

if TYPE_CHECKING:
    from rete_chess.testing import Outcome
    from rete_chess.testing.coverage import Coverage

#: Counts with more nodes than this take too long for a test that is run often.
MOST_NODES: Final = 20_000


@click.command("test")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True, type=click.Path(path_type=Path))
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
    from rete_chess.testing.coverage import coverage_of
    from rete_chess.testing.files import run_file, tested_files

    missing = next((path for path in paths if not path.exists() and str(path) != STDIN), None)
    if missing is not None:
        raise click.UsageError(f"there is no {str(missing)[:200]!r}", ctx)
    outcomes: list[Outcome] = []
    for path in tested_files(paths):
        given = (read_text(), STDIN_NAME) if str(path) == STDIN else (path, None)
        for outcome in run_file(given[0], networks or (None,), most_nodes, given[1]):
            outcomes.append(outcome)
            if not outcome.passed and not out.is_json:
                (_show_skipped if outcome.skipped else _show_failure)(outcome, out)
    coverage = coverage_of(outcomes)
    out.answer(test_data(outcomes, coverage if is_covered else None))
    if not out.is_json:
        _show_summary(outcomes, out)
        if is_covered:
            _show_coverage(coverage, out)
    if any(outcome.problems for outcome in outcomes):
        ctx.exit(FINDINGS)


def test_data(outcomes: list[Outcome], coverage: Coverage | None) -> dict[str, Any]:
    """The run for JSON."""
    data: dict[str, Any] = {
        **_counts(outcomes),
        "scenarios": [outcome.as_data() for outcome in outcomes],
    }
    return data if coverage is None else {**data, "coverage": coverage.as_data()}


def _counts(outcomes: list[Outcome]) -> dict[str, int]:
    """How many passed, failed and were skipped."""
    return {
        "passed": sum(outcome.passed for outcome in outcomes),
        "failed": sum(bool(outcome.problems) for outcome in outcomes),
        "skipped": sum(bool(outcome.skipped) for outcome in outcomes),
    }


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


def _show_summary(outcomes: list[Outcome], out: Output) -> None:
    counts = _counts(outcomes)
    if not outcomes:
        out.screen.say("no scenarios")
        return
    shown = [f"{count} {word}" for word, count in counts.items() if count or word != "skipped"]
    style = "bold red" if counts["failed"] else "bold yellow" if counts["skipped"] else "bold green"
    out.screen.say(", ".join(shown), style)


def _show_coverage(coverage: Coverage, out: Output) -> None:
    from rete_chess.cli.views.rules_data import short_origin

    out.screen.say(f"{len(coverage.rules) - len(coverage.never)} of {len(coverage.rules)} rules took effect")
    for rule in coverage.rules:
        times = f"{rule.fired} ×" if rule.fired else "held" if rule.held else "never"
        style = "" if rule.is_covered else "yellow"
        out.screen.say(f"  {times:>7}  {rule.rule}  {short_origin(rule.origin)}", style)
    if any(rule.held and not rule.fired for rule in coverage.rules):
        out.screen.say(
            "held: a rule at `derive` that contributed from the start, so that it never fired", "dim"
        )
