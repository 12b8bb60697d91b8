"""Repairs: the word that a problem names is found in its line, and what is written for it mends it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rete_chess.checks import examine
from rete_chess.checks.repairs import Repair, repair_of
from rete_chess.documents.kinds.document import is_document_name
from rete_chess.errors import Problem

BAD = Path(__file__).resolve().parents[1] / "bad"
FILES = sorted(path for path in BAD.rglob("*.*.*") if is_document_name(path.name))
PIECE = "kind: piece\nid: imp\nletter: i\nmoves: [{leep: knight}]\n"


def mended(lines: tuple[str, ...], repair: Repair) -> str:
    """A text with a repair made."""
    line = lines[repair.line - 1]
    new = line[: repair.column - 1] + repair.text + line[repair.end_column - 1 :]
    return "\n".join([*lines[: repair.line - 1], new, *lines[repair.line :]])


def test_a_misspelt_key() -> None:
    found = examine(PIECE, "imp.piece.yaml")
    repair = repair_of(found.problems[0], found.lines)
    assert repair == Repair(4, 10, 14, "leap")
    assert examine(mended(found.lines, repair), "imp.piece.yaml").problems == ()


VARIANT = """\
kind: variant
id: mine
name: Mine
description: A variant to be mended.
extends: chess
rules:
  - id: cheer
    at: capture
    when: [{event: {piece: $hunter, target: $victim}}]
    do: [{log: {text: "{victim} falls"}}]
tests:
  - {name: a capture is cheered, play: e2e4 d7d5 e4d5, fires: [cheer on d5]}
"""


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("target: $victim}}]", "target: $victim}]"),
        ("target: $victim}}]", "target: $victim}}"),
        ('{victim} falls"}}]', '{victim} falls"}}  # a note'),
        ("fires: [cheer on d5]}", "fires: [cheer on d5]"),
        ("    at: capture", "\tat: capture"),
        ("at: capture", "at:capture"),
        ("target: $victim}}]", "target:$victim}}]"),
        ("id: mine", "id: Mine"),
        ("fires: [cheer on d5]", "fires: [chear on d5]"),
        ('{log: {text: "{victim} falls"}}', "{add: {target: $hunter, attr: Gold, by: 1}}"),
    ],
    ids=[
        "bracket",
        "end of line",
        "before a note",
        "end of text",
        "tab",
        "colon",
        "inner colon",
        "id",
        "rule",
        "attribute",
    ],
)
def test_what_people_get_wrong_is_mended_by_one_press(right: str, wrong: str) -> None:
    assert right in VARIANT
    found = examine(VARIANT.replace(right, wrong), "mine.variant.yaml")
    repair = next(filter(None, (repair_of(problem, found.lines) for problem in found.problems)))
    again = examine(mended(found.lines, repair), "mine.variant.yaml")
    assert [problem for problem in again.problems if problem.severity == "error"] == []


def test_a_key_and_its_value_without_a_space_are_both_kept() -> None:
    found = examine(VARIANT.replace("piece: $hunter, ", "piece:$hunter, "), "mine.variant.yaml")
    problem = found.problems[0]
    assert problem.hint == "put a space after the colon: `piece: $hunter`"
    repair = repair_of(problem, found.lines)
    assert repair is not None
    assert repair.text == " "
    assert mended(found.lines, repair) == VARIANT


def test_a_second_attribute_is_declared_beside_the_first() -> None:
    text = VARIANT.replace("rules:", "attributes:\n  Fame: {of: piece, type: int, start: 0}\nrules:").replace(
        '{log: {text: "{victim} falls"}}', "{add: {target: $hunter, attr: Gold, by: 1}}"
    )
    found = examine(text, "mine.variant.yaml")
    repair = next(filter(None, (repair_of(problem, found.lines) for problem in found.problems)))
    assert repair.line == 7
    again = examine(mended(found.lines, repair), "mine.variant.yaml")
    assert [problem for problem in again.problems if problem.severity == "error"] == []


@pytest.mark.parametrize("sign", ["'", '"', ""])
def test_words_keep_their_quotes(sign: str) -> None:
    text = PIECE.replace("leep: knight", f"leap: {sign}knigt{sign}")
    found = examine(text, "imp.piece.yaml")
    repair = repair_of(found.problems[0], found.lines)
    assert repair is not None
    assert mended(found.lines, repair) == text.replace("knigt", "knight")


@pytest.mark.parametrize(
    "problem",
    [
        Problem("E_DOC_TYPE", "`id` must be a text", line=1, column=1),
        Problem("E_X", "unknown key 'leep'", line=1, column=1, hint="write another"),
        Problem("E_X", "unknown key 'leep'", line=9, column=1, hint="did you mean 'leap'?"),
        Problem("E_X", "unknown key 'leep'", line=None, column=None, hint="did you mean 'leap'?"),
        Problem("E_X", "unknown key 'lep'", line=4, column=1, hint="did you mean 'leap'?"),
        Problem("E_X", "unknown key 'leep'", line=4, column=12, hint="did you mean 'leap'?"),
    ],
)
def test_where_no_word_stands_there_is_no_repair(problem: Problem) -> None:
    assert repair_of(problem, PIECE.splitlines()) is None


def test_every_repair_of_a_broken_document_mends_its_problem() -> None:
    count = 0
    for path in FILES:
        text = path.read_bytes()
        found = examine(text, path.name)
        for problem in found.problems:
            repair = repair_of(problem, found.lines)
            if repair is not None:
                count += 1
                after = examine(mended(found.lines, repair), path.name)
                assert problem not in after.problems, (path.name, problem, repair)
    assert count > 30


def test_what_is_wrong_elsewhere_is_not_mended_here() -> None:
    hint = "close the bracket `}` here, or put a comma between the entries"
    told = Problem("E_DOC_SYNTAX", "documents[0]:2:1: not well-formed", "error", "", 1, 1, hint)
    assert repair_of(told, VARIANT.splitlines()) is None
