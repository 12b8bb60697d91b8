"""`rete-chess trace`: moves played one after the other, with every rule that fires and what it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from rete_chess.cli.options import GameChoice, variant_options
from rete_chess.cli.output import Output, output_option

if TYPE_CHECKING:
    from rete_chess.cli.trace_view import TraceView
    from rete_chess.engine import Engine


@click.command("trace")
@variant_options
@click.option("--moves", "text", metavar="MOVES", default="", help='The moves to play, such as "e2e4 e7e5".')
@click.option("--all-stages", "is_full", is_flag=True, help="Show the stages without a firing, too.")
@output_option
@click.pass_context
def command(ctx: click.Context, game: GameChoice, text: str, is_full: bool, out: Output) -> None:
    """Play moves and show which rules fire.

    One firing per line, stage by stage: the rule, its piece, what changed, and what it says. Events
    that a rule causes, and the rules that hear them, stand below it.
    """
    engine = game.engine()
    moves = text.replace(",", " ").split()
    if out.is_json:
        answer, error = trace_moves(engine, moves)
        out.answer(answer)
    else:
        error = _show(engine, moves, is_full, out)
    if error is not None:
        from rete_chess.cli.guard import USAGE, print_error

        print_error(error)
        ctx.exit(USAGE)


def trace_moves(engine: Engine, moves: list[str]) -> tuple[dict[str, Any], str | None]:
    """The answer for a machine, up to the first move that cannot be played, and what was wrong with it."""
    from rete_chess.cli.guard import error_data
    from rete_chess.cli.trace_data import record_data
    from rete_chess.errors import ReteChessError

    answer: dict[str, Any] = {"records": []}
    failed: ReteChessError | None = None
    for move in moves:
        try:
            record = engine.apply(move)
        except ReteChessError as error:
            failed = error
            break
        answer["records"].append(record_data(engine, record))
    answer["state_hash"] = engine.state_hash()
    if failed is None:
        return answer, None
    number = len(answer["records"]) + 1
    where = _where(number, moves[number - 1])
    data = error_data(failed)
    answer["error"] = {**data, "message": f"{where}: {data['message']}"}
    return answer, f"{where}: {failed}"


def _show(engine: Engine, moves: list[str], is_full: bool, out: Output) -> str | None:
    """The same for people; what was wrong is returned to be said last."""
    from rete_chess.cli.trace_view import TraceView
    from rete_chess.errors import ReteChessError

    view = TraceView(out.screen, engine, is_full)
    view.show_start()
    for number, move in enumerate(moves, start=1):
        try:
            _play(view, move)
        except ReteChessError as error:
            view.show_end()
            return f"{_where(number, move)}: {error}"
    view.show_end()
    return None


def _play(view: TraceView, move: str) -> None:
    before = view.cast()
    view.show_record(view.engine.apply(move), before)


def _where(number: int, move: str) -> str:
    return f"move {number}, {move[:60]!r}"
