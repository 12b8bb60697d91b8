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
