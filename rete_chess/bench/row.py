"""The rows of the benchmark, the other library, and the random games that rows play."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from rete_chess.compiler import Program
from rete_chess.engine import Engine

#: A function that does the work of a round, numbered from 0, and returns how much it did.
Job = Callable[[int], int]


@dataclass(frozen=True)
class Row:
    """One measurement: our job, and another of the same size, whose count must be equal."""

    name: str
    unit: str
    ours: Job
    theirs: Job | None = None
    against: str | None = None  # who does the other job
    prepare: Callable[[], object] | None = None  # what has to be built before the first round


@dataclass(frozen=True)
class Rival:
    """Another library, as the jobs it can do."""

    name: str
    perft: Callable[[str, str, int], int]  # variant, FEN and depth -> nodes
    playouts: Callable[[int, int], int]  # seed and half-moves -> half-moves played


def play_games(program: Program, network: str | None, seed: int, plies: int) -> int:
    """Play so many half-moves of random games, each to its end; the last one is cut."""
    choose = random.Random(seed).choice
    done = 0
    while done < plies:
        game = Engine(program, network=network)
        while game.result is None and done < plies:
            game.apply(choose(game.legal_moves()))
            done += 1
    return done
