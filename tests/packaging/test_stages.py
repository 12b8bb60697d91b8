"""One table of stages: nobody else lists them, and the page of stages names what the table has."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import rete_chess
from rete_chess.stages import AT, POINTS, STAGE, STAGES, TABLE

ROOT = Path(rete_chess.__file__).parent
PAGE = ROOT.parent / "docs" / "stages.md"
#: Stages that share their name with something else: kinds of events and moves, keys of documents.
OTHERS = {
    "act",
    "move",
    "capture",
    "promotion",
    "check",
    "result",
    "damage",
    "spawn",
    "death",
    "describe",
    "derive",
}


def lists_of_stages(text: str) -> Iterator[tuple[int, list[str]]]:
    """The lines of the tuples, lists and sets that name two or more stages and mean stages."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
            words = [item.value for item in node.elts if isinstance(item, ast.Constant)]
            named = [str(word) for word in words if word in AT]
            if len(named) > 1 and not OTHERS.issuperset(named):
                yield node.lineno, named


def test_a_list_of_stages_is_found() -> None:
    text = 'A = ("move", "turn-end")\nB = ["move", "capture"]\nC = {"turn-start"}'
    assert list(lists_of_stages(text)) == [(1, ["move", "turn-end"])]


def test_no_other_module_lists_stages() -> None:
    found = {
        str(path.relative_to(ROOT)): lists
        for path in sorted(ROOT.rglob("*.py"))
        if (lists := list(lists_of_stages(path.read_text(encoding="utf-8"))))
    }
    assert not found, "make it a column of rete_chess/stages.py"


def test_the_stages_are_numbered_in_their_order() -> None:
    assert [AT[stage].number for stage in STAGES] == list(range(1, 13))
    assert len(AT) == len(TABLE)


def rows(text: str) -> Iterator[tuple[list[str], list[str]]]:
    """The rows of the table of fields: which points, which fields."""
    for line in text.splitlines():
        found = re.fullmatch(r"\| ((?:`[a-z-]+`(?:, )?)+) \| ([a-zA-Z, ]+) \|", line)
        if found:
            yield re.findall("`([a-z-]+)`", found[1]), found[2].split(", ")


def test_the_page_of_stages_names_every_point() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert [point for point in POINTS if f"`{point}`" not in text] == []
    numbers = dict(re.findall(r"^\| (\d+) \| `([a-z-]+)`", text, re.MULTILINE))
    assert numbers == {str(point.number): point.name for point in TABLE if point.kind == STAGE}


def test_the_page_of_stages_says_what_their_events_say() -> None:
    told = {name: fields for names, fields in rows(PAGE.read_text(encoding="utf-8")) for name in names}
    assert told.pop("before-capture") == ["the same", "and amount"]
    said = {name: list(AT[name].says or fields) for name, fields in told.items()}
    assert told == said
    assert {"before-move", "capture", "move", "promotion", "after-move", "turn-start"} <= told.keys()
