"""Node counts: the rows of `tests/data/perft`, each depth a test of its own."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pytest

from rete_chess.core.board import Board
from rete_chess.core.fen import format_fen, parse_fen
from rete_chess.core.lawbook import lawbook
from rete_chess.core.laws import Laws
from rete_chess.core.legality import legal_moves
from rete_chess.core.perft import divide, perft
from rete_chess.core.uci import format_uci
from tests.core.games import draw_board
from tests.core.variants import DATA, chess_laws, laws_of, variants

#: Counts above this are left to `--perft-full`.
SMALL = 120_000


class Count(NamedTuple):
    """One number to reproduce."""

    id: str
    variant: str
    fen: str
    chess960: bool
    depth: int
    nodes: int

    @property
    def laws(self) -> Laws:
        return chess_laws() if self.variant == "chess" else laws_of(self.variant)


def rows(file: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((DATA / "perft" / file).read_text(encoding="utf-8"))
    return found


def counts() -> list[Count]:
    """All counts of both files, named by variant, label and depth."""
    return [
        Count(
            f"{row.get('variant', 'chess')}-{row['label']}-{depth}",
            row.get("variant", "chess"),
            row["fen"],
            row.get("chess960", False),
            int(depth),
            nodes,
        )
        for file in ("chess.json", "pieces.json")
        for row in rows(file)
        for depth, nodes in row["perft"].items()
    ]


def report(board: Board, count: Count, found: int) -> str:
    """What went wrong: the board, and the nodes behind each move."""
    legal = legal_moves(board)
    split = sorted(
        (format_uci(board, move, legal), nodes) for move, nodes in divide(board, count.depth).items()
    )
    return "\n".join(
        [
            f"{count.id}: {found} nodes, not {count.nodes}",
            draw_board(board),
            format_fen(board),
            *(f"{text}: {nodes}" for text, nodes in split),
        ]
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "count" in metafunc.fixturenames:
        most = max(count.nodes for count in counts()) if metafunc.config.getoption("--perft-full") else SMALL
        chosen = [count for count in counts() if count.nodes <= most]
        metafunc.parametrize("count", chosen, ids=[count.id for count in chosen])


def test_nodes(count: Count) -> None:
    board = parse_fen(lawbook(count.laws), count.fen, count.chess960)
    found = perft(board, count.depth)
    if found != count.nodes:
        pytest.fail(report(board, count, found), pytrace=False)


def test_every_variant_of_the_table_is_counted() -> None:
    assert {row["variant"] for row in rows("pieces.json")} == set(variants())


def test_names_are_unique() -> None:
    names = [count.id for count in counts()]
    assert len(names) == len(set(names))
