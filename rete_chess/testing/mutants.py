"""Mutants: shipped documents with random damage, to their values or to their text, each the same every time.

They are what strangers might send: most are refused, some can be played, none may do anything else.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from functools import lru_cache
from random import Random
from typing import Any, Final, NamedTuple

from rete_chess.compiler import catalog
from rete_chess.documents.reading.tree import KeyPath

#: The most changes of one mutant.
MAX_CHANGES: Final = 4

# fmt: off
#: What may stand where something else should.
STRANGE: Final[tuple[Any, ...]] = (
    None, True, False, 0, 1, -1, 2, 7, 16, 0.001, 0.5, -2.5, 1e9, 10**9, 10**9 + 1, -(10**12), 10**29, 1e300,
    "", " ", "x", "e4", "a16", "white", "pawn", "king", "any", "none", "both", "derive", "capture", "check",
    "$self", "$event", "$nobody", "$self.Hp", "$config.hp", "$game.Turn", "$preset.X", "$scope", "{self.Hp}",
    "<<", "é\u2028", "\U0001f600", "a" * 300, "1_000", "0x10", "2001-01-01", "~", "1e3", ".inf",
    [], {}, [[]], [{}], [None], ["$self"], {"not": {}}, {"in": []}, {"enum": ["a"]}, {"list": "int"},
    {"of": "$self.Hp", "times": 10**9}, {"count": {"type": "pawn"}}, {"around": "$self", "radius": 7},
    {"piece": {}}, {"piece": {"id": "$p"}}, {"side": {"inCheck": True}},
)
#: What may stand in a text that should not.
SIGNS: Final = (
    "\t", "\0", "\ufeff", "\x85", "\u2028", "\r\n", "\\", "\ud800", "é" * 100, "  ", "x" * 5000, "[" * 70,
    "{", "}", "[", "]", ":", ": ", "- ", "-", ",", "#", " #", "? ", "| ", "> ", '"', "'", "%", "@", "`", "$",
    "&a ", "*a", "!!int ", "!!python/object:os.system ", "<<: *a\n", "---\n", "...\n", "{a: " * 70,
    "9" * 40, "9" * 5000, "1e999", ".inf", ".nan", "0o777", "null", "~",
)
# fmt: on

#: The keys of what documents of many kinds can say.
_BODY: Final = {"config", "attributes", "royal", "check", "selfCheck", "turn", "moves", "result", "rules"}


class Mutant(NamedTuple):
    """A document after damage: the name of its file, its text, and what was damaged."""

    name: str
    text: str
    way: str


class _Source(NamedTuple):
    name: str
    text: str
    value: Any


def mutant(chance: Random) -> Mutant:
    """A random mutant."""
    source = chance.choice(_sources())
    changes = min(chance.randint(1, MAX_CHANGES), chance.randint(1, MAX_CHANGES))
    if chance.random() < 0.3:
        text = source.text
        for _ in range(changes):
            text = _damaged_text(text, chance)
        return Mutant(source.name, text, "text")
    value = deepcopy(source.value)
    damages = _GENTLE if chance.random() < 0.6 else _ROUGH
    for _ in range(changes):
        _damage_value(value, damages, chance)
    is_json = chance.random() < 0.5
    name = source.name.removesuffix("yaml") + "json" if is_json else source.name
    return Mutant(name, json.dumps(value, indent=1, ensure_ascii=chance.random() < 0.5), "values")


@lru_cache(maxsize=1)
def _sources() -> tuple[_Source, ...]:
    """All shipped documents, by kind and id."""
    found = []
    for kind, registry in sorted(catalog.BY_KIND.items()):
        for document in filter(catalog.is_shipped, registry()):
            tree = document.tree
            found.append(_Source(f"{catalog.id_of(document)}.{kind}.yaml", tree.source.text, tree.value))
    return tuple(found)


# -- values ----------------------------------------------------------------------------------------


def _places(value: Any, path: KeyPath = ()) -> Iterator[KeyPath]:
    """The paths of all values inside a value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inside:
        yield (*path, key)
        yield from _places(part, (*path, key))


def _at(value: Any, path: Sequence[Any]) -> Any:
    for part in path:
        value = value[part]
    return value


@lru_cache(maxsize=1)
def _told() -> dict[tuple[str, type], list[Any]]:
    """All values of shipped documents, by the key they stand under, in a list or not, and their type."""
    found: dict[tuple[str, type], list[Any]] = {}
    for source in _sources():
        for path in _places(source.value):
            value = _at(source.value, path)
            found.setdefault((_key(path), type(value)), []).append(value)
    return found


def _key(path: KeyPath) -> str:
    """The nearest key above a value; that of items has brackets."""
    names = [part for part in path if isinstance(part, str)]
    return (names or [""])[-1] + ("[]" if isinstance(path[-1], int) else "")


class Spot(NamedTuple):
    """A place in a document that is to be damaged: the box, the key in it, the path, the whole document."""

    box: Any
    key: Any
    path: KeyPath
    root: Any


Damage = Callable[[Spot, Random], None]


