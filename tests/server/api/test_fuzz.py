"""Requests that nobody would send: whatever comes is answered or refused with a code, and never fails.

`API_FUZZ=20000` runs so many instead of a hundred.
"""

from __future__ import annotations

import json
import os
import random
from typing import Any

import pytest

from rete_chess import Match
from rete_chess.match import format_save
from rete_chess.resources import folder
from rete_chess.server.api.schema import ANSWERED_BY
from rete_chess.server.api.table import ANSWERS
from tests.serial.fitting import misfits

RUNS = int(os.environ.get("API_FUZZ", "100"))
#: The runs of one test.
BATCH = 25

SHAPES = {"catalog": "Catalog", "entry": "CatalogEntry", **ANSWERED_BY}
TEXTS = [
    path.read_text(encoding="utf-8")
    for name in ("descriptors", "rules")
    for path in sorted(folder(name).rglob("*.*.yaml"))
]
WORDS = [
    *("chess", "atomic", "piece-hp", "iron-knights", "royal-guard", "e2e4", "O-O", "Nf3", "knight", "king"),
    *("HpBonus", "CaptureFlags", "../x", "/etc/passwd", "$side", "<text>", "\u0000", "\ud83d\ude00", "e4"),
    *("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "x" * 300, "", "null", "- 1", "{}", "*a"),
]
KEYS = [
    *("text", "name", "documents", "presets", "profiles", "customModifiers", "fen", "moves", "explain"),
    *("inspect", "whyNot", "variant", "problem", "profile", "id", "kind", "scope", "config", "value", "zeal"),
    *("perType", "perInstance", "pieceType", "square", "primitives", "rules", "extends", "pieces", "tests"),
    *("save", "ply", "start", "interventions", "facts", "index", "hash"),
]
PROFILE = {
    "id": "army",
    "name": "Army",
    "perType": [{"pieceType": "knight", "kind": "HpBonus", "value": 1}],
    "perInstance": [{"square": "e5", "kind": "hunger"}],
}
MODIFIER = {
    "id": "hunger",
    "type": "data",
    "version": 1,
    "name": "Hunger",
    "primitives": [{"kind": "on-capture", "primitives": [{"kind": "modify-movement-range", "delta": 1}]}],
}
PROBLEM = {"code": "E_PROFILE_ORPHAN_INSTANCE", "message": "", "path": "perInstance[0]", "profile": "army"}
STACK = {
    "variant": "chess",
    "presets": [{"id": "piece-hp", "scope": "both"}],
    "profiles": ["iron-knights", PROFILE],
    "customModifiers": [MODIFIER],
}
GAME = {**STACK, "moves": ["e4", "d5", "exd5"], "explain": "e1e5", "inspect": "e1"}


def _saved() -> Any:
    match = Match("atomic", network="native")
    for move in ("e4", "d5", "exd5"):
        match.play(move)
    return json.loads(format_save(match))


SAVE = _saved()


def body_of(name: str, chance: random.Random) -> Any:
    """A request that is as it should be."""
    document = {"text": chance.choice(TEXTS), "name": "text.yaml"}
    if name == "preview":
        return {**{key: value for key, value in GAME.items() if key != "variant"}, **document}
    return {
        "catalog": {},
        "entry": {"kind": "pieces", "id": "rook"},
        "schema": {"name": "piece"},
        "validate": {**document, "documents": [chance.choice(TEXTS)]},
        "test": document,
        "replay": {"save": SAVE, "ply": 3},
        "balance": {**document, "players": "random", "first": 0},
        "profiles/check": STACK,
        "profiles/fix": {**STACK, "problem": PROBLEM},
    }[name]


def value_of(chance: random.Random, depth: int = 3) -> Any:
    """Any plain data."""
    kind = chance.randrange(10 if depth else 7)
    if kind > 7:
        return {
            chance.choice([*KEYS, *WORDS]): value_of(chance, depth - 1) for _ in range(chance.randrange(4))
        }
    if kind == 7:
        return [value_of(chance, depth - 1) for _ in range(chance.randrange(4))]
    return chance.choice(
        [
            None,
            True,
            0,
            -1,
            10**9,
            10**18,
            1.5,
            1e300,
            0.1,
            *WORDS,
            chance.choice(WORDS) + chance.choice(WORDS),
        ]
    )


def changed(value: Any, chance: random.Random) -> Any:
    """The same with one thing otherwise, somewhere in it."""
    if chance.random() < 0.15:
        return value_of(chance)
    if isinstance(value, dict) and value:
        key = chance.choice(list(value))
        match chance.randrange(6):
            case 0:
                return {other: part for other, part in value.items() if other != key}
            case 1:
                return {**value, chance.choice(KEYS): value_of(chance)}
            case _:
                return {**value, key: changed(value[key], chance)}
    if isinstance(value, list) and value:
        place = chance.randrange(len(value))
        match chance.randrange(5):
            case 0:
                return value[:place] + value[place + 1 :]
            case 1:
                return [*value, *value]
            case _:
                return [*value[:place], changed(value[place], chance), *value[place + 1 :]]
    if isinstance(value, str) and value:
        return rewritten(value, chance)
    return value_of(chance)


def rewritten(text: str, chance: random.Random) -> str:
    """A text with a line, a word or a sign otherwise."""
    lines = text.split("\n")
    place = chance.randrange(len(lines))
    line = lines[place]
    spot = chance.randrange(len(line) + 1)
    match chance.randrange(6):
        case 0:
            lines[place : place + 1] = []
        case 1:
            lines.insert(chance.randrange(len(lines) + 1), line)
        case 2:
            lines[place] = line[:spot] + chance.choice("{}[]:,-&*!|>'\"#%@`$\\\t\u2028\x07 ~0") + line[spot:]
        case 3:
            words = line.split(" ")
            words[chance.randrange(len(words))] = chance.choice([*WORDS, *KEYS, "99999999999", "-1", "1e9"])
            lines[place] = " ".join(words)
        case 4:
            lines[place] = line + "\n" + chance.choice(chance.choice(TEXTS).split("\n"))
        case _:
            lines[place] = line[:spot]
    return "\n".join(lines)


def raw_of(body: Any, chance: random.Random) -> bytes:
    """A request as bytes, some of them damaged."""
    raw = bytearray(json.dumps(body, ensure_ascii=chance.random() < 0.5).encode("utf-8", "replace"))
    if chance.random() < 0.15:
        for _ in range(chance.randrange(1, 4)):
            raw[chance.randrange(len(raw))] = chance.randrange(256)
    return bytes(raw)


@pytest.mark.parametrize("batch", range(RUNS // BATCH))
def test_whatever_comes_is_answered_or_refused(batch: int) -> None:
    for seed in range(batch * BATCH, (batch + 1) * BATCH):
        chance = random.Random(seed)
        name = chance.choice(sorted(ANSWERS))
        body = body_of(name, chance)
        for _ in range(chance.randrange(4)):
            body = changed(body, chance)
        reply = ANSWERS[name](raw_of(body, chance))
        found = json.loads(reply["text"])
        assert reply["status"] in (200, 400, 404, 413, 422), (seed, name, found)
        shape = SHAPES.get(name) if reply["status"] == 200 else "ErrorAnswer"
        assert shape is None or misfits(shape, found) == [], (seed, name)
