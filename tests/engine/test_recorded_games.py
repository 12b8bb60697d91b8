"""Random games recorded from Fairy-Stockfish: as many moves in every position, and the same board at the end.

Unlike node counts they reach promotions, bare kings and long histories; `scripts/record_games.py` wrote them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rete_chess import Engine

GAMES = json.loads((Path(__file__).parents[1] / "data/games/recorded.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("network", ["native", "durable"])
@pytest.mark.parametrize("game", GAMES, ids=[f"{row['variant']}-{n % 4}" for n, row in enumerate(GAMES)])
def test_recorded_game(game: dict[str, Any], network: str) -> None:
    engine = Engine(game["variant"], network=network)
    for move, count in zip(game["moves"].split(), game["counts"]):
        assert len(engine.legal_moves()) == count, engine.fen()
        engine.apply(move)
    assert engine.fen().split()[0] == game["placement"]


@pytest.mark.parametrize(
    ("fen", "capture"),
    [
        ("rnbqkbnr/p1pppppp/8/Pp6/8/8/1PPPPPPP/RNBQKBNR w KQkq b5b6 0 2", "a5b6"),
        ("rnbqkbnr/1ppppppp/8/8/pP6/8/P1PPPPPP/RNBQKBNR b KQkq b3b4 0 2", "a4b3"),
    ],
)
def test_the_victim_may_stand_anywhere_in_the_en_passant_field(fen: str, capture: str) -> None:
    assert capture in Engine("petrified", fen, network="native").legal_moves()
