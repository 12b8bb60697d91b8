"""Checks of scenarios: the variant they play, its presets, positions, and the rules that must fire."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rete_chess.checks.names import error_at, problem_at, setting_path, unknown, use_problems
from rete_chess.checks.scenario_facts import Known, known_to
from rete_chess.compiler import Program, catalog
from rete_chess.documents import Document, VariantDocument
from rete_chess.documents.kinds.neighbours import is_file_name
from rete_chess.documents.kinds.scenario import Consequences, MovesStep, MoveStep, QueueStep, ScenarioDocument
from rete_chess.documents.kinds.scenario_position import Position
from rete_chess.documents.reading.tree import KeyPath
from rete_chess.engine import Engine
from rete_chess.errors import BudgetError, NameLookupError, Problem, ReteChessError
from rete_chess.testing import Case, cases_of
from rete_chess.testing.firings import name_problem
from rete_chess.testing.runner import program_of_case


def scenario_problems(document: Document) -> list[Problem]:
    """The problems of the names in the scenarios of a document."""
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
    variants = catalog.names(catalog.variants(), tree.neighbours)
    if isinstance(case.variant, str) and not is_file_name(case.variant) and case.variant not in variants:
        yield unknown(tree, place, "variant", case.variant, variants)
        return
    named = [*use_problems(case.presets, tree, _setting_path(case, "presets"))]
    path, profiles = _setting_path(case, "profiles"), catalog.names(catalog.profiles(), tree.neighbours)
    for index, name in enumerate(case.profiles):
        if not is_file_name(name) and name not in profiles:
            named.append(unknown(tree, (*path, index), "profile", name, profiles))
    named += _outside(case)
    yield from named
    if named:
        return
    try:
        programs = [*_programs(case)]
    except BudgetError:
        raise
    except ReteChessError as error:
        setting = _own_setting(case, error)
        if setting or not isinstance(case.variant, Document):  # else the variant says so itself
            yield error_at(tree, setting or place, error)
        return
    try:
        Engine(programs[0], case.fen, network="native")
    except BudgetError:
        raise
    except ReteChessError as error:
        if case.fen is not None:
            yield error_at(tree, _setting_path(case, "fen"), error)
    yield from _told_problems(case, programs)


def _outside(case: Case) -> Iterator[Problem]:
    """The problems of files that a scenario names and that are not in its own folder or below."""
    named = [(_setting_path(case, "variant"), case.variant)] if isinstance(case.variant, str) else []
    path = _setting_path(case, "profiles")
    named += [((*path, index), name) for index, name in enumerate(case.profiles)]
    for step, told in enumerate(case.course.play or ()):
        if isinstance(told, QueueStep):
            home = (*case.path, "play", step, "queue")
            named += [((*home, index), name) for index, name in enumerate(told.queue)]
    for place, name in named:
        try:
            case.named(name)
        except NameLookupError as error:
            yield error_at(case.tree, place, error)


def _programs(case: Case) -> Iterator[Program]:
    """The program that a scenario plays, and those to which the profiles that it queues lead."""
    yield program_of_case(case)
    for step in case.course.play or ():
        if isinstance(step, QueueStep):
            yield program_of_case(replace(case, profiles=step.queue))


def _own_setting(case: Case, error: ReteChessError) -> KeyPath:
    """The path at which a scenario gives the setting that an error speaks of."""
    for home in dict.fromkeys((case.path, ())):
        found = setting_path(case.tree.at(home), error)
        if found:
            return (*home, *found)
    return ()


def _told_problems(case: Case, programs: Sequence[Program]) -> Iterator[Problem]:
    """The problems of the facts, moves and rules that a scenario names."""
    known = known_to(case.tree, programs)
    given = _setting_path(case, "given")
    for index, fact in enumerate(case.given):
        yield from known.fact_problems((*given, index), fact)
    for path, moves in _moves(case):
        yield from known.move_problems(path, moves)
    rules = [rule.id for program in programs for rule in program.rules]
    for path, told in _told(case):
        if isinstance(told, Position):
            yield from _position_problems(known, path, told)
        if isinstance(told, Consequences):
            yield from _rule_problems(case, path, told, rules)
            for key, firings in (("fires", told.fires), ("contains", told.contains)):
                for index, firing in enumerate(firings or ()):
                    yield from known.square_problem((*path, key, index), firing.square)


def _position_problems(known: Known, path: KeyPath, told: Position) -> Iterator[Problem]:
    for index, fact in enumerate(told.then or ()):
        yield from known.fact_problems((*path, "then", index), fact)
    listed = {
        "legal": told.legal,
        "onlyLegal": told.only_legal,
        "illegal": [illegal.move for illegal in told.illegal or ()],
    }
    for key, moves in listed.items():
        for index, move in enumerate(moves or ()):
            yield from known.move_problems((*path, key, index), [move])


def _setting_path(case: Case, key: str) -> KeyPath:
    """The path of a part of a scenario's setting: in the scenario itself, or at the top of its document."""
    own = (*case.path, key)
    return own if own in case.tree.marks else (key,)


def _told(case: Case) -> Iterator[tuple[KeyPath, Position | Consequences]]:
    """The expectations of a scenario about positions and moves, with their paths."""
    course = case.course
    if course.before is not None:
        yield (*case.path, "before"), course.before
    yield case.path, course
    for index, step in enumerate(course.play or ()):
        if not isinstance(step, MovesStep):
            yield (*case.path, "play", index), step


def _moves(case: Case) -> Iterator[tuple[KeyPath, Sequence[str]]]:
    """The moves that a scenario plays, with their paths; those that must be refused are left out."""
    for index, step in enumerate(case.course.play or ()):
        if isinstance(step, MovesStep):
            yield (*case.path, "play", index), step.moves
        elif isinstance(step, MoveStep) and step.refused is None:
            yield (*case.path, "play", index, "move"), (step.move,)


def _rule_problems(case: Case, path: KeyPath, expected: Consequences, rules: list[str]) -> Iterator[Problem]:
    """The problems of unknown rules that must or must not fire; rules of presets that end still count."""
    listed = (
        ("fires", [firing.rule for firing in expected.fires or ()]),
        ("contains", [firing.rule for firing in expected.contains or ()]),
        ("notFires", list(expected.not_fires or ())),
    )
    for key, names in listed:
        for index, name in enumerate(names):
            message = name_problem(name, rules)
            if message:
                text, _, hint = message.partition("; ")
                yield problem_at(case.tree, (*path, key, index), "E_UNKNOWN_NAME", text, hint or None)
