"""The node counts under `perft` of a variant document, as tests."""

from __future__ import annotations

from rete_chess.compiler import compile_document
from rete_chess.core.uci import format_uci
from rete_chess.documents import Document, VariantDocument
from rete_chess.engine import Engine
from rete_chess.engine.lookahead.perft import counters
from rete_chess.errors import ReteChessError
from rete_chess.testing._outcome import Finding, Outcome


def run_counts(document: Document, most: int) -> tuple[Outcome, ...]:
    """The outcomes of the counts under `perft`; those with more than `most` nodes are skipped."""
    model = document.model
    depths = model.perft.items() if isinstance(model, VariantDocument) else ()
    return tuple(
        _run(document, depth, nodes) if nodes <= most else _skipped(document, depth, nodes, most)
        for depth, nodes in sorted(depths)
    )


def _skipped(document: Document, depth: int, nodes: int, most: int) -> Outcome:
    reason = f"it has {nodes} nodes, more than {most}"
    return Outcome(f"perft {depth}", document.tree.file, (), "native", skipped=reason)


def _run(document: Document, depth: int, expected: int) -> Outcome:
    path = ("perft", str(depth))
    line, column = document.tree.place(path)
    try:
        engine = Engine(compile_document(document), network="native")
        nodes = counters(engine)[0](depth)
        message = "" if nodes == expected else _difference(engine, depth, nodes, expected)
    except ReteChessError as error:
        message = f"the nodes cannot be counted: {error}"
    problems = (Finding(message, f"perft.{depth}", line, column),) if message else ()
    return Outcome(f"perft {depth}", document.tree.file, problems, "native")


def _difference(engine: Engine, depth: int, nodes: int, expected: int) -> str:
    """The message of a wrong count: both numbers, the position, and the nodes behind each move."""
    split = counters(engine)[1](depth)
    legal = list(split)
    moves = sorted((format_uci(engine.board, move, legal), count) for move, count in split.items())
    lines = [f"depth {depth} has {nodes} nodes, expected {expected}", f"    {engine.fen()}"]
    return "\n".join([*lines, *(f"    {move} {count}" for move, count in moves)])
