"""Broken piece documents: every file of `tests/bad/pieces` reports exactly the problems it says it has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rete_chess.documents import PieceDocument, parse_document, read_tree
from rete_chess.errors import CODES, DocumentError, Problem

FOLDER = Path(__file__).resolve().parents[1] / "bad" / "pieces"
YAML_FILES = sorted(FOLDER.glob("*.piece.yaml"))

#: JSON has no comments, so its expectations stand here.
JSON_FILES = {
    "comment": "E_DOC_SYNTAX 2:17",
    "duplicate-key": "E_DOC_DUPLICATE_KEY 4:3",
    "missing-moves": "E_DOC_MISSING 1:1",
    "mode-is-null": "E_DOC_TYPE 4:37",
    "name-with-half-a-character": "E_DOC_ENCODING 4:11",
    "range-on-a-leap": "E_DOC_CONFLICT 5:21",
    "trailing-comma": "E_DOC_SYNTAX 4:14",
    "value-is-nan": "E_DOC_NUMBER 4:12",
}


def problems(source: Path | str) -> tuple[Problem, ...]:
    name = None if isinstance(source, Path) else "<test>"
    with pytest.raises(DocumentError) as caught:
        parse_document(PieceDocument, read_tree(source, name))
    return caught.value.problems


def places(source: Path) -> str:
    return ", ".join(f"{problem.code} {problem.line}:{problem.column}" for problem in problems(source))


@pytest.mark.parametrize("path", YAML_FILES, ids=lambda path: path.name.split(".")[0])
def test_yaml_file_reports_what_it_expects(path: Path) -> None:
    first = path.read_text(encoding="utf-8").splitlines()[0]
    assert places(path) == first.removeprefix("# expect: ")


@pytest.mark.parametrize("name", JSON_FILES)
def test_json_file_reports_what_is_expected(name: str) -> None:
    assert places(FOLDER / f"{name}.piece.json") == JSON_FILES[name]


def test_no_bad_file_is_left_out() -> None:
    listed = {*(f"{name}.piece.json" for name in JSON_FILES), *(path.name for path in YAML_FILES)}
    assert {path.name for path in FOLDER.iterdir()} == listed
    assert len(listed) >= 30


@pytest.mark.parametrize("path", sorted(FOLDER.iterdir()), ids=lambda path: path.name)
def test_messages_are_for_people(path: Path) -> None:
    for problem in problems(path):
        assert problem.code in CODES
        assert problem.message
        assert len(problem.message) < 300
        assert not re.search(r"pydantic|https?:|Input should|validator|NoneType", problem.message)


@pytest.mark.parametrize(
    ("name", "path", "message", "hint"),
    [
        (
            "unknown-key",
            "valu",
            "unknown key 'valu', expected one of kind, id, name",
            "did you mean 'value'?",
        ),
        ("missing-id", "id", "the key `id` is missing", "id: The id by which other documents name the type."),
        (
            "unknown-mode",
            "moves[0].mode",
            "`mode` must be one of both, move, capture, found the text 'captures'",
            "did you mean 'capture'?",
        ),
        (
            "range-on-a-leap",
            "moves[0].range",
            "`range` belongs to a slide or a hop, not to a leap",
            "remove `range`",
        ),
        (
            "value-is-quoted",
            "value",
            "`value` must be a number, found the text '3'",
            "write a number without quotation marks",
        ),
        (
            "stay-without-capture",
            "moves[0].stay",
            "`stay: true` needs `mode: capture`",
            "add `mode: capture`",
        ),
        ("direction-too-far", "moves[0].leap[0][1]", "`leap[0][1]` must be at most 15, found 16", None),
        (
            "promotion-without-types",
            "promotion.to",
            "the key `to` is missing",
            "to: The piece types to choose",
        ),
        ("duplicate-key", "", "the key 'id' stands twice in the same mapping", "it is first given on line 2"),
        ("syntax-tab", "", "the document is not well-formed YAML", "indent with spaces, not with tabs"),
    ],
)
def test_path_message_and_hint(name: str, path: str, message: str, hint: str | None) -> None:
    (problem,) = problems(FOLDER / f"{name}.piece.yaml")
    assert problem.path == path
    assert problem.message.startswith(message)
    assert (problem.hint or "").startswith(hint or "")
    assert (problem.hint is None) == (hint is None)


def test_a_problem_behind_an_alias_stands_at_the_alias_and_keeps_its_path() -> None:
    first, second = problems(FOLDER / "problem-behind-an-alias.piece.yaml")
    assert (first.path, second.path) == ("moves[0].then[0].range", "moves[1].then[0].range")


def test_a_flood_of_problems_is_cut_and_counted() -> None:
    keys = ", ".join(f"k{number}: 1" for number in range(1000))
    found = problems("{id: wolf, letter: w, moves: [], " + keys + "}")
    assert len(found) == 101
    assert found[-1].message == "900 further problems are not listed"


def test_alternatives_leave_no_trace_in_paths() -> None:
    found = problems("{id: wolf, letter: w, moves: [{leap: all, from: {file: [a, z], rank: 99}}]}")
    assert [problem.path for problem in found] == ["moves[0].from.file[1]", "moves[0].from.rank"]
