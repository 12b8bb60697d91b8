"""Node counts in the middle of games, taken from Fairy-Stockfish (pyffish 0.0.90, random games).

What is one half-move there, the move with its duck, is two here.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rete_chess import Engine
from rete_chess.engine.lookahead.perft import perft

ROWS = json.loads((Path(__file__).parents[1] / "data" / "further_counts.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['variant']} {row['fen'].split()[0]}")
def test_nodes(row: dict[str, Any]) -> None:
    engine = Engine(row["variant"], row["fen"], network="native")
    assert {depth: perft(engine, int(depth)) for depth in row["perft"]} == row["perft"]
