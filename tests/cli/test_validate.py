"""`validate`: every mistake with its line, for people and for machines."""

from __future__ import annotations

from pathlib import Path

import pytest

from rete_chess.checks import examine
from rete_chess.checks.schema_gate import added, schema_problems, validator
from rete_chess.cli.commands.validate import excerpt
from rete_chess.documents import read_tree
from rete_chess.errors import Problem
from tests.cli.helpers import ROOT, Run, start

BAD = sorted(
    path
    for folder in ("bad", "testing/bad")
    for path in (ROOT / "tests" / folder).rglob("*.*")
    if path.is_file()
)
BROKEN = "kind: variant\nid: broken\nname: Broken\nextends: chess\nrulez: []\nperft: {1: -1}\n"
KEYS = {"code", "severity", "message", "path", "line", "column", "hint"}


@pytest.fixture
def broken(tmp_path: Path) -> str:
    path = tmp_path / "broken.variant.yaml"
    path.write_text(BROKEN)
    return str(path)


def test_json_is_the_contract(run: Run, broken: str) -> None:
    shipped = str(ROOT / "descriptors" / "variants" / "atomic.variant.yaml")
    outcome = run("validate", broken, shipped, "--json")
    assert outcome.code == 1
    assert [sorted(file) for file in outcome.json["files"]] == [["file", "ok", "problems"]] * 2
    first, second = outcome.json["files"]
    assert (first["file"], first["ok"], second["file"], second["ok"]) == (broken, False, shipped, True)
    assert second["problems"] == []
    assert all(set(problem) == KEYS for problem in first["problems"])
    assert first["problems"][0] == {
        "code": "E_DOC_UNKNOWN_KEY",
        "severity": "error",
        "message": first["problems"][0]["message"],
        "path": "rulez",
        "line": 5,
        "column": 1,
        "hint": "did you mean 'rules'?",
    }
    assert [(p["code"], p["line"]) for p in first["problems"]] == [
        ("E_DOC_UNKNOWN_KEY", 5),
        ("E_DOC_VALUE", 6),
    ]


def test_people_see_the_line_with_a_caret_and_the_repair(run: Run, broken: str) -> None:
    outcome = run("validate", broken)
    assert outcome.code == 1
    lines = outcome.out.splitlines()
    assert lines[0].startswith(f"{broken}:5:1: error: unknown key 'rulez'")
    assert lines[0].endswith("[E_DOC_UNKNOWN_KEY]")
    assert lines[1:4] == ["  5 | rulez: []", "    | ^", "  → did you mean 'rules'?"]
    assert lines[-1] == f"{broken}: 2 errors"


def test_a_good_file_is_ok(run: Run) -> None:
    path = str(ROOT / "rules" / "presets" / "piece-hp.preset.yaml")
    outcome = run("validate", path)
    assert (outcome.code, outcome.out) == (0, f"ok  {path}\n")


def test_warnings_are_findings_only_if_asked_for(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "lax.variant.yaml"
    path.write_text("kind: variant\nid: lax\nname: Lax\nextends: chess\nroyal: []\n")
    outcome = run("validate", str(path))
    assert outcome.code == 0
    assert "warning:" in outcome.out
    assert outcome.out.endswith("1 warning\n")
    assert run("validate", "--strict", str(path)).code == 1
    assert run("validate", str(path), "--json").json["files"][0]["ok"] is True


def test_standard_input(run: Run) -> None:
    outcome = run("validate", "-", "--json", lines=BROKEN)
    assert outcome.code == 1
    assert outcome.json["files"][0]["file"] == "<stdin>"
    assert outcome.json["files"][0]["problems"][0]["line"] == 5
    process = start("validate", "-", typed=BROKEN.encode())
    assert process.code == 1
    assert "<stdin>:5:1: error:" in process.out


def test_no_file_is_a_usage_error(run: Run) -> None:
    assert run("validate").code == 2


def test_a_file_that_is_not_there(run: Run, tmp_path: Path) -> None:
    outcome = run("validate", str(tmp_path / "nothing.variant.yaml"), str(tmp_path / "none"), "--json")
    assert outcome.code == 1
    codes = [problem["code"] for file in outcome.json["files"] for problem in file["problems"]]
    assert codes == ["E_DOC_READ", "E_DOC_READ"]


def test_there_are_enough_bad_documents() -> None:
    assert len(BAD) >= 120
    assert {path.name.split(".")[1] for path in BAD} >= {"piece", "preset", "scenario", "variant"}


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.name)
def test_bad_document_is_told_once_and_in_order(path: Path) -> None:
    found = examine(path)
    assert not found.is_ok
    places = [(problem.line or 0, problem.column or 0) for problem in found.problems]
    assert places == sorted(places)
    assert not any(problem.code == "E_DOC_SCHEMA" for problem in found.problems)
    expected = path.read_text(encoding="utf-8").partition("\n")[0]
    if expected.startswith("# expect: "):
        told = ", ".join(f"{problem.code} {problem.line}:{problem.column}" for problem in found.problems)
        assert told == expected.removeprefix("# expect: ")


