"""Programs as plain data, and back: a closed set of classes, each part of the type that it is declared with.

Tuples are lists; all else that JSON has no word for is a mapping of one key. A part that stands in several
places is written once, and is one part again. Where documents lie is written from the data folders of the
package on, so that what was written by one installation can be read by another.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from types import MethodType
from typing import Any, Final

from rete_chess.compiler.ahead.parts import (
    FUNCTIONS,
    MAKERS,
    METHODS,
    Unkept,
    class_of,
    function_of,
    hints_of,
    hints_of_maker,
    tag_of,
)
from rete_chess.compiler.ahead.shapes import check_of
from rete_chess.compiler.recipes import recipe_of
from rete_chess.facts.vocabulary import Vocabulary
from rete_chess.resources import folder

#: The words for what JSON does not know; every other key of a mapping is the tag of a class.
AGAIN, LIST, MAPPING, SET = "=", "list", "mapping", "set"
PLACE, FUNCTION, METHOD, RECIPE = "place", "function", "method", "recipe"

#: The data folders in which documents lie that programs are made from.
DOCUMENT_FOLDERS: Final = ("descriptors", "rules")


class Writer:
    """Writes one program down."""

    def __init__(self) -> None:
        self._numbers: dict[int, int] = {}  # of the parts that are written, by who they are
        self._places = [(f"{folder(name)}{os.sep}", f"{name}/") for name in DOCUMENT_FOLDERS]

    def write(self, value: Any) -> Any:
        """A value as plain data; what the table of parts does not hold is `Unkept`."""
        kind = type(value)
        if value is None or kind in (bool, int, float):
            return value
        if kind is str:
            return self._text(value)
        if kind is tuple:
            return [self.write(item) for item in value]
        if kind is list:
            return {LIST: [self.write(item) for item in value]}
        if kind is dict:
            return {MAPPING: [[self.write(key), self.write(item)] for key, item in value.items()]}
        if kind is frozenset:
            return {SET: sorted((self.write(item) for item in value), key=repr)}
        if id(value) in self._numbers:
            return {AGAIN: self._numbers[id(value)]}
        written = self._function(value) if callable(value) and not _is_part(value) else self._object(value)
        self._numbers[id(value)] = len(self._numbers)
        return written

    def _text(self, text: str) -> Any:
        for begin, name in self._places:
            if text.startswith(begin):
                return {PLACE: name + text[len(begin) :].replace(os.sep, "/")}
        return text

    def _object(self, value: Any) -> Any:
        kind: Any = type(value)
        return {tag_of(kind): [self.write(part) for part in _parts_of(value, kind)]}

    def _function(self, function: Any) -> Any:
        if isinstance(function, MethodType):
            if f"{_tag(function.__self__)}.{function.__name__}" not in METHODS:
                raise Unkept(function.__qualname__)
            return {METHOD: [function.__name__, self.write(function.__self__)]}
        recipe = recipe_of(function)
        if recipe is not None:
            return {RECIPE: [recipe.maker, *(self.write(part) for part in recipe.parts)]}
        name = getattr(function, "__name__", "")
        if name not in FUNCTIONS or function_of(name) is not function:
            raise Unkept(f"{function!r}")
        return {FUNCTION: name}


def _tag(value: Any) -> str:
    """The tag of the class of an object."""
    kind: Any = type(value)
    return tag_of(kind)


def _is_part(value: Any) -> bool:
    """Whether what can be called is an object of the table, not a function."""
    try:
        _tag(value)
    except Unkept:
        return False
    return True


def _parts_of(value: Any, kind: type) -> list[Any]:
    """What an object is made of, in the order of its hints."""
    if isinstance(value, Vocabulary):
        return [tuple(value.attributes.values())]
    return [getattr(value, name) for name in hints_of(kind)]


class Reader:
    """Reads one program back; whatever is not as it must be raises an error."""

    def __init__(self) -> None:
        self._known: list[Any] = []
        self._places = {name: f"{folder(name)}{os.sep}" for name in DOCUMENT_FOLDERS}
        self._words: dict[str, Callable[[Any], Any]] = {
            AGAIN: self._again,
            PLACE: self._place,
            LIST: lambda given: [self.read(item) for item in _listed(given)],
            SET: lambda given: frozenset([self.read(item) for item in _listed(given)]),
            MAPPING: lambda given: {
                self.read(key): self.read(item) for key, item in map(_pair, _listed(given))
            },
        }

    def read(self, data: Any) -> Any:
        """A value from plain data."""
        kind = type(data)
        if kind is list:
            return tuple([self.read(item) for item in data])
        if kind is not dict:
            return data
        if len(data) != 1:
            raise Unkept("a mapping of several keys")
        ((word, given),) = data.items()
        if word in self._words:
            return self._words[word](given)
        made = self._made(word, given)
        self._known.append(made)
        return made

    def _again(self, number: Any) -> Any:
        if type(number) is not int or number < 0:
            raise Unkept(AGAIN)
        return self._known[number]

    def _place(self, given: Any) -> str:
        if type(given) is not str:
            raise Unkept(PLACE)
        name, _, rest = given.partition("/")
        return self._places[name] + rest.replace("/", os.sep)

    def _made(self, word: str, given: Any) -> Any:
        if word == FUNCTION:
            return function_of(given)
        items = _listed(given)
        if word == METHOD:
            name, owner = items[0], self.read(items[1])
            if f"{_tag(owner)}.{name}" not in METHODS:
                raise Unkept(METHOD)
            return getattr(owner, name)
        if word == RECIPE:
            hints = hints_of_maker(items[0])
            return MAKERS[items[0]](*self._fitting(items[1:], hints, word))
        kind = class_of(word)
        hints = tuple(hints_of(kind).values())
        return kind(**dict(zip(hints_of(kind), self._fitting(items, hints, word))))

    def _fitting(self, items: list[Any], hints: tuple[Any, ...], word: str) -> list[Any]:
        """Values of the types that they must have."""
        values = [self.read(item) for item in items]
        if len(values) != len(hints) or not all(check_of(hint)(one) for hint, one in zip(hints, values)):
            raise Unkept(word)
        return values


def _listed(given: Any) -> list[Any]:
    if type(given) is not list:
        raise Unkept("no list")
    return given


def _pair(given: Any) -> list[Any]:
    pair = _listed(given)
    if len(pair) != 2:
        raise Unkept("no pair")
    return pair
