"""The check that a document stays well within what a server allows strangers."""

from __future__ import annotations

from collections.abc import Iterator

from rete_chess.brief import shipped_name
from rete_chess.checks.subject import Subject
from rete_chess.documents.reading.tree import KeyPath, Tree
from rete_chess.errors import BudgetError, Problem, ReteChessError
from rete_chess.metering import Budget, Cost


def costly(subject: Subject) -> Iterator[Problem]:
    """The warning of a document that comes near the budget of a server, or goes beyond it."""
    server = Budget.server()
    for what, cost, allowed in (
        ("to compile the document", subject.program.cost, server.loading),
        ("to set up the game", subject.engine.cost, server.move),
        ("to play the first move", _first_move(subject), server.move),
    ):
        if cost is not None and 2 * cost.steps > allowed:
            where = f" ({shipped_name(cost.most.origin)})" if cost.most.origin else ""
            message = f"it takes {cost.steps:,} steps {what}, most of them for {cost.most.id}{where}"
            hint = f"a server allows {allowed:,}; see `rete-chess explain-code E_BUDGET`"
            yield subject.warning("W_BUDGET", message, _path(subject, cost), hint)
            return


def beyond(tree: Tree, error: BudgetError) -> Problem:
    """The problem of a document that takes more than it may, at the line of whoever spent most of it."""
    file, _, line = str(error.cost.most.origin).rpartition(":")
    number = int(line) if file == tree.file and line.isdigit() else 1
    return Problem(error.code, error.message, line=number, column=1, hint=error.hint)


def _first_move(subject: Subject) -> Cost | None:
    """The cost of the first legal move, if there is one that can be played."""
    engine = subject.engine.clone()
    moves = engine.legal_moves()
    if not moves:
        return None
    try:
        engine.what_if(moves[0])
    except BudgetError as error:
        found: Cost = error.cost
        return found
    except ReteChessError:
        return None  # that is another check's matter
    return engine.cost


def _path(subject: Subject, cost: Cost) -> KeyPath:
    """Where the document says what costs most, if it does."""
    for path, rule in subject.rules():
        if cost.most.id.endswith(f"/{rule.get('id')}"):
            return path
    return ()
