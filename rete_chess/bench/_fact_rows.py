"""Rows of fact changes: how many a network takes in a second, with questions between them."""

from __future__ import annotations

import random
from functools import cache
from typing import Final

from rete_chess.bench._rule_programs import active_rules
from rete_chess.bench._rule_rows import networks
from rete_chess.bench.row import Job, Row
from rete_chess.facts.network_rules import Value
from rete_chess.network import Memory, make_network

#: Pieces, and changes between two questions: about what a move changes.
PIECES: Final = 32
BATCH: Final = 8
#: What the rules of the measured program read, and values for it.
VALUES: Final[dict[str, tuple[Value, ...]]] = {
    "PieceType": ("pawn", "knight", "bishop", "rook", "queen", "king"),
    "Color": ("white", "black"),
    "Kills ≥ 1": (True,),
    "Steps > 2": (True,),
}


def fact_rows(updates: int) -> list[Row]:
    """The rows of facts that are put and dropped, with one question for every few of them."""
    kinds = networks()
    theirs = _updates(kinds[1], updates) if len(kinds) > 1 else None
    return [
        Row(
            "fact updates native",
            "updates",
            _updates(kinds[0], updates),
            theirs,
            "the durable network",
            _build,
        )
    ]


def _build() -> None:
    for kind in networks():
        _memory(kind)


@cache
def _memory(kind: str) -> Memory:
    return make_network(kind, active_rules(10).network_rules).open()


def _updates(kind: str, updates: int) -> Job:
    def job(seed: int) -> int:
        chance = random.Random(seed)
        memory = _memory(kind)
        done = 0
        while done < updates:
            for _ in range(BATCH):
                entity, attribute = chance.randint(1, PIECES), chance.choice(tuple(VALUES))
                if chance.random() < 0.7:
                    memory.put(entity, attribute, chance.choice(VALUES[attribute]))
                else:
                    memory.drop(entity, attribute)
            memory.activations("move", {"event": "move", "piece": entity, "side": "white", "player": True})
            done += BATCH
        return done

    return job
