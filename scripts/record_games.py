"""Record random games of another engine for tests, as JSON on standard output.

They lie in tests/data/games/recorded.json. Needs the package pyffish, which only who records them installs.
"""

from __future__ import annotations

import json
import random
import sys
from typing import Any

#: Our variants, and what Fairy-Stockfish calls them.
VARIANTS = {
    "antichess": "antichess",
    "atomic": "atomic",
    "berolina": "berolina",
    "chess": "chess",
    "coregal": "coregal",
    "extinction": "extinction",
    "giveaway": "giveaway",
    "horde": "horde",
    "king-of-the-hill": "kingofthehill",
    "los-alamos": "losalamos",
    "petrified": "petrified",
    "racing-kings": "racingkings",
    "three-check": "3check",
}
GAMES = 4
PLIES = 120


def main() -> None:
    import pyffish

    rows = [
        record(pyffish, ours, theirs, random.Random(f"{ours} {number}"))
        for ours, theirs in VARIANTS.items()
        for number in range(GAMES)
    ]
    sys.stdout.write("[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n")


def record(pyffish: Any, ours: str, theirs: str, dice: random.Random) -> dict[str, Any]:
    """A game with many captures and promotions: its moves, and how many there were to choose from."""
    start = pyffish.start_fen(theirs)
    moves: list[str] = []
    counts: list[int] = []
    while len(moves) < PLIES and not _is_over(pyffish, theirs, start, moves):
        legal = sorted(pyffish.legal_moves(theirs, start, moves))
        counts.append(len(legal))
        captures = [move for move in legal if pyffish.is_capture(theirs, start, moves, move)]
        promotions = [move for move in legal if move[-1].isalpha()]
        likely = promotions or (captures if dice.random() < 0.4 else legal)
        moves.append(dice.choice(likely or legal))
    placement = pyffish.get_fen(theirs, start, moves).split()[0]
    return {"variant": ours, "moves": " ".join(moves), "counts": counts, "placement": placement}


def _is_over(pyffish: Any, variant: str, start: str, moves: list[str]) -> bool:
    if not pyffish.legal_moves(variant, start, moves):
        return True
    return bool(pyffish.is_immediate_game_end(variant, start, moves)[0])


if __name__ == "__main__":
    main()
