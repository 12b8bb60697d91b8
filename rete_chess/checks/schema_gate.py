"""The gate of the exported JSON Schemas: what editors accept is what the program accepts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, Final

from rete_chess.costs import VALUE_BY_SCHEMA
from rete_chess.documents.reading.source import MAX_PROBLEMS
from rete_chess.documents.reading.tree import Tree, format_path
from rete_chess.errors import Problem, clip
from rete_chess.metering import Part, charge_for
from rete_chess.resources import folder

#: Who spends the steps of this gate.
SCHEMA: Final = Part("the look at its form")


@lru_cache(maxsize=32)
def validator(kind: str) -> Any:
    """The validator of the shipped schema of a kind of document."""
    from jsonschema import Draft202012Validator

    path = folder("schemas") / f"{kind}.schema.json"
    return Draft202012Validator(json.loads(path.read_text(encoding="utf-8")))


def schema_problems(tree: Tree, kind: str) -> list[Problem]:
    """The problems of a document by the schema of its kind."""
    charge_for(SCHEMA, VALUE_BY_SCHEMA * len(tree.marks))
    problems = []
    for error in islice(validator(kind).iter_errors(tree.value), MAX_PROBLEMS):
        path = tuple(error.absolute_path)
        line, column = tree.place(path)
        message = f"the schema of a {kind} does not allow this: {_reason(error)}"
        problems.append(Problem("E_DOC_SCHEMA", message, "error", format_path(path), line, column))
    return problems


def _reason(error: Any) -> str:
    wanted = clip(error.validator_value, 120) if error.validator != "$ref" else "another form"
    return f"`{error.validator}` is {wanted}, found {clip(error.instance, 60)}"


def added(by_schema: Sequence[Problem], others: Sequence[Problem]) -> list[Problem]:
    """The problems by a schema that are not about a part or line with a problem of another gate."""
    return [
        problem
        for problem in by_schema
        if not any(_touch(problem.path, other.path) or problem.line == other.line for other in others)
    ]


def _touch(one: str, other: str) -> bool:
    """Whether one path is the other, or lies inside it."""
    return one.startswith(other) or other.startswith(one)
