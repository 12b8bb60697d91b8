"""`new`: the files it writes are valid, tested, and known to editors."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rete_chess.checks import examine
from rete_chess.cli.commands.new import KINDS
from rete_chess.documents import load_document
from rete_chess.documents.kinds.document import MODELS
from rete_chess.testing import run_scenarios
from tests.cli.helpers import ROOT, Run

each_kind = pytest.mark.parametrize("kind", KINDS)


def test_the_kinds_are_kinds_of_documents() -> None:
    assert set(KINDS) == set(MODELS) - {"save"}


@each_kind
def test_new_document_is_valid_and_commented(kind: str, run: Run, tmp_path: Path) -> None:
    outcome = run("new", kind, "first-try", "--to", str(tmp_path / "deep" / "er"), "--json")
    assert outcome.code == 0
    path = tmp_path / "deep" / "er" / f"first-try.{kind}.yaml"
    assert outcome.json == {"kind": kind, "id": "first-try", "file": str(path)}
    assert examine(path).problems == ()
    text = path.read_text(encoding="utf-8")
    assert "{{" not in text
    assert text.count("#") > 4
    assert "First try" in text


@each_kind
def test_first_line_leads_editors_to_the_schema(kind: str, run: Run, tmp_path: Path) -> None:
    run("new", kind, "first-try", "--to", str(tmp_path))
    first = (tmp_path / f"first-try.{kind}.yaml").read_text(encoding="utf-8").splitlines()[0]
    schema = json.loads((ROOT / "schemas" / f"{kind}.schema.json").read_text(encoding="utf-8"))
    assert first == f"# yaml-language-server: $schema={schema['$id']}"


def test_inside_the_checkout_the_schema_is_named_as_seen_from_the_file(run: Run) -> None:
    path = ROOT / "tests" / "cli" / "first-try.preset.yaml"
    try:
        run("new", "preset", "first-try", "--to", str(path.parent))
        first = path.read_text(encoding="utf-8").splitlines()[0]
    finally:
        path.unlink()
    assert first == "# yaml-language-server: $schema=../../schemas/preset.schema.json"


def test_tests_of_a_new_variant_and_scenario_pass(run: Run, tmp_path: Path) -> None:
    run("new", "variant", "first-try", "--to", str(tmp_path))
    run("new", "scenario", "first-try", "--to", str(tmp_path))
    scenario = load_document(tmp_path / "first-try.scenario.yaml")
    assert getattr(scenario.model, "variant", None) == "first-try.variant.yaml"
    for document in (scenario, load_document(tmp_path / "first-try.variant.yaml")):
        outcomes = run_scenarios(document, "native")
        assert len(outcomes) == 2
        assert [str(outcome) for outcome in outcomes if not outcome.passed] == []


NEIGHBOURS = """kind: variant
id: whole
name: Whole
extends: chess
layout: mine
pieces: {w: mine}
tiles: {d4: mine}
abilities: [{id: mine, for: {type: knight}}]
tests:
  - {name: the layout, legal: [c1b3]}
  - name: the piece and the tile
    fen: "4k3/8/8/8/8/2W5/8/4K3 w - - 0 1"
    before: {legal: [c3b5, c3e5], illegal: [{move: c3f6, forbiddenBy: mine}]}
    play: c3d4
    contains: [mine/burn]
    then: [{square: d4, empty: true}]
  - name: the ability
    fen: "4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1"
    play: c3d5
    contains: [mine/count]
    then: [{square: d5, Trophies: 1}]
"""


def test_new_parts_can_be_used_by_a_variant_beside_them(run: Run, tmp_path: Path) -> None:
    for kind in ("tile", "ability", "piece", "layout"):
        assert run("new", kind, "mine", "--to", str(tmp_path)).code == 0
    path = tmp_path / "whole.variant.yaml"
    path.write_text(NEIGHBOURS)
    assert examine(path).problems == ()
    assert [str(outcome) for outcome in run_scenarios(load_document(path)) if not outcome.passed] == []
    piece = tmp_path / "mine.piece.yaml"
    piece.write_text(piece.read_text().replace("{leap: knight}", "{leap: all}"))
    outcomes = run_scenarios(load_document(path))  # a piece that changes is read anew
    assert [outcome.passed for outcome in outcomes] == [True, False, True]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("pieces: {w: mein}", "E_UNKNOWN_NAME 5:13"), ("layout: mein", "E_UNKNOWN_NAME 5:9")],
)
def test_names_of_parts_beside_a_variant_are_offered(
    text: str, expected: str, run: Run, tmp_path: Path
) -> None:
    for kind in ("piece", "layout"):
        run("new", kind, "mine", "--to", str(tmp_path))
    path = tmp_path / "whole.variant.yaml"
    path.write_text(f"kind: variant\nid: whole\nname: Whole\nextends: chess\n{text}\n")
    (problem,) = examine(path).problems
    assert f"{problem.code} {problem.line}:{problem.column}" == expected
    assert problem.hint == "did you mean 'mine'?"


def test_nothing_is_overwritten_unless_forced(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "mine.variant.yaml"
    path.write_text("precious")
    outcome = run("new", "variant", "mine", "--to", str(tmp_path))
    assert outcome.code == 2
    assert "--force" in outcome.err
    assert path.read_text() == "precious"
    assert run("new", "variant", "mine", "--to", str(tmp_path), "--force").code == 0
    assert path.read_text().startswith("# yaml")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("My Variant", "did you mean 'my-variant'?"),
        ("../evil", "did you mean 'evil'?"),
        ("x" * 65, "is no id"),
        ("", "is no id"),
        ("atomic", "is shipped already"),
    ],
)
def test_name_is_an_id_that_is_free(name: str, words: str, run: Run, tmp_path: Path) -> None:
    outcome = run("new", "variant", name, "--to", str(tmp_path))
    assert outcome.code == 2
    assert words in outcome.err
    assert list(tmp_path.iterdir()) == []
