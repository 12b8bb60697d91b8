"""The schema of serialised values: well formed, current, closed, and said in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import jsonschema
import pytest

from rete_chess.serial import schema, shapes
from tests.serial.fitting import FILE, committed, misfits

#: Shapes whose keys are those of the command line, which is older than the rule of camelCase.
OF_COMMANDS = {"Trace", "Program", "TraceAnswer", "SelfplayAnswer", "ListAnswer"}


def objects(part: Any) -> Iterator[dict[str, Any]]:
    """Every object that a part of the schema describes by its keys."""
    if isinstance(part, dict):
        if "properties" in part:
            yield part
        for value in part.values():
            yield from objects(value)
    elif isinstance(part, list):
        for value in part:
            yield from objects(value)


def test_the_file_is_current_and_well_formed() -> None:
    assert FILE.read_text(encoding="utf-8") == schema.format_schema("records")
    jsonschema.Draft202012Validator.check_schema(committed())
    assert committed()["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert committed()["$id"] == "urn:rete-chess:schema:records"


def test_every_shape_is_defined_and_nothing_else() -> None:
    assert set(committed()["$defs"]) == set(shapes.__all__)


@pytest.mark.parametrize("shape", shapes.__all__)
def test_a_shape_says_what_it_is_and_allows_no_other_keys(shape: str) -> None:
    part = committed()["$defs"][shape]
    assert part["description"].endswith(".")
    assert [found for found in objects(part) if found["additionalProperties"] is not False] == []
    described = [value["description"] for value in part["properties"].values() if "description" in value]
    assert [text for text in described if not text.endswith(".")] == []


@pytest.mark.parametrize("shape", sorted(set(shapes.__all__) - OF_COMMANDS))
def test_keys_are_camel_case(shape: str) -> None:
    keys = committed()["$defs"][shape]["properties"]
    assert [key for key in keys if not re.fullmatch("[a-z][a-zA-Z0-9]*", key)] == []


@pytest.mark.parametrize(
    ("shape", "value"),
    [
        ("Result", {"outcome": "win", "winner": "green", "reason": "checkmate"}),
        ("Result", {"outcome": "win", "reason": "checkmate"}),
        ("Piece", {"id": 1, "type": "rook", "color": "white", "square": "a99", "facts": {}}),
        ("Piece", {"id": 1, "type": "rook", "color": "white", "square": "a1", "facts": {}, "hp": 2}),
        ("LegalMove", {"move": "e2e4", "san": "e4", "capture": None}),
        ("ActivePreset", {"id": "piece-hp", "scope": "nobody"}),
    ],
)
def test_what_is_otherwise_does_not_fit(shape: str, value: Any) -> None:
    assert len(misfits(shape, value)) == 1


def test_one_shape_alone() -> None:
    alone = schema.shape_schema("Result")
    assert alone["$id"] == "urn:rete-chess:schema:records:Result"
    validator = jsonschema.Draft202012Validator(alone)
    assert validator.is_valid({"outcome": "draw", "winner": None, "reason": "stalemate"})
    assert not validator.is_valid({})
