"""Node counts in the middle of games, taken from Fairy-Stockfish (pyffish 0.0.90, random games).

What is one half-move there, the move with its duck, is two here.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rete_chess import Engine
from rete_chess.compiler import program_of
from rete_chess.engine.lookahead.perft import perft

ROWS = json.loads((Path(__file__).parents[1] / "data" / "further_counts.json").read_text(encoding="utf-8"))


#: Counts up to this are made on the durable network, too, where rules fire.
SMALL = 1_100


@pytest.mark.parametrize("network", ["native", "durable"])
@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['variant']} {row['fen'].split()[0]}")
def test_nodes(row: dict[str, Any], network: str) -> None:
    program = program_of(row["variant"])
    counts = {depth: n for depth, n in row["perft"].items() if network == "native" or n <= SMALL}
    if network == "durable" and not (program.rules and counts):
        pytest.skip("no rule fires, or a large count")
    engine = Engine(program, row["fen"], network=network)
    assert {depth: perft(engine, int(depth)) for depth in counts} == counts
