"""Damaged saves: whatever is done to one, it loads as it says or is refused with a code, and in good time."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rete_chess import Match
from rete_chess.documents.kinds.document import digest_of
from rete_chess.errors import CODES, DocumentError, SaveError
from rete_chess.match import format_save, parse_save
from tests.core.games import examples
from tests.match.games import OWN_MODIFIER, mixed, play_random

#: What may stand where something else should.
STRANGE: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    2,
    1.5,
    10**29,
    -(10**29),
    1e308,
    "",
    "x",
    "e4",
    "e2e4",
    "white",
    "piece-hp",
    "chess",
    "0" * 32,
    "é\u2028",
    "a" * 5000,
    [],
    {},
    [[]],
    [{}],
    {"id": "piece-hp"},
    {"kind": "tile", "id": "x", "document": {}},
)


@cache
def texts() -> tuple[str, ...]:
    """Saves in which everything happens that a save can tell of."""
    found = []
    for seed, name in enumerate(("manor", "hp-and-splits", "tiles and abilities")):
        match = Match(mixed(name), network="native")
        match.engine.custom_modifiers.register(OWN_MODIFIER, "own.modifier.yaml")
        match.play(match.legal_moves()[3])
        match.apply_modifier("own", {"type": "pawn"})
        match.set_active_presets([{"id": "piece-hp", "turnsRemaining": 4}])
        match.queue_profiles(["iron-knights"])
        match.spawn_piece("knight", "black", "h5", {"Hp": 2})
        match.deal_damage(9, 1, "storm", attacker=5)
        play_random(match, Random(seed), 4)
        match.resign() if seed % 2 else match.offer_draw()
        found.append(format_save(match))
    return tuple(found)


def loads(text: str | bytes) -> Match | None:
    """The match of a text, or None if it is refused as it should be."""
    try:
        return parse_save(text, "game.save.json", "native")
    except (SaveError, DocumentError) as error:
        refused = error
    assert refused.code in CODES
    assert refused.place is not None
    assert refused.place.file == "game.save.json"
    return None


def places(value: Any, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """The paths of all values inside a value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = [path] if path else []
    for key, part in inside:
        found += places(part, (*path, key))
    return found


def damage(data: Any, chance: Random) -> None:
    """Change, remove, repeat or move one value."""
    path = chance.choice(places(data))
    if chance.random() < 0.5:  # what lies deep is most of it
        path = path[: chance.randint(1, 4)]
    box = data
    for part in path[:-1]:
        box = box[part]
    what = chance.randrange(5)
    if what == 0:
        del box[path[-1]]
    elif what == 1 and isinstance(path[-1], int):
        box.insert(chance.randrange(len(box) + 1), deepcopy(box[path[-1]]))
    elif what == 2:
        other: Any = data
        for part in chance.choice(places(data)):
            other = other[part]
        box[path[-1]] = deepcopy(other)
    else:
        box[path[-1]] = deepcopy(chance.choice(STRANGE))


def sign(data: Any) -> None:
    """Take the digest anew, as someone does who knows how it is made."""
    try:
        variant = data["variant"]
        uses = [{"scope": "both", **use} for use in data["start"]["presets"]]
        parts = (variant["documents"], uses, variant.get("profiles", []), variant.get("library", []))
        variant["hash"] = digest_of(*parts)
    except (KeyError, TypeError, IndexError):
        pass  # the damage is there already


@examples(250)
@given(seed=st.integers(0, 10**9), times=st.integers(1, 3), is_signed=st.booleans())
def test_damaged_values(seed: int, times: int, is_signed: bool) -> None:
    chance = Random(seed)
    data = json.loads(chance.choice(texts()))
    for _ in range(times):
        damage(data, chance)
    if is_signed:
        sign(data)
    match = loads(json.dumps(data))
    if match is not None:
        assert loads(format_save(match)) is not None


@examples(150)
@given(seed=st.integers(0, 10**9))
def test_damaged_texts(seed: int) -> None:
    chance = Random(seed)
    text = bytearray(chance.choice(texts()).encode())
    for _ in range(chance.randint(1, 3)):
        place = chance.randrange(len(text))
        length = chance.choice([0, 1, 1, 5])
        text[place : place + length] = chance.choice(
            [b"", b'"', b"{", b"]", b",", b"9" * 40, b"\x00", b"\xff", b"1e999", b"NaN", b'"id":"id",']
        )
    match = loads(bytes(text))
    if match is not None:
        assert json.loads(format_save(match)) == json.loads(bytes(text))


@pytest.mark.parametrize("number", range(3))
def test_truncated_texts(number: int) -> None:
    text = texts()[number].encode()
    step = len(text) // 150
    for length in [*range(0, len(text) - 2, step), *range(len(text) - 40, len(text) - 2)]:
        assert loads(text[:length]) is None


@pytest.mark.parametrize("key", ["formatVersion", "moves", "hash", "index", "id", "documents"])
def test_keys_that_stand_twice(key: str) -> None:
    text = texts()[0]
    place = text.index(f'"{key}":')
    assert loads(f'{text[:place]}"{key}": 1, {text[place:]}') is None
