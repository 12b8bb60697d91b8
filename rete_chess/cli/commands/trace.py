"""`rete-chess trace`: moves played one after the other, with every rule that fires and what it changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from rete_chess.cli.options.common import GameChoice, variant_options
from rete_chess.cli.options.moves import moves_option, where
from rete_chess.cli.views.output import Output, output_option

if TYPE_CHECKING:
    from rete_chess.cli.views.trace import TraceView
    from rete_chess.engine import Engine
    from rete_chess.engine.explain.why_not import WhyNot
    from rete_chess.serial import shapes


@click.command("trace")
@variant_options
@moves_option
@click.option("--all-stages", "is_full", is_flag=True, help="Show the stages without a firing, too.")
@click.option("--why-not", "rule", metavar="RULE", help="Say for each move why this rule did not fire.")
@output_option
@click.pass_context
def command(
    ctx: click.Context,
    game: GameChoice,
    moves: tuple[str, ...],
    is_full: bool,
    rule: str | None,
    out: Output,
) -> None:
    """Play moves and show which rules fire.

    One firing per line, stage by stage: the rule, its piece, what changed, and what it says. Events
    that a rule causes, and the rules that hear them, stand below it. --why-not names a rule as in
    `rules`, and tells the first of its conditions that failed, with the facts it looked at.
    """
    engine = game.engine()
    if rule is not None:
        _demand_rule(engine, rule)
    if out.is_json:
        answer, error = trace_moves(engine, moves, rule)
        out.answer(answer)
    else:
        error = _show(engine, moves, is_full, rule, out)
    if error is not None:
        from rete_chess.cli._guard import USAGE, print_error

        print_error(error)
        ctx.exit(USAGE)


def _demand_rule(engine: Engine, name: str) -> None:
    """Raise an error if the program has no rule of that name."""
    from rete_chess.engine.explain.why_not import rules_named
    from rete_chess.registry import unknown_name

    if not rules_named(engine.program, name):
        raise unknown_name("rule", name, {rule.id for rule in engine.program.rules})


def _answers(engine: Engine, move: str, rule: str | None) -> tuple[WhyNot, ...]:
    """The reasons why a rule will not fire; none for a rule that ended with its preset."""
    from rete_chess.engine.explain.why_not import rules_named, why_not

    is_asked = rule is not None and rules_named(engine.program, rule)
    return why_not(engine, move, rule) if rule is not None and is_asked else ()


def trace_moves(
    engine: Engine, moves: Sequence[str], rule: str | None = None
) -> tuple[shapes.TraceAnswer, str | None]:
    """The trace as JSON, up to the first move that cannot be played, and the error of that move."""
    from rete_chess.errors import ReteChessError
    from rete_chess.serial import error_data, trace_data, why_not_data

    records: list[shapes.Trace] = []
    failed: ReteChessError | None = None
    for move in moves:
        try:
            answers = _answers(engine, move, rule)
            engine.apply(move)
        except ReteChessError as error:
            failed = error
            break
        records.append(trace_data(engine))
        if rule is not None:
            records[-1]["why_not"] = [why_not_data(found) for found in answers]
    answer: shapes.TraceAnswer = {"records": records, "state_hash": engine.state_hash()}
    if failed is None:
        return answer, None
    number = len(records) + 1
    place = where(number, moves[number - 1])
    answer["error"] = error_data(failed)
    answer["error"]["message"] = f"{place}: {answer['error']['message']}"
    return answer, f"{place}: {failed}"


def _show(engine: Engine, moves: Sequence[str], is_full: bool, rule: str | None, out: Output) -> str | None:
    """Show the trace to people, and return the error of the first move that cannot be played."""
    from rete_chess.cli.views.trace import TraceView
    from rete_chess.errors import ReteChessError

    view = TraceView(out.screen, engine, is_full)
    view.show_start()
    for number, move in enumerate(moves, start=1):
        try:
            _play(view, move, rule)
        except ReteChessError as error:
            view.show_end()
            return f"{where(number, move)}: {error}"
    view.show_end()
    return None


def _play(view: TraceView, move: str, rule: str | None) -> None:
    before = view.cast()
    answers = _answers(view.engine, move, rule)
    view.show_record(view.engine.apply(move), before)
    for found in answers:
        view.show_why_not(found)
