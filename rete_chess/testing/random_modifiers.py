"""Random custom modifiers, valid and of all kinds of primitives, for tests of laws."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from rete_chess.core.geometry import ZONES
from rete_chess.documents.kinds.modifier import MAX_LEVELS
from rete_chess.documents.language.atom import MOVE_KINDS
from rete_chess.modifiers.capture_flags import FLAGS
from rete_chess.primitives import PRIMITIVES

Data = dict[str, Any]

TYPES: Final = ("pawn", "knight", "bishop", "rook", "queen", "king")
TRIGGERS: Final = tuple(kind for kind in PRIMITIVES.list() if PRIMITIVES.get(kind).is_trigger)
#: What random modifiers may add to without a preset: one number of their own, and what pieces' moves read.
NUMBERS: Final = ("Power", "RangeBonus", "HpBonus")


def random_modifier(random: Random, name: str, *, has_hp: bool = False) -> Data:
    """A modifier; with `has_hp` it may speak of hit points."""
    numbers = (*NUMBERS, "Hp", "Hp") if has_hp else NUMBERS
    maker = _Maker(random, numbers)
    primitives = [{"kind": "seed-attribute", "attr": "Power", "value": random.randint(0, 3)}]
    primitives += [maker.node(1, "", False) for _ in range(random.randint(1, 4))]
    return {
        "kind": "modifier",
        "id": name,
        "type": "data",
        "version": 1,
        "name": name.capitalize(),
        "primitives": primitives,
    }


def random_carriers(random: Random) -> Data:
    """A filter of pieces: of a type, of a side, or both."""
    return random.choice(
        ({"type": random.choice(TYPES)}, {"color": "white"}, {"type": random.choice(TYPES), "color": "black"})
    )


class _Maker:
    """The maker of random primitives that are valid at their place."""

    def __init__(self, random: Random, numbers: tuple[str, ...]) -> None:
        self.random = random
        self.numbers = numbers

    def node(self, level: int, trigger: str, is_conditional: bool) -> Data:
        """A primitive at a level, inside a trigger or not, under a condition or not."""
        kinds = ["add-to-attribute", "multiply-attribute", "modify-movement-range", "add-direction"]
        kinds += ["set-capture-flag", "block-move-type", "override-promotion", "absorb-damage-with-attribute"]
        kinds += ["reflect-damage", "add-aura"]
        kinds += ["seed-attribute"] if trigger else []
        if level < MAX_LEVELS:
            kinds += ["conditional"] * 4
            kinds += [] if trigger else list(TRIGGERS) * 2
        kind = self.random.choice(kinds)
        if trigger == "on-captured" and PRIMITIVES.get(kind).needs_carrier:
            kind = "add-to-attribute"
        return {"kind": kind, **self._parameters(kind, level, trigger, is_conditional)}

    def _parameters(self, kind: str, level: int, trigger: str, is_conditional: bool) -> Data:
        if kind == "conditional":
            branches = {
                key: [self.node(level + 1, trigger, True) for _ in range(self.random.randint(0, 2))]
                for key in ("then", "else")
            }
            return {"condition": self._condition(trigger), **branches}
        if kind in TRIGGERS:
            count = self.random.randint(1, 3)
            children = [self.node(level + 1, kind, is_conditional) for _ in range(count)]
            return {**self._trigger(kind), "primitives": children}
        return self._effect(kind, trigger)

    def _condition(self, trigger: str, depth: int = 0) -> Data:
        if depth < 2 and self.random.random() < 0.3:
            parts = [self._condition(trigger, depth + 1) for _ in range(self.random.randint(1, 2))]
            return {"not": parts[0]} if self.random.random() < 0.3 else {self._pick("all any"): parts}
        choices: list[Data] = [
            {"attr": self.random.choice(self.numbers), "op": self._pick("lt ge eq ne"), "value": 2},
            {"piece": {"type": self.random.choice(TYPES)}},
            {"piece": {"square": {"zone": self.random.choice(ZONES)}}},
        ]
        if trigger == "on-promotion":
            choices.append({"promotedTo": self.random.choice(TYPES)})
        return self.random.choice(choices)

    def _trigger(self, kind: str) -> Data:
        if kind == "on-captured":
            targets: tuple[Any, ...] = ("self", "attacker", "defender", {"relation": "enemy"})
            return {
                "target": self.random.choice((*targets, {"relation": "ally", "filter": {"type": "pawn"}}))
            }
        if kind == "on-moved-onto-square":
            return {"filter": {"kind": "predicate", "zone": self.random.choice(ZONES)}}
        return {"color": self._pick("white black")} if kind == "on-turn-end" else {}

    def _effect(self, kind: str, trigger: str) -> Data:
        random = self.random
        attr, delta = random.choice(self.numbers), random.choice((-1, 1, 2))
        if kind == "add-to-attribute":
            return {"attr": attr, "delta": delta, **({"min": 0, "max": 4} if trigger else {})}
        if kind == "multiply-attribute":
            return {
                "attr": attr,
                "factor": random.choice((0, 0.5, 1.5)),
                **({"round": "up"} if trigger else {}),
            }
        if kind == "seed-attribute":
            return {"attr": "Power", "value": random.randint(0, 3), "onlyIfMissing": random.random() < 0.5}
        if kind == "modify-movement-range":
            return {"delta": delta}
        if kind == "add-direction":
            step = {"df": random.randint(-2, 2), "dr": random.choice((-1, 1, 2))}
            return {"directions": [{**step, "mode": self._pick("both move capture")}]}
        if kind == "set-capture-flag":
            return {"flags": [random.choice(tuple(FLAGS))]}
        if kind == "block-move-type":
            return {"moveTypes": [random.choice(MOVE_KINDS)]}
        if kind == "override-promotion":
            return {"to": [self._pick("queen knight rook")]}
        if kind == "absorb-damage-with-attribute":
            return {"attr": attr, "rate": random.choice((0.5, 1))}
        if kind == "reflect-damage":
            return {"fraction": 0.5} if random.random() < 0.5 else {"amount": 1}
        radius, affects = random.randint(1, 3), self._pick("ally enemy all")
        return {"radius": radius, "targetAttr": attr, "delta": delta, "affects": affects}

    def _pick(self, words: str) -> str:
        return self.random.choice(words.split())
