"""The examination of one document: its form first, then its meaning."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rete_chess.checks.building import build, problems_of
from rete_chess.checks.hosts import modifier_problems, profile_problems
from rete_chess.checks.letters import letter_problems
from rete_chess.checks.meaning import meaning_problems
from rete_chess.checks.names import file_name_problems, name_problems
from rete_chess.checks.scenarios import scenario_problems
from rete_chess.checks.schema_gate import added, schema_problems
from rete_chess.compiler import load
from rete_chess.documents import Document, ProfileDocument, Tree, read_tree
from rete_chess.documents.kinds.document import kind_of
from rete_chess.documents.reading.reader import AnySource
from rete_chess.errors import DocumentError, Problem, ReteChessError


@dataclass(frozen=True)
class Examination:
    """The problems of one document, in the order of its lines."""

    file: str
    problems: tuple[Problem, ...]
    lines: tuple[str, ...] = ()  # the text of the document, for excerpts

    @property
    def is_ok(self) -> bool:
        """Whether the document can be used: warnings do not count."""
        return all(problem.severity != "error" for problem in self.problems)

    def as_data(self) -> dict[str, Any]:
        """The examination for JSON."""
        return {"file": self.file, "ok": self.is_ok, "problems": [vars(problem) for problem in self.problems]}


def examine(source: AnySource, name: str | None = None) -> Examination:
    """Find everything that is wrong with a document; see `read_tree` for what a source is."""
    try:
        tree = read_tree(source, name)
    except DocumentError as error:
        return Examination(error.file, error.problems, error.lines)
    found = sorted(
        _problems(tree), key=lambda problem: (problem.line or 0, problem.column or 0, problem.code)
    )
    return Examination(tree.file, tuple(dict.fromkeys(found)), tree.lines)


def _problems(tree: Tree) -> list[Problem]:
    """The problems of the first gate that finds any; what lies behind it would only echo them."""
    try:
        kind = kind_of(tree)
    except DocumentError as error:
        return list(error.problems)
    by_schema = schema_problems(tree, kind)
    try:
        document = load(tree.source.text, tree.file)
    except DocumentError as error:
        return [*error.problems, *added(by_schema, error.problems)]
    return by_schema or _meant(document)


def _meant(document: Document) -> list[Problem]:
    """The problems of meaning of a well-formed document, or those of a document that it names."""
    try:
        return _checked(document)
    except ReteChessError as error:
        return problems_of(document, error)


def _checked(document: Document) -> list[Problem]:
    named = [*name_problems(document), *modifier_problems(document)] or letter_problems(document)
    if named:
        return named
    filed = file_name_problems(document)
    if isinstance(document.model, ProfileDocument):
        return [*filed, *profile_problems(document)]
    subject, problems = build(document)
    meant = meaning_problems(subject) if subject is not None else []
    return [*filed, *problems, *meant, *scenario_problems(document)]
