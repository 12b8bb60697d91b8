"""One table for each mapping: every word of the language stands in each exactly once, is documented, has a
schema, and takes effect in at least one scenario."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from rete_chess.compiler.lower import _actions as lowered
from rete_chess.compiler.lower.patterns import PATTERNS
from rete_chess.compiler.lower.rules import JOINS
from rete_chess.compiler.lower.terms import VALUES
from rete_chess.compiler.policies.ends import End
from rete_chess.core.board import Board
from rete_chess.core.results import Result
from rete_chess.documents.language import pattern as pattern_models
from rete_chess.documents.language import target as target_models
from rete_chess.documents.language.action import ACTIONS
from rete_chess.documents.language.values import Ref
from rete_chess.engine.derived import _contributions as contributions
from rete_chess.engine.move.run import Run
from rete_chess.engine.move.tables import EVENT_KINDS, EXECUTIONS
from rete_chess.facts.rules import Rule
from rete_chess.facts.words.actions import Action, CallHook, Contribute
from rete_chess.facts.words.word import Word, walk
from rete_chess.testing import files
from tests.words.test_words import words

ROOT = Path(__file__).resolve().parents[2]
LANGUAGE = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
PATTERN_WORDS = {model.word: model for model in pattern_models.PATTERNS.values()}


def test_every_action_of_documents_is_lowered_once() -> None:
    assert set(lowered.ACTIONS) == set(ACTIONS.values())
    assert len(set(map(id, lowered.ACTIONS.values()))) == len(lowered.ACTIONS)


def test_every_lowering_makes_an_action_that_is_executed() -> None:
    made = {get_type_hints(lower)["return"] for lower in lowered.ACTIONS.values()}
    known = set(words(Action))
    assert made == known - {CallHook}  # which stands for the hooks of Python presets
    # What is contributed is derived from facts, not executed.
    assert set(EXECUTIONS) == known - {Contribute}


def test_every_event_that_actions_make_has_a_consequence_and_a_phrase() -> None:
    made = {getattr(action, "makes", "") for action in words(Action)} - {""}
    assert made == set(EVENT_KINDS) - {"death"}  # which follows from facts, whoever wrote them
    assert all(kind.phrase for kind in EVENT_KINDS.values())


def test_every_pattern_of_documents_is_lowered_once() -> None:
    models = set(pattern_models.PATTERNS.values())
    assert set(PATTERNS) | set(JOINS) == models
    # At the top of a rule a network joins what it can; elsewhere the same patterns are matched one by one.
    assert set(JOINS) - set(PATTERNS) == {pattern_models.EventPattern}


def test_every_target_and_value_of_documents_is_lowered() -> None:
    assert set(lowered.TARGETS) == {Ref, target_models.Role, *target_models.TARGETS.values()}
    assert set(lowered.PLACES) == set(target_models.PLACES.values())
    assert Ref in VALUES


@pytest.mark.parametrize("table", ["ACTIONS", "TARGETS", "PLACES", "EXECUTIONS", "EVENT_KINDS", "PATTERNS"])
def test_no_word_enters_a_table_twice(table: str) -> None:
    """A second entry would silently replace the first: the decorators are counted in the sources."""
    entered: list[str] = []
    for path in sorted((ROOT / "rete_chess").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                entered += [word for call in node.decorator_list for word in _entered(call, path, table)]
    assert len(entered) == len(set(entered)), sorted(word for word in entered if entered.count(word) > 1)


def _entered(call: ast.expr, path: Path, table: str) -> Iterator[str]:
    """The words that a decorator enters into a table."""
    if not isinstance(call, ast.Call):
        return
    arguments = [ast.unparse(argument) for argument in call.args]
    entering = (getattr(call.func, "id", ""), table)
    is_pattern = entering == ("_lowers", "PATTERNS") and path.name == "patterns.py"
    if entering in (("executes", "EXECUTIONS"), ("happens", "EVENT_KINDS")) or is_pattern:
        yield from arguments
    elif entering[0] == "_lowers" and arguments[:1] == [table]:
        yield from arguments[1:]


# -- documents, schemas, scenarios -----------------------------------------------------------------


@pytest.mark.parametrize("word", [*ACTIONS, *PATTERN_WORDS])
def test_every_word_has_its_line_in_the_description_of_the_language(word: str) -> None:
    rows = [line for line in LANGUAGE.splitlines() if line.startswith("|")]
    assert any(re.search(rf"`{word}`", row.split("|")[1]) for row in rows), f"`{word}` has no row"


@pytest.mark.parametrize("word", [*ACTIONS, *PATTERN_WORDS])
def test_every_word_has_a_schema(word: str) -> None:
    schema = json.loads((ROOT / "schemas" / "variant.schema.json").read_text(encoding="utf-8"))
    kind = "Action" if word in ACTIONS else "Pattern"
    assert f'"{word}"' in json.dumps(schema["$defs"][kind])


@cache
def effective_words() -> frozenset[type[Word]]:
    """The words of all rules that fire, hold or end a game in the scenarios of the suite."""
    used: dict[int, Any] = {}

    with pytest.MonkeyPatch.context() as patch:
        execute, filled, judge = Run._execute, contributions._filled, End.judge

        def noted_execute(run: Run, point: str, rule: Rule, *rest: Any) -> None:
            used[id(rule)] = (rule.guards, rule.actions, tuple(term for _, term in rule.names))
            execute(run, point, rule, *rest)

        def noted_filled(game: Any, rule: Rule, *rest: Any) -> Iterator[Any]:
            for match in filled(game, rule, *rest):
                used[id(rule)] = (rule.guards, rule.actions)
                yield match

        def noted_judge(end: End, board: Board) -> Result | None:
            result = judge(end, board)
            if result is not None:
                used[id(end)] = (end.when, end.winner)
            return result

        patch.setattr(Run, "_execute", noted_execute)
        patch.setattr(contributions, "_filled", noted_filled)
        patch.setattr(End, "judge", noted_judge)
        for path in files.tested_files([ROOT / "tests" / "scenarios"]):
            for outcome in files.run_file(path, ("native",), 0):
                assert not outcome.problems, outcome
    return frozenset(type(word) for parts in used.values() for word in walk(parts))


#: Words that no rule can use: a hook stands for Python presets, which scenarios do not have.
ELSEWHERE = {CallHook}


@pytest.mark.parametrize(
    "word", [word for word in words() if word not in ELSEWHERE], ids=lambda w: w.__name__
)
def test_every_word_takes_effect_in_a_scenario(word: type[Word]) -> None:
    assert word in effective_words()
