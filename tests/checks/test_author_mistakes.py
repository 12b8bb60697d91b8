"""What variant authors really write: each file of these folders of `tests/bad`,
names that stand for something else than their place needs, is told in a way that mends it.

The first line says the codes and places, the second words of the hint or, if there is none, the message.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rete_chess.checks import examine
from rete_chess.cli.commands.validate import excerpt

BAD = Path(__file__).resolve().parents[1] / "bad"
FOLDERS = ("acts", "authors", "chance", "hands", "neutral", "senses", "sides", "sight")
FILES = sorted(path for folder in FOLDERS for path in (BAD / folder).iterdir())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.split(".")[0])
def test_a_mistake_is_told_at_its_place_and_how_to_mend_it(path: Path) -> None:
    expected, hint, *_ = path.read_text(encoding="utf-8").splitlines()
    found = examine(path)
    told = ", ".join(f"{problem.code} {problem.line}:{problem.column}" for problem in found.problems)
    assert told == expected.removeprefix("# expect: ")
    words = [f"{problem.message} {problem.hint}" for problem in found.problems]
    assert any(hint.removeprefix("# hint: ") in text for text in words), words


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.split(".")[0])
def test_every_problem_shows_the_line_it_stands_in(path: Path) -> None:
    """A document that cannot even be read, too."""
    found = examine(path)
    lines = path.read_text(encoding="utf-8").splitlines()
    for problem in found.problems:
        source, caret = excerpt(found.lines, problem)
        assert problem.line is not None
        assert problem.column is not None
        assert source.endswith(lines[problem.line - 1].expandtabs(1))
        assert caret.index("^") - caret.index("|") - 2 == problem.column - 1


def test_there_are_many() -> None:
    assert len(FILES) >= 40
