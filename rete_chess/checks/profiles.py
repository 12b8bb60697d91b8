"""What is wrong with a profile: its names and values, and whether chess could be played with it."""

from __future__ import annotations

from dataclasses import replace

from rete_chess.checks.hosts import host_of
from rete_chess.compiler import catalog, compile_document
from rete_chess.compiler.profile_conflicts import conflicts
from rete_chess.documents import Document, ProfileDocument
from rete_chess.engine import Engine
from rete_chess.errors import DocumentError, Problem, ReteChessError


def profile_problems(document: Document) -> list[Problem]:
    """Problems of a profile, tried out on its layout; entries that stand against each other too."""
    model = document.model
    assert isinstance(model, ProfileDocument)
    known = model.layout_id is not None and catalog.layouts().has(model.layout_id)
    try:
        host = host_of(document, **({"layout": model.layout_id} if known else {}))
        program = compile_document(host, profiles=[document])
        engine = Engine(program, network="native")
    except DocumentError as error:
        return list(error.problems)
    except ReteChessError as error:
        line, column = document.tree.place(())
        found = getattr(error, "problems", (Problem(error.code, error.message, hint=error.hint),))
        return [replace(problem, line=line, column=column) for problem in found]
    return [*engine.profile_warnings, *(conflict.problem for conflict in conflicts(program.stack))]
