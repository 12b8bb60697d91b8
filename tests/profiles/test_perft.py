"""Node counts through profiles: chess with one modifier, counted elsewhere with pieces of other types."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rete_chess.core.legality import legal_by_looking, legal_moves
from rete_chess.engine.lookahead import perft as by_rules
from tests.profiles.profiles import game, profile

ROWS: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "data/perft/profiles.json").read_text())

#: Counts up to these are made in every run; the rest with --perft-full.
SMALL = {"native": 13_000, "durable": 1_000}

CASES = [
    pytest.param(row, int(depth), nodes, way, id=f"{row['label']} {depth} {way}")
    for row in ROWS
    for depth, nodes in row["perft"].items()
    for way in SMALL
]


@pytest.mark.parametrize(("row", "depth", "nodes", "way"), CASES)
def test_node_count(
    row: dict[str, Any], depth: int, nodes: int, way: str, request: pytest.FixtureRequest
) -> None:
    if nodes > SMALL[way] and not request.config.getoption("--perft-full"):
        pytest.skip("a large count, made with --perft-full")
    engine = game(profile("row", row["profile"]), fen=row["fen"], network=way)
    assert by_rules.perft(engine, depth) == nodes


@pytest.mark.parametrize("row", ROWS, ids=[row["label"] for row in ROWS])
def test_tiers_agree(row: dict[str, Any]) -> None:
    """Two moves deep, the chosen tier of legality gives what making and looking gives."""
    board = game(profile("row", row["profile"]), fen=row["fen"]).board
    length = len(board.journal)
    for move in [0, *legal_moves(board)]:
        if move:
            board.make(move)
        assert sorted(legal_moves(board)) == sorted(legal_by_looking(board))
        board.rollback(length)
