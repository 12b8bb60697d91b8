"""Hints for values and keys that a document cannot have: how they are written, or what to write instead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Final

from rete_chess.documents.modelling._examples import examples
from rete_chess.documents.reading.tree import KeyPath
from rete_chess.synonyms import squeezed, written_for

_LONGEST: Final = 90
#: The types of values, by the words of an expectation.
_SHAPES: Final[dict[str, type]] = {"a list": list, "a mapping": dict}
#: The words that people write for a list without items.
_NOTHING: Final = ("none", "no", "nobody", "nothing", "never", "")
#: The advice, and the words that ask for it, without capitals, hyphens and underscores.
_INSTEAD: Final[dict[str, str]] = {
    "`hands` says what is in hand, `drops` where it may be put": (
        "drop pocket pockets hand reserve reserves holding holdings crazyhouse"
    ),
    "`acts: [{id: pass}]` lets players pass; `when` says in which positions": (
        "pass passes passing canpass mustpass allowpass skip action ability spell"
    ),
    "write `any: [[…], […]]` with the patterns of each case, or `{in: [a, b]}` for the values of one key": (
        "or anyof oneof either"
    ),
    "all patterns of a list must hold as it is": "and allof",
    "write a second rule with `not`, or give both rules the same `choice`": "else otherwise",
    "chance decides values of actions and starts alone: `{roll: [1, 6]}`, `{pick: [a, b]}`": (
        "random randomly chance probability odds dice roll shuffle"
    ),
    "`sight` says what a side sees: `sight: [{see: reach}]`, `sight: [{hide: {piece: {type: knight}}}]`": (
        "hidden fog fogofwar visible invisible dark secret vision visibility"
    ),
    "every square of the board is there; the tile wall closes one": "holes gaps missing shape mask",
}


def shape_hint(path: KeyPath, expected: str, found: object) -> str | None:
    """The hint for a value that must be a list or a mapping, by its key and by what was found."""
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


def instead_of(word: str, names: Iterable[str]) -> str | None:
    """The advice for a word of something the language does not have, or None if a known name is meant."""
    known = set(names)
    key, colon, value = word[:80].partition(":")
    if colon and key in known:
        return f"put a space after the colon: `{key}: {value}`"
    plain = squeezed(word[:80])
    if any(written_for(plain, known)):
        return None
    return next((advice for advice, words in _INSTEAD.items() if plain in words.split()), None)
