"""Random games through `Engine.apply`."""

from __future__ import annotations

import random

from rete_chess.compiler import Program
from rete_chess.engine import Engine


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
