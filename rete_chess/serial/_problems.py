"""Problems and errors as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rete_chess.brief import shipped_name
from rete_chess.errors import DocumentError, Problem, ProfileError, ReteChessError

if TYPE_CHECKING:
    from rete_chess.checks import Examination
    from rete_chess.serial import shapes


def problem_data(problem: Problem) -> shapes.Problem:
    """A finding about a document, as `validate --json` prints it; one about a profile names that, too."""
    data: Any = dict(vars(problem))
    found: shapes.Problem = data
    return found


def error_data(error: ReteChessError) -> shapes.Error:
    """An error, as every command prints it; a document's problems stand beside it."""
    place = error.place
    data: shapes.Error = {
        "code": error.code,
        "message": shipped_name(error.message),
        "found": None if error.found is None else str(error.found)[:200],
        "expected": error.expected,
        "file": shipped_name(place.file) if place else None,
        "line": place.line if place else None,
        "column": place.column if place else None,
        "hint": error.hint,
    }
    if isinstance(error, DocumentError | ProfileError):
        data["problems"] = [problem_data(problem) for problem in error.problems]
    return data


def examination_data(examination: Examination) -> shapes.Examination:
    """All problems of one document."""
    return {
        "file": examination.file,
        "ok": examination.is_ok,
        "problems": [problem_data(problem) for problem in examination.problems],
    }
