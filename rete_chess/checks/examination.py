"""The examination of one document: its form first, then its meaning."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from rete_chess.checks.budget import beyond
from rete_chess.checks.building import build, problems_of
from rete_chess.checks.hosts import modifier_problems, profile_problems
from rete_chess.checks.letters import letter_problems
from rete_chess.checks.meaning import meaning_problems
from rete_chess.checks.names import file_name_problems, name_problems
from rete_chess.checks.scenarios import scenario_problems
from rete_chess.checks.schema_gate import added, schema_problems
from rete_chess.checks.used_documents import foreign_problems
from rete_chess.compiler.loading import Text, Texts, brought, load_tree, read_stranger
from rete_chess.documents import Document, ProfileDocument, Tree, read_tree
from rete_chess.documents.kinds.document import kind_of
from rete_chess.documents.reading.reader import AnySource
from rete_chess.errors import BudgetError, DocumentError, Problem, ReteChessError
from rete_chess.metering import trying


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


def examine(source: AnySource, name: str | None = None) -> Examination:
    """Find everything that is wrong with a document; see `read_tree` for what a source is."""
    return _examined(lambda: read_tree(source, name))


def examine_text(text: Text, name: str | None = None, documents: Texts = ()) -> Examination:
    """Find everything that is wrong with the document of a stranger; see `load_text`.

    What is wrong with one of those that come along stands where it is named.
    """
    return _examined(lambda: read_stranger(text, name), documents)


def _examined(read: Callable[[], Tree], documents: Texts = ()) -> Examination:
    with trying(what="the look at the document") as meter:
        found = _looked_at(read, documents)
        if any(problem.code == "E_BUDGET" for problem in found.problems):
            meter.forgive()
        return found


def _looked_at(read: Callable[[], Tree], documents: Texts) -> Examination:
    try:
        tree = read()
    except DocumentError as error:
        return Examination(error.file, error.problems, error.lines)
    try:
        given = brought(documents)
    except BudgetError as error:
        found = [beyond(tree, error)]
    except DocumentError as error:
        found = foreign_problems(tree, error)
    else:
        found = _problems(tree if given is None else replace(tree, given=given))
    found.sort(key=lambda problem: (problem.line or 0, problem.column or 0, problem.code))
    return Examination(tree.file, tuple(dict.fromkeys(found)), tree.lines)


def _problems(tree: Tree) -> list[Problem]:
    """The problems of the first gate that finds any; what lies behind it would only echo them."""
    try:
        kind = kind_of(tree)
    except DocumentError as error:
        return list(error.problems)
    try:
        by_schema = schema_problems(tree, kind)
        document = load_tree(tree)
    except BudgetError as error:
        return [beyond(tree, error)]
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
