"""The JSON Schemas: every key has a title, a description and examples that fit; shipped documents pass."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from rete_chess.documents import load_document, parse_document, read_tree
from rete_chess.documents.kinds.document import MODELS, kind_of
from rete_chess.documents.modelling._examples import examples

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = sorted(
    path
    for folder in ("descriptors", "rules")
    for path in (ROOT / folder).rglob("*.*.yaml")
    if path.is_file()
)
each_kind = pytest.mark.parametrize("kind", MODELS)


@cache
def committed(kind: str) -> Any:
    return json.loads((ROOT / "schemas" / f"{kind}.schema.json").read_text(encoding="utf-8"))


def fields(part: Any, place: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every key of a schema with its place, examples left out."""
    if isinstance(part, dict):
        for key, value in part.get("properties", {}).items():
            yield f"{place}.{key}", value
        for key, value in part.items():
            if key != "examples":
                yield from fields(value, f"{place}/{key}")
    elif isinstance(part, list):
        for index, value in enumerate(part):
            yield from fields(value, f"{place}/{index}")


def misfits(kind: str, part: dict[str, Any]) -> list[str]:
    validator = jsonschema.Draft202012Validator({**part, "$defs": committed(kind).get("$defs", {})})
    return [
        f"{example}: {error.message}"
        for example in part["examples"]
        for error in validator.iter_errors(example)
    ]


@each_kind
def test_schema_says_what_it_is(kind: str) -> None:
    schema = committed(kind)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == f"urn:rete-chess:schema:{kind}"
    assert schema["title"]
    assert schema["examples"]


@each_kind
def test_every_key_has_a_title_a_description_and_an_example(kind: str) -> None:
    found = list(fields(committed(kind)))
    assert len(found) > 3
    bare = [
        f"{place} has no {word}"
        for place, value in found
        for word in ("title", "description", "examples")
        if not value.get(word)
    ]
    assert not bare, "add it to the model or to documents/examples.yaml"


@each_kind
def test_examples_of_keys_and_definitions_fit(kind: str) -> None:
    parts = [value for _, value in fields(committed(kind))]
    parts += [part for part in committed(kind)["$defs"].values() if "examples" in part]
    assert [text for part in parts for text in misfits(kind, part)] == []


@each_kind
def test_whole_examples_are_valid_documents(kind: str) -> None:
    for example in examples()[kind]:
        parse_document(MODELS[kind], read_tree(json.dumps(example), f"example.{kind}.json"))


def test_no_example_is_left_over() -> None:
    known = {name for kind in MODELS for name in (kind, *committed(kind)["$defs"])}
    assert set(examples()) <= known


@each_kind
def test_no_alternatives_without_a_look_first(kind: str) -> None:
    """`oneOf` and `anyOf` over whole parts would be tried one after the other, which takes seconds."""

    def lists(part: Any) -> Iterator[Any]:
        if isinstance(part, dict):
            yield from (part[word] for word in ("oneOf", "anyOf") if isinstance(part.get(word), list))
            yield from (found for key, value in part.items() if key != "examples" for found in lists(value))
        elif isinstance(part, list):
            yield from (found for value in part for found in lists(value))

    referred = {
        choice["$ref"] for choices in lists(committed(kind)) for choice in choices if "$ref" in choice
    }
    assert referred <= {"#/$defs/SquareSet"}  # which holds no alternatives of its own but ranks and files


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_shipped_document_passes_its_schema(path: Path) -> None:
    tree = read_tree(path)
    jsonschema.Draft202012Validator(committed(kind_of(tree))).validate(tree.value)
    assert load_document(path).kind == kind_of(tree)


def test_there_are_shipped_documents() -> None:
    assert len(SHIPPED) > 20
