"""The node counts under `perft` of a variant document, as tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from rete_chess.compiler import compile_document
from rete_chess.core.perft import Tally
from rete_chess.core.uci import format_all
from rete_chess.documents import Document, VariantDocument
from rete_chess.engine import Engine
from rete_chess.engine.lookahead.perft import counters
from rete_chess.errors import ReteChessError
from rete_chess.metering import running
from rete_chess.testing._outcome import Finding, Outcome


def counts_of(document: Document, most: int) -> Iterator[Callable[[], Outcome]]:
    """The counts under `perft`, to be made one by one; more than `most` nodes are never looked at, whatever
    the document claims, and a count that was not made to its end has not passed."""
    model = document.model
    depths = model.perft.items() if isinstance(model, VariantDocument) else ()
    for depth, nodes in sorted(depths):
        if nodes <= most:
            yield partial(_run, document, depth, nodes, most)
        else:
            yield partial(
                _skipped, document, depth, f"not counted: {nodes:,} nodes are claimed, more than {most:,}"
            )


def _skipped(document: Document, depth: int, reason: str) -> Outcome:
    return Outcome(f"perft {depth}", document.tree.file, (), "native", skipped=reason)


def _run(document: Document, depth: int, expected: int, most: int) -> Outcome:
    tally = Tally(most)
    try:
        engine = Engine(compile_document(document), network="native")
        with running(engine.board.meter, engine.budget.testing, "the count"):
            nodes = counters(engine)[0](depth, tally)
            message = "" if nodes == expected else _difference(engine, depth, nodes, expected)
    except ReteChessError as error:
        if error.code == "E_NODES" and tally.nodes <= most:
            return _skipped(document, depth, f"it has {error.message}")
        message = f"the nodes cannot be counted: {error}"
        if error.code == "E_NODES":
            message = f"depth {depth} has {error.message}, expected {expected} [{error.code}]"
    line, column = document.tree.place(("perft", str(depth)))
    problems = (Finding(message, f"perft.{depth}", line, column),) if message else ()
    return Outcome(f"perft {depth}", document.tree.file, problems, "native")


def _difference(engine: Engine, depth: int, nodes: int, expected: int) -> str:
    """The message of a wrong count: both numbers, the position, and the nodes behind each move."""
    split = counters(engine)[1](depth)
    moves = sorted(zip(format_all(engine.board, list(split)), split.values()))
    lines = [f"depth {depth} has {nodes} nodes, expected {expected}", f"    {engine.fen()}"]
    return "\n".join([*lines, *(f"    {move} {count}" for move, count in moves)])