# -- the gate of the schemas -----------------------------------------------------------------------


def test_what_only_the_schema_forbids_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = read_tree("{id: wolf, letter: w, moves: []}", "wolf.piece.yaml")
    assert schema_problems(tree, "piece") == []
    stricter = {
        **validator("piece").schema,
        "properties": {"letter": {"const": "x"}},
        "additionalProperties": True,
    }
    monkeypatch.setattr(
        "rete_chess.checks.schema_gate.validator", lambda kind: type(validator("piece"))(stricter)
    )
    (problem,) = examine("{id: wolf, letter: w, moves: []}", "wolf.piece.yaml").problems
    assert (problem.code, problem.path, problem.line, problem.column) == ("E_DOC_SCHEMA", "letter", 1, 20)


def test_what_others_say_better_is_not_said_again() -> None:
    own = [
        Problem("E_DOC_SCHEMA", "x", path="moves[0]", line=3),
        Problem("E_DOC_SCHEMA", "y", path="id", line=1),
    ]
    others = [Problem("E_DOC_VALUE", "z", path="moves[0].leap", line=4)]
    assert [problem.message for problem in added(own, others)] == ["y"]


# -- excerpts --------------------------------------------------------------------------------------


def test_a_long_line_is_cut_around_the_place() -> None:
    line = "x" * 200 + "Y" + "z" * 200
    source, caret = excerpt([line], Problem("E_DOC_VALUE", "x", line=1, column=201))
    assert source[caret.index("^")] == "Y"
    assert len(source) < 130


def test_tabs_and_controls_do_not_move_the_caret() -> None:
    source, caret = excerpt(["\ta\x1b[0mY"], Problem("E_DOC_VALUE", "x", line=1, column=7))
    assert source[caret.index("^")] == "Y"
    assert "\x1b" not in source


def test_no_place_no_excerpt() -> None:
    assert excerpt(["x"], Problem("E_DOC_READ", "x")) == []
    assert excerpt(["x"], Problem("E_DOC_READ", "x", line=5, column=1)) == []


def test_variants_that_extend_each_other_keep_their_place(run: Run, tmp_path: Path) -> None:
    for name, parent in (("one", "two"), ("two", "one")):
        text = f"kind: variant\nid: {name}\nname: {name}\nextends: {parent}\n"
        (tmp_path / f"{name}.variant.yaml").write_text(text)
    (tmp_path / "empty.variant.yaml").write_text("")
    files = [str(tmp_path / f"{name}.variant.yaml") for name in ("one", "empty")]
    circle, empty = run("validate", *files, "--json").json["files"]
    assert [(found["code"], found["line"]) for found in circle["problems"]] == [("E_EXTENDS", 4)]
    assert empty["problems"]
    assert "two.variant.yaml:4:" in run("moves", files[0]).err


def test_a_broken_parent_is_told_where_it_is_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "parent.variant.yaml").write_text("kind: variant\nid: parent\nname: P\nmuves: []\n")
    child = tmp_path / "child.variant.yaml"
    child.write_text("kind: variant\nid: child\nname: C\nextends: parent\n")
    (found,) = run("validate", str(child), "--json").json["files"]
    assert [problem["code"] for problem in found["problems"]] == ["E_DOC_UNKNOWN_KEY"]


def test_a_folder_stands_for_its_documents(run: Run, broken: str, tmp_path: Path) -> None:
    (tmp_path / "notes.yaml").write_text("no document: at all\n")
    (tmp_path / "deeper").mkdir()
    good = tmp_path / "deeper" / "good.variant.yaml"
    good.write_text("kind: variant\nid: good\nname: Good\nextends: chess\n")
    outcome = run("validate", str(tmp_path), broken, "--json")
    assert outcome.code == 1
    assert [(file["file"], file["ok"]) for file in outcome.json["files"]] == [
        (broken, False),
        (str(good), True),
    ]


def test_a_folder_without_documents_is_no_mistake(run: Run, tmp_path: Path) -> None:
    outcome = run("validate", str(tmp_path))
    assert (outcome.code, outcome.out) == (0, "no documents\n")
