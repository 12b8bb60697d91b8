"""Problems and errors as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rete_chess.brief import shipped_name
from rete_chess.errors import Problem, ReteChessError

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
    listed: Sequence[Problem] = getattr(error, "problems", ())
    if listed:
        data["problems"] = [problem_data(problem) for problem in listed]
    return data


def examination_data(examination: Examination) -> shapes.Examination:
    """All problems of one document."""
    return {
        "file": examination.file,
        "ok": examination.is_ok,
        "problems": [problem_data(problem) for problem in examination.problems],
    }


def validation_data(examination: Examination) -> shapes.Validation:
    """All problems of a document that is being written, with the repairs that an editor can make."""
    from rete_chess.checks.repairs import repair_of

    found = [repair_of(problem, examination.lines) for problem in examination.problems]
    return {
        "ok": examination.is_ok,
        "problems": [problem_data(problem) for problem in examination.problems],
        "repairs": [
            {
                "problem": index,
                "line": repair.line,
                "column": repair.column,
                "endColumn": repair.end_column,
                "text": repair.text,
            }
            for index, repair in enumerate(found)
            if repair is not None
        ],
    }
