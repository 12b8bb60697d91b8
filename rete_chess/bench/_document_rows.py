"""Rows of validation: the time a document of a page takes, once the program has started."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rete_chess.bench.row import Row
from rete_chess.checks import examine

#: The length of a page, in lines.
LINES: Final = 60
#: Lines that every document of the measurement begins with, and lines of one rule.
_HEAD: Final = ("kind: variant", "name: Page", "extends: chess", "attributes:")
_RULE: Final = (
    "  - id: rule-{n}",
    "    at: capture",
    "    when: [{{event: {{piece: $p, to: $to}}}}, {{piece: {{id: $p, Trophies: {{ge: {n}}}}}}}]",
    "    do: [{{add: {{target: $p, attr: Trophies, by: 1}}}}, {{effect: {{kind: cheer, square: $to}}}}]",
    '    describe: "{{p}} has won again on {{to}}"',
)


def document_rows() -> list[Row]:
    """The row of a page of rules through every gate, as `validate` does it; no round helps another."""
    numbers = iter(range(10**9))
    return [Row(f"validate {LINES} lines", "lines", lambda round_number: _validate(next(numbers)))]


def _validate(number: int) -> int:
    text = page(number)
    found = examine(text, "page.variant.yaml")
    assert not found.problems, found.problems
    return len(text.splitlines())


def page(number: int) -> str:
    """The text of a variant of a page, different for every number."""
    return "\n".join(_lines(number)) + "\n"


def _lines(number: int) -> Iterator[str]:
    yield from _HEAD
    yield "  Trophies: {of: piece, type: int, start: 0}"
    yield f"id: page-{number}"
    yield "rules:"
    for rule in range((LINES - 8) // len(_RULE)):
        yield from (line.format(n=rule) for line in _RULE)
    yield "tests:"
    yield "  - {name: nobody has won, play: e2e4, fires: []}"
    yield "perft: {1: 20}"
