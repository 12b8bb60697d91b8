"""Broken documents: what a file of `tests/bad` says it reports, and what it does report."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import jsonschema
import pytest

from rete_chess.compiler import load
from rete_chess.documents.reading.tree import Value
from rete_chess.errors import DocumentError, Problem
from rete_chess.primitives.schema import build_schema

BAD = Path(__file__).resolve().parents[1] / "bad"


def problems(source: Path | str, name: str | None = None) -> tuple[Problem, ...]:
    """All problems of a document that cannot be loaded."""
    with pytest.raises(DocumentError) as caught:
        load(source, name)
    return caught.value.problems


def places(source: Path) -> str:
    """The codes and places of a file's problems, as the first line of a bad YAML file says them."""
    return ", ".join(f"{problem.code} {problem.line}:{problem.column}" for problem in problems(source))


def expected(path: Path) -> str:
    first = path.read_text(encoding="utf-8").splitlines()[0]
    assert first.startswith("# expect: ")
    return first.removeprefix("# expect: ")


def stem(path: Path) -> str:
    return path.name.split(".")[0]


@cache
def _validator(kind: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(build_schema(kind))


def fits_schema(kind: str, value: Value) -> bool:
    """Whether a value fits the schema of a kind of document."""
    return _validator(kind).is_valid(value)
