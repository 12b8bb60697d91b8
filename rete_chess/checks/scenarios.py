"""Names inside scenarios: the variant that is played, its presets, and the rules that must fire."""

from __future__ import annotations

from collections.abc import Iterator

from rete_chess.checks.names import unknown, use_problems
from rete_chess.compiler import catalog
from rete_chess.documents import Document, VariantDocument
from rete_chess.documents.scenario import Consequences, MoveStep, ScenarioDocument
from rete_chess.documents.tree import KeyPath, format_path
from rete_chess.errors import Problem, ReteChessError
from rete_chess.testing import Case, cases_of
from rete_chess.testing.firings import name_problem
from rete_chess.testing.runner import program_of_case


def scenario_problems(document: Document) -> list[Problem]:
    """What is wrong with the names in the scenarios of a document."""
    if not isinstance(document.model, (ScenarioDocument, VariantDocument)):
        return []
    problems: dict[tuple[str, str], Problem] = {}
    for case in cases_of(document):
        for problem in _case_problems(case):
            problems.setdefault((problem.code, problem.path), problem)
    return list(problems.values())


def _case_problems(case: Case) -> Iterator[Problem]:
    tree = case.tree
    place = _setting_path(case, "variant")
    if _is_unknown(case.variant):
        yield unknown(tree, place, "variant", str(case.variant), catalog.variants().list())
        return
    named = [*use_problems(case.presets, tree, _setting_path(case, "presets"))]
    yield from named
    profiles = _setting_path(case, "profiles")
    for index, name in enumerate(case.profiles):
        if "." not in name and not catalog.profiles().has(name):
            named.append(unknown(tree, (*profiles, index), "profile", name, catalog.profiles().list()))
            yield named[-1]
    if named:
        return
    try:
        program = program_of_case(case)
    except ReteChessError as error:
        if isinstance(case.variant, Document):
            return  # the variant says so itself
        line, column = tree.place(place)
        yield Problem(error.code, error.message, "error", format_path(place), line, column, error.hint)
        return
    rules = [rule.id for rule in program.rules]
    for path, expected in _consequences(case):
        yield from _rule_problems(case, path, expected, rules)


def _is_unknown(variant: str | Document) -> bool:
    """Whether a variant is named by an id that no shipped one has."""
    return isinstance(variant, str) and "." not in variant and not catalog.variants().has(variant)


def _setting_path(case: Case, key: str) -> KeyPath:
    """Where a scenario says something of its setting: by itself, or for all of its document."""
    own = (*case.path, key)
    return own if own in case.tree.marks else (key,)


def _consequences(case: Case) -> Iterator[tuple[KeyPath, Consequences]]:
    yield case.path, case.course
    for index, step in enumerate(case.course.play or ()):
        if isinstance(step, MoveStep):
            yield (*case.path, "play", index), step


def _rule_problems(case: Case, path: KeyPath, expected: Consequences, rules: list[str]) -> Iterator[Problem]:
    """Rules that must or must not fire and that nobody has; rules of presets that end still count."""
    listed = (
        ("fires", [firing.rule for firing in expected.fires or ()]),
        ("contains", [firing.rule for firing in expected.contains or ()]),
        ("notFires", list(expected.not_fires or ())),
    )
    for key, names in listed:
        for index, name in enumerate(names):
            message = name_problem(name, rules)
            if message:
                here = (*path, key, index)
                line, column = case.tree.place(here)
                text, _, hint = message.partition("; ")
                yield Problem("E_UNKNOWN_NAME", text, "error", format_path(here), line, column, hint or None)
