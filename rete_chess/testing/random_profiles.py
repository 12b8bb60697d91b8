"""Random profiles, valid and of all modifier kinds, for tests of laws."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from rete_chess.modifiers.capture_flags import FLAGS
from rete_chess.testing.random_modifiers import TYPES

Data = dict[str, Any]

ABILITIES: Final = ("marksman", "exploding", "piercing", "scapegoat", "cannibal")
KINDS: Final = (
    "HpBonus",
    "RangeBonus",
    "DirectionAdditions",
    "CaptureFlags",
    "PromotionOverride",
    "DamageResistance",
)


def random_profile(random: Random, name: str, further: Sequence[str] = ()) -> Data:
    """A profile of one to four entries; `further` names modifiers that the game knows."""
    profile: Data = {"kind": "profile", "id": name, "name": name, "perType": [], "perInstance": []}
    for _ in range(random.randint(1, 4)):
        kind = random.choice((*KINDS, random.choice((*ABILITIES, *further))))
        value = _value(random, kind)
        entry = {"kind": kind} if value is None else {"kind": kind, "value": value}
        if random.random() < 0.6:
            color = random.choice(("white", "black", "both"))
            profile["perType"].append({"pieceType": random.choice(TYPES), "color": color, **entry})
        else:
            square = random.choice("abcdefgh") + random.choice("12378")
            profile["perInstance"].append({"square": square, **entry})
    return profile


def _value(random: Random, kind: str) -> Any:
    """A value of a modifier kind; None for abilities and custom modifiers, which have none."""
    if kind == "HpBonus":
        return random.randint(-1, 3)
    if kind == "RangeBonus":
        return random.randint(-1, 4)
    if kind == "DirectionAdditions":
        return random.choice(["orthogonal", "knight", "sideways", [[3, 1], [-3, 1]], [[0, 2]]])
    if kind == "CaptureFlags":
        return random.choice(tuple(FLAGS))
    if kind == "PromotionOverride":
        return random.sample(["knight", "bishop", "rook", "queen"], random.randint(1, 2))
    return random.choice([0.25, 0.5, 0.9]) if kind == "DamageResistance" else None
