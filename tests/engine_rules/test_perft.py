"""Node counts of variants and presets: by the bare core where it is exact, and by rules on both networks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rete_chess import Engine
from rete_chess.compiler import ActivePreset, Program, program_of
from rete_chess.core import perft as core
from rete_chess.core.legality import legal_by_looking, legal_moves
from rete_chess.engine.lookahead import perft as by_rules

ROWS: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "data/perft/programs.json").read_text())

#: Counts up to these are made in every run; the rest with --perft-full.
SMALL = {"core": 60_000, "native": 9_000, "durable": 9_000}

CASES = [
    pytest.param(row, int(depth), nodes, way, id=f"{row['label']} {depth} {way}")
    for row in ROWS
    for depth, nodes in row["perft"].items()
    for way in SMALL
]


def program(row: dict[str, Any]) -> Program:
    """The row's program; a preset may be written with the side that it concerns, as `id:white`."""
    uses = [ActivePreset(*name.split(":")) for name in row["presets"]]
    return program_of(row["variant"], uses)


@pytest.mark.parametrize(("row", "depth", "nodes", "way"), CASES)
def test_node_count(
    row: dict[str, Any], depth: int, nodes: int, way: str, request: pytest.FixtureRequest
) -> None:
    if nodes > SMALL[way] and not request.config.getoption("--perft-full"):
        pytest.skip("a large count, made with --perft-full")
    variant = program(row)
    if way == "core":
        if not variant.is_core_exact:
            pytest.skip("rules decide what moves do")
        assert core.perft(Engine(variant, row["fen"]).board, depth) == nodes
    else:
        assert by_rules.perft(Engine(variant, row["fen"], network=way), depth) == nodes


@pytest.mark.parametrize("row", ROWS, ids=[row["label"] for row in ROWS])
def test_tiers_agree(row: dict[str, Any]) -> None:
    """Two moves deep, the chosen tier of legality gives what making and looking gives."""
    board = Engine(program(row), row["fen"], network="native").board
    if not board.book.guards_check[board.turn] or board.book.has_filters:
        pytest.skip("no self-check to judge, or moves are filtered besides")
    length = len(board.journal)
    for move in [0, *legal_moves(board)]:
        if move:
            board.make(move)
        if not board.lost:
            assert sorted(legal_moves(board)) == sorted(legal_by_looking(board))
        board.rollback(length)