def _damage_value(value: Any, damages: Sequence[Damage], chance: Random) -> None:
    """Change one value of a document, or what lies around it."""
    places = list(_places(value))
    if places:
        path = chance.choice(places)
        chance.choice(damages)(Spot(_at(value, path[:-1]), path[-1], path, value), chance)


def _take_alike(spot: Spot, chance: Random) -> None:
    """What some document says at such a place."""
    alike = _told().get((_key(spot.path), type(spot.box[spot.key])))
    if alike:
        spot.box[spot.key] = deepcopy(chance.choice(alike))


def _insert_alike(spot: Spot, chance: Random) -> None:
    """An item more, such as some document has in such a list."""
    lists = [path for path in _places(spot.root) if isinstance(_at(spot.root, path), list)]
    if lists:
        path = chance.choice(lists)
        held = _at(spot.root, path)
        alike = [item for (key, _), items in _told().items() if key == f"{_key(path)}[]" for item in items]
        if alike:
            held.insert(chance.randint(0, len(held)), deepcopy(chance.choice(alike)))


def _merge(spot: Spot, chance: Random) -> None:
    """All that another document says of rules, moves and ends, beside what this one says."""
    other = chance.choice([source for source in _sources() if _BODY & source.value.keys()]).value
    for name in sorted(_BODY & other.keys()):
        given, held = deepcopy(other[name]), spot.root.get(name)
        if isinstance(held, list) and isinstance(given, list):
            held += given
        elif isinstance(held, dict) and isinstance(given, dict):
            held |= given
        else:
            spot.root[name] = given


def _scale(spot: Spot, chance: Random) -> None:
    """Another number in place of a number, of which documents have few."""
    numbers = [path for path in _places(spot.root) if type(_at(spot.root, path)) in (int, float)]
    if numbers:
        path = chance.choice(numbers)
        value = _at(spot.root, path)
        other = chance.choice((value + 1, -value, value * 10, value * 10**6, value / 3, 0, 10**9))
        _at(spot.root, path[:-1])[path[-1]] = other


def _remove(spot: Spot, chance: Random) -> None:
    del spot.box[spot.key]


def _replace(spot: Spot, chance: Random) -> None:
    spot.box[spot.key] = deepcopy(chance.choice(STRANGE))


def _take_anything(spot: Spot, chance: Random) -> None:
    other = chance.choice((spot.root, chance.choice(_sources()).value))
    places = list(_places(other))
    if places:
        spot.box[spot.key] = deepcopy(_at(other, chance.choice(places)))


def _add_a_key(spot: Spot, chance: Random) -> None:
    """A key of another document, beside this one or at the top."""
    target = spot.box if isinstance(spot.box, dict) and chance.random() < 0.5 else spot.root
    other = chance.choice(_sources()).value
    path = chance.choice(list(_places(other)))
    target[str(path[-1])] = deepcopy(_at(other, path))


def _repeat(spot: Spot, chance: Random) -> None:
    """The same value several times in its list, or the value as a list of itself."""
    many = [deepcopy(spot.box[spot.key]) for _ in range(chance.choice((2, 3, 20, 200)))]
    if isinstance(spot.box, list):
        spot.box[spot.key : spot.key] = many
    else:
        spot.box[spot.key] = many


def _wrap(spot: Spot, chance: Random) -> None:
    word = chance.choice(("not", "in", "of", "count", "piece", "value", "when"))
    for _ in range(chance.choice((1, 1, 2, 70))):
        inner = spot.box[spot.key]
        spot.box[spot.key] = [inner] if chance.random() < 0.5 else {word: inner}


def _cut(spot: Spot, chance: Random) -> None:
    text = str(spot.box[spot.key])
    spot.box[spot.key] = text[: chance.randint(0, 8)] + chance.choice(("", "x", "-2", "$"))


#: Damage after which a document may well be read, and damage of any kind.
_GENTLE: Final[tuple[Damage, ...]] = (
    _take_alike,
    _take_alike,
    _insert_alike,
    _insert_alike,
    _merge,
    _scale,
    _remove,
)
_ROUGH: Final[tuple[Damage, ...]] = (
    _remove,
    _replace,
    _replace,
    _take_anything,
    _add_a_key,
    _repeat,
    _wrap,
    _cut,
)


# -- texts -----------------------------------------------------------------------------------------


def _damaged_text(text: str, chance: Random) -> str:
    """A text with one change of a few signs or lines."""
    start = chance.randint(0, len(text))
    end = min(len(text), start + chance.choice((0, 0, 1, 2, 10, 100)))
    lines = text.split("\n")
    line = chance.randrange(len(lines))
    way = chance.randrange(6)
    if way == 0:
        return text[:start] + text[end:]
    if way == 1:
        return text[:start] + chance.choice(SIGNS) + text[end:]
    if way == 2:
        return text[:start] + text[start:end] * chance.choice((2, 3, 50)) + text[end:]
    if way == 3:
        lines[line] = chance.choice((" ", "  ", "\t", "- ")) + lines[line]
    elif way == 4:
        lines.insert(chance.randint(0, len(lines)), lines[line])
    else:
        other = chance.randrange(len(lines))
        lines[line], lines[other] = lines[other], lines[line]
    return "\n".join(lines)
