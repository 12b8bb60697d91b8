"""Scenario documents: those of the project fit their schema, broken ones report what and where."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from rete_chess.documents import load_document, parse_document, read_tree
from rete_chess.documents.kinds.scenario import MovesStep, MoveStep, Refusal, ScenarioDocument, UndoStep
from rete_chess.documents.kinds.scenario_firing import ExpectedFiring, parse_firing
from rete_chess.errors import CODES, DocumentError, Problem
from rete_chess.primitives.schema import build_schema
from rete_chess.testing import cases_of, run_scenario

TESTS = Path(__file__).resolve().parents[1]
SCENARIOS = sorted((TESTS / "scenarios").rglob("*.scenario.yaml"))
BAD = sorted((TESTS / "testing" / "bad").iterdir())

each_bad = pytest.mark.parametrize("path", BAD, ids=lambda path: path.name.split(".")[0])


def problems(path: Path) -> tuple[Problem, ...]:
    with pytest.raises(DocumentError) as caught:
        load_document(path)
    return caught.value.problems


def scenario(text: str) -> ScenarioDocument:
    return parse_document(ScenarioDocument, read_tree(text, "<test>"))


# -- broken documents ------------------------------------------------------------------------------


@each_bad
def test_bad_file_reports_what_it_expects(path: Path) -> None:
    first = path.read_text(encoding="utf-8").splitlines()[0]
    found = ", ".join(f"{problem.code} {problem.line}:{problem.column}" for problem in problems(path))
    assert found == first.removeprefix("# expect: ")


@each_bad
def test_messages_are_for_people(path: Path) -> None:
    for problem in problems(path):
        assert problem.code in CODES
        assert 0 < len(problem.message) < 400
        assert not re.search(r"pydantic|https?:|Input should|validator|NoneType", problem.message)


@pytest.mark.parametrize(
    ("name", "path", "message", "hint"),
    [
        (
            "asserts-nothing",
            "",
            "the scenario asserts nothing: it needs one of before, fires, contains, notFires",
            None,
        ),
        ("unknown-key", "not-fires", "unknown key 'not-fires'", "did you mean 'notFires'?"),
        ("firing-at-no-stage", "fires[0]", "`fires[0]` must be a rule at one of", "did you mean 'damage'?"),
        (
            "firing-on-no-square",
            "fires[0]",
            "`fires[0]` must be a rule such as lose-hp, with `at STAGE`",
            None,
        ),
        ("fires-without-a-move", "fires", "`fires` needs a move", "add `play`"),
        ("fact-says-nothing", "then[0]", "the fact says nothing about its square", None),
        (
            "refused-with-no-code",
            "play[0].refused",
            "`refused` must be one of",
            "did you mean 'E_MOVE_REFUSED'?",
        ),
        (
            "result-is-a-word",
            "result",
            "`result` must be ongoing, {win: white}, {win: white, because: checkmate} or {draw: stalemate}",
            None,
        ),
        ("two-of-the-same-name", "scenarios[1].name", "a second scenario has the name 'one'", None),
    ],
)
def test_path_message_and_hint(name: str, path: str, message: str, hint: str | None) -> None:
    (problem,) = problems(TESTS / "testing" / "bad" / f"{name}.scenario.yaml")
    assert problem.path == path
    assert problem.message.startswith(message)
    assert problem.hint == hint


# -- the schema ------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.name.split(".")[0])
def test_scenarios_fit_their_schema_and_say_what_they_are_about(path: Path) -> None:
    jsonschema.Draft202012Validator(build_schema("scenario")).validate(read_tree(path).value)
    assert path.read_text(encoding="utf-8").startswith("# ")


def test_the_same_scenario_in_json_is_the_same_scenario() -> None:
    for path in SCENARIOS:
        tree = read_tree(path)
        as_json = read_tree(json.dumps(tree.value), "<test>.json")
        assert parse_document(ScenarioDocument, as_json) == parse_document(ScenarioDocument, tree)


#: What only the model can say: combinations, and names that must differ.
BEYOND_SCHEMA = {
    "asserts-nothing",
    "empty-with-a-piece",
    "entry-asserts-nothing",
    "fact-says-nothing",
    "fires-and-contains",
    "fires-without-a-move",
    "firing-at-no-stage",
    "given-type-without-color",
    "refused-and-fires",
    "two-of-the-same-name",
}


@each_bad
def test_the_schema_refuses_what_the_model_refuses(path: Path) -> None:
    value: Any = read_tree(path).value
    fits = jsonschema.Draft202012Validator(build_schema("scenario")).is_valid(value)
    assert fits == (path.name.split(".")[0] in BEYOND_SCHEMA)


# -- meaning ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "firing"),
    [
        ("lose-hp", ExpectedFiring("lose-hp")),
        ("piece-hp/lose-hp", ExpectedFiring("piece-hp/lose-hp")),
        ("lose-hp on e4", ExpectedFiring("lose-hp", square="e4")),
        ("explode at death in capture on p16", ExpectedFiring("explode", "death", "capture", "p16")),
        ("explode in capture", ExpectedFiring("explode", stage="capture")),
    ],
)
def test_firing_texts(text: str, firing: ExpectedFiring) -> None:
    assert parse_firing(text) == firing
    assert str(firing) == text
    model = scenario(f"{{play: e2e4, fires: ['{text}']}}")
    assert model.fires == (firing,)


def test_a_firing_part_by_part() -> None:
    model = scenario("{play: e2e4, fires: [{rule: explode, at: death, stage: capture, square: e4}]}")
    assert model.fires == (ExpectedFiring("explode", "death", "capture", "e4"),)


def test_steps() -> None:
    model = scenario("{result: ongoing, play: [e2e4 e7e5, {move: Nf3, refused: E_MOVE_REFUSED}, {undo: 2}]}")
    assert model.play is not None
    moves, move, undo = model.play
    assert moves == MovesStep(("e2e4", "e7e5"))
    assert isinstance(move, MoveStep)
    assert move.refused == Refusal("E_MOVE_REFUSED")
    assert isinstance(undo, UndoStep)
    assert undo.undo == 2
    assert scenario("{result: ongoing, play: e2e4 e7e5}").play == (MovesStep(("e2e4", "e7e5")),)


def test_scenarios_inherit_the_setting_of_their_document(tmp_path: Path) -> None:
    path = tmp_path / "two.scenario.yaml"
    path.write_text(
        "{variant: atomic, presets: [{id: piece-hp}], fen: f, given: [{side: white, A: 1}], scenarios: ["
        "{name: one, result: ongoing},"
        "{name: two, result: ongoing, variant: v.variant.yaml, presets: [], fen: g,"
        " given: [{side: black, B: 2}]}]}"
    )
    one, two = cases_of(load_document(path))
    assert (one.name, one.variant, one.fen, one.path) == ("one", "atomic", "f", ("scenarios", 0))
    assert [preset.id for preset in one.presets] == ["piece-hp"]
    assert (two.variant, two.presets, two.fen) == ("v.variant.yaml", (), "g")
    assert two.named("v.variant.yaml") == tmp_path / "v.variant.yaml"
    assert [len(case.given) for case in (one, two)] == [1, 1]


def test_a_single_scenario_is_called_after_its_file_unless_it_has_a_name(tmp_path: Path) -> None:
    path = tmp_path / "lone.scenario.yaml"
    path.write_text("{result: ongoing}")
    (case,) = cases_of(load_document(path))
    assert (case.name, case.variant, case.presets, case.fen, case.given) == ("lone", "chess", (), None, ())
    path.write_text("{result: ongoing, name: The name}")
    (case,) = cases_of(load_document(path))
    assert case.name == "The name"


def test_other_documents_are_no_scenarios() -> None:
    with pytest.raises(DocumentError, match="a piece is no scenario"):
        cases_of(load_document("kind: piece\nid: wolf\nletter: w\nmoves: []\n"))


@pytest.mark.parametrize("play", ['"1. e4 d5 2.exd5 Qxd5"', "[1. e4 d5, {move: exd5}, 2... Qxd5]"])
def test_moves_may_be_numbered(tmp_path: Path, play: str) -> None:
    path = tmp_path / "numbered.scenario.yaml"
    path.write_text(f"play: {play}\nthen: [{{square: d5, type: queen}}]\n")
    assert run_scenario(path).passed


def test_a_number_alone_is_no_move(tmp_path: Path) -> None:
    path = tmp_path / "numbered.scenario.yaml"
    path.write_text('play: "1."\nlegal: [e4]\n')
    assert "1. cannot be played" in str(run_scenario(path))
