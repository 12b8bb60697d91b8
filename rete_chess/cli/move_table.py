"""Legal moves as people read them: one row for each piece, in both notations."""

from __future__ import annotations

from collections.abc import Iterable

from rich import box
from rich.table import Table

from rete_chess.cli.screen import Screen
from rete_chess.engine import Engine, LegalMove


def move_table(screen: Screen, engine: Engine, moves: Iterable[LegalMove]) -> Table:
    """The moves grouped by piece, from the first square to the last."""
    by_square: dict[int, list[LegalMove]] = {}
    for move in moves:
        by_square.setdefault(move.from_square, []).append(move)
    table = Table("piece", "SAN", "UCI", box=box.SIMPLE_HEAD)
    for square in sorted(by_square):
        own = sorted(by_square[square])
        table.add_row(
            _describe_piece(screen, engine, square), "  ".join(map(engine.san, own)), "  ".join(own)
        )
    return table


def _describe_piece(screen: Screen, engine: Engine, square: int) -> str:
    """`♘ g1`, or `N g1` where there are no figures."""
    board = engine.board
    reach = board.pieces[board.turn][square]
    book = board.book
    figure = screen.figure(book.types[reach.type_index], book.letters[reach.type_index], reach.color)
    return f"{figure} {book.geometry.names[square]}"
