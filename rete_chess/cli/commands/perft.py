"""`rete-chess perft`: the node count of a position, in all and behind each move."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any, Final

import click

from rete_chess.cli.options.common import GameChoice, variant_options
from rete_chess.cli.views.output import Output, output_option
from rete_chess.metering import running

if TYPE_CHECKING:
    from rete_chess.core.board import Board
    from rete_chess.engine import Engine

#: Twelve half-moves of chess are more positions than anyone will wait for.
MAX_DEPTH: Final = 12


@click.command("perft")
@variant_options
@click.option("--depth", metavar="N", type=click.IntRange(0, MAX_DEPTH), required=True, help="Half-moves.")
@click.option("--divide", "is_divided", is_flag=True, help="Count behind each move, too.")
@output_option
def command(game: GameChoice, depth: int, is_divided: bool, out: Output) -> None:
    """Count the ways to play a number of half-moves.

    Such counts are published for many positions; a program that agrees knows the moves. Rules that
    the movement tables cannot foresee are played through a network, native unless you choose.
    """
    engine = game.engine(None if os.environ.get("RETE_CHESS_NETWORK") else "native")
    answer: dict[str, Any] = {"variant": engine.program.id, "fen": engine.fen(), "depth": depth}
    with running(engine.board.meter, engine.budget.thinking, "the count"):
        answer.update(count(engine, depth, is_divided))
    if out.is_json:
        out.answer(answer)
    else:
        _show(answer, out)


def count(engine: Engine, depth: int, is_divided: bool) -> dict[str, Any]:
    """The nodes, the seconds it took and, if asked for, the nodes behind each move sorted by its text."""
    from rete_chess.engine.lookahead.perft import counters

    nodes_of, split = counters(engine)
    start = time.perf_counter()
    if not is_divided:
        nodes = nodes_of(depth)
        return {"nodes": nodes, "seconds": _seconds_since(start)}
    counts = split(depth)
    seconds = _seconds_since(start)
    nodes = sum(counts.values()) if depth else 1
    return {"nodes": nodes, "seconds": seconds, "divide": _by_text(engine.board, counts)}


def _seconds_since(start: float) -> float:
    return round(time.perf_counter() - start, 6)


def _by_text(board: Board, counts: dict[int, int]) -> dict[str, int]:
    from rete_chess.core.uci import format_all

    return dict(sorted(zip(format_all(board, list(counts)), counts.values())))


def _show(answer: dict[str, Any], out: Output) -> None:
    from rich import box
    from rich.table import Table

    if "divide" in answer:
        split = Table("move", box=box.SIMPLE_HEAD)
        split.add_column("nodes", justify="right")
        # One row of many lines: thousands of rows would take longer than the count.
        counts = [f"{nodes:,}" for nodes in answer["divide"].values()]
        split.add_row("\n".join(answer["divide"]), "\n".join(counts))
        out.screen.print(split)
    table = Table(show_header=False, box=box.SIMPLE)
    table.add_row("position", answer["fen"])
    table.add_row("depth", str(answer["depth"]))
    table.add_row("nodes", f"{answer['nodes']:,}", style="bold")
    table.add_row("time", f"{answer['seconds']:.3f} s{format_speed(answer['nodes'], answer['seconds'])}")
    out.screen.print(table)


def format_speed(nodes: int, seconds: float) -> str:
    """The speed as text, `, 1,234,000 nodes/s`; empty if the time was too short to measure."""
    return f", {round(nodes / seconds, -3):,.0f} nodes/s" if seconds >= 0.001 else ""
