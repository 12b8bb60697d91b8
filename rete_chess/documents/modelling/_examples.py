"""The examples of models, and where they stand in a JSON Schema."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from rete_chess.documents.reading.reader import read_tree

_EXAMPLES: Final = Path(__file__).with_name("examples.yaml")
_MOST: Final = 3

#: Comparisons, and patterns that are lists, are keys that no model describes.
_COMPARISONS: Final = {
    "in": "It is one of these.",
    "as": "The name that is bound to it.",
    "not": "It is not this one, or none of these.",
    "lt": "It is less than this.",
    "le": "It is at most this.",
    "gt": "It is more than this.",
    "ge": "It is at least this.",
    "any": "All patterns of one of these lists match.",
}
#: Keys of mappings that are a type of their own.
_TYPES: Final = {"enum": "One of these words.", "list": "A list of values of this type."}


@lru_cache(maxsize=1)
def examples() -> dict[str, list[Any]]:
    """The examples of every part of a document, by the name of its definition or the kind of document."""
    found = read_tree(_EXAMPLES).value
    assert isinstance(found, dict)
    return found  # type: ignore[return-value]


def annotate(schema: dict[str, Any], kind: str) -> None:
    """Give every definition and every key of a schema its title, description and examples."""
    definitions: dict[str, Any] = schema.get("$defs", {})
    for name, part in definitions.items():
        part.setdefault("title", _words(name))
        if name in examples():
            part["examples"] = examples()[name]
    _annotate_keys(kind, {key: part for key, part in schema.items() if key != "$defs"}, definitions)
    for name, part in definitions.items():
        _annotate_keys(name, part, definitions)
    if kind in examples():
        schema["examples"] = examples()[kind]


def _annotate_keys(name: str, part: dict[str, Any], definitions: dict[str, Any]) -> None:
    shown = examples().get(name, [])
    for properties in _properties(part):
        for key, value in properties.items():
            meant = definitions.get(value.get("$ref", "").removeprefix("#/$defs/"), {})
            described = meant.get("description") or _COMPARISONS.get(key) or _TYPES.get(key)
            value.setdefault("title", _words(key))
            if "description" not in value and described:
                value["description"] = described
            found = (
                _values(shown, key)
                or meant.get("examples")
                or _inner_values(shown, key)
                or _own_examples(value)
            )
            value["examples"] = _distinct(found)[:_MOST]


def _properties(part: Any) -> Iterator[dict[str, Any]]:
    """The `properties` of a schema, wherever they stand in it."""
    inner = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    if isinstance(part, dict) and isinstance(part.get("properties"), dict):
        yield part["properties"]
    for value in inner:
        yield from _properties(value)


def _values(rows: list[Any], key: str) -> list[Any]:
    """The values of a key in the examples of a part."""
    return [row[key] for row in rows if isinstance(row, dict) and key in row]


def _inner_values(rows: list[Any], key: str) -> list[Any]:
    """The values of a key inside the values of the examples."""
    return _values([value for row in rows if isinstance(row, dict) for value in row.values()], key)


def _own_examples(value: dict[str, Any]) -> list[Any]:
    """Examples that the schema of a value offers by itself."""
    if "enum" in value:
        return list(value["enum"])
    return [True] if value.get("type") == "boolean" else []


def _distinct(values: list[Any]) -> list[Any]:
    return [value for index, value in enumerate(values) if value not in values[:index]]


def _words(name: str) -> str:
    """`selfCheck` and `SelfCheck` in words: Self check."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|-", " ", name.lstrip("_")).lower()
    return spaced[:1].upper() + spaced[1:]
