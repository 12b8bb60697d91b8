"""The examples of models: where they stand in a schema, and hints that quote them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from rete_chess.documents.reading.reader import read_tree
from rete_chess.documents.reading.tree import KeyPath

_EXAMPLES: Final = Path(__file__).with_name("examples.yaml")
_MOST: Final = 3

#: Comparisons are keys that no model describes.
_COMPARISONS: Final = {
    "in": "It is one of these.",
    "not": "It is not this one, or none of these.",
    "lt": "It is less than this.",
    "le": "It is at most this.",
    "gt": "It is more than this.",
    "ge": "It is at least this.",
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


_LONGEST: Final = 90
#: What an expectation asks for, by its words.
_SHAPES: Final[dict[str, type]] = {"a list": list, "a mapping": dict}
#: What people write for a list without items.
_NOTHING: Final = ("none", "no", "nobody", "nothing", "never", "")


def shape_hint(path: KeyPath, expected: str, found: object) -> str | None:
    """How a value is written that had to be a list or a mapping, by its key and by what is there."""
    keys = [part for part in path if isinstance(part, str)]
    if expected not in _SHAPES or not keys:
        return None
    key, is_item = keys[-1], isinstance(path[-1], int)
    if expected == "a list" and isinstance(found, str) and found.lower() in _NOTHING and not is_item:
        return f"nothing is written `{key}: []`"
    shown = _list_inside(key) if expected == "a mapping" and isinstance(found, list) else None
    shown = shown or (_list_of_lists(key) if expected == "a list" and is_item else None)
    shown = shown or example_of(key, expected, is_item)
    if shown is not None:
        return f"such as `{shown}`"
    return "begin each item with `- `" if expected == "a list" else None


@lru_cache(maxsize=1024)
def example_of(key: str, expected: str, is_item: bool = False, part: str = "") -> str | None:
    """The first example of a key, or of an item of its list, that has a shape and is not long.

    Those of a part of documents, by the name of its model, come first.
    """
    rows = examples().get(part) or examples().get(part.removesuffix("Document").lower(), [])
    own = [row[key] for row in rows if isinstance(row, dict) and key in row]
    for value in (*own, *_example_values(examples(), key)):
        shown = value[0] if is_item and isinstance(value, list) and value else value
        if isinstance(shown, _SHAPES.get(expected, object)):
            text = format_flow(shown) if is_item else f"{key}: {format_flow(shown)}"
            if len(text) <= _LONGEST:
                return text
    return None


@lru_cache(maxsize=128)
def _list_inside(key: str) -> str | None:
    """The key of the list that stands in the mapping under a key, such as `result: {ends: […]}`."""
    for value in _example_values(examples(), key):
        for inner, part in value.items() if isinstance(value, dict) else ():
            if isinstance(part, list):
                return f"{key}: {{{inner}: […]}}"
    return None


@lru_cache(maxsize=128)
def _list_of_lists(key: str) -> str | None:
    """A list whose items are lists, such as `leap: [[1, 2]]`."""
    for value in _example_values(examples(), key):
        if isinstance(value, list) and value and isinstance(value[0], list):
            return f"{key}: {format_flow(value)}"
    return None


def _example_values(part: Any, key: str) -> Iterator[Any]:
    """All values of a key, in the order of the examples, those of whole documents first."""
    if isinstance(part, dict):
        if key in part:
            yield part[key]
        for value in part.values():
            yield from _example_values(value, key)
    elif isinstance(part, list):
        for value in part:
            yield from _example_values(value, key)


def format_flow(value: Any) -> str:
    """A value on one line, as documents write it."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {format_flow(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(format_flow, value)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    text = str(value)
    return f'"{text}"' if isinstance(value, str) and set(text) & set(",:{}[]#") else text
