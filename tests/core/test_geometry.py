"""Squares and zones: names, numbers, and the sets of squares that documents speak of."""

from __future__ import annotations

import pytest

from rete_chess.core.geometry import ZONES, Geometry, Zone, geometry, zone_squares

SIZES = [(1, 1), (2, 3), (5, 9), (8, 8), (16, 16)]


@pytest.mark.parametrize("size", SIZES)
def test_squares_have_names(size: tuple[int, int]) -> None:
    board = Geometry(*size)
    for square in range(board.size):
        name = board.format_square(square)
        assert board.parse_square(name) == square
        assert board.square(board.file_of(square), board.rank_of(square)) == square
        assert board.mirrored(board.mirrored(square)) == square
        assert board.own_rank(square, 1) == board.own_rank(board.mirrored(square), 0)


def test_the_corners_have_their_numbers() -> None:
    board = geometry()
    assert [board.parse_square(name) for name in ("a1", "h1", "a8", "h8")] == [0, 7, 56, 63]


def test_distance_is_counted_in_king_steps() -> None:
    board = geometry()
    assert board.distance(board.parse_square("a1"), board.parse_square("c8")) == 7
    assert board.distance(5, 5) == 0


@pytest.mark.parametrize(
    ("zone", "size", "white", "black"),
    [
        (Zone(named="first-rank"), (3, 3), "a1 b1 c1", "a3 b3 c3"),
        (Zone(named="last-rank"), (3, 3), "a3 b3 c3", "a1 b1 c1"),
        (Zone(named="own-half"), (2, 4), "a1 b1 a2 b2", "a3 b3 a4 b4"),
        (Zone(named="own-half"), (1, 3), "a1 a2", "a2 a3"),
        (Zone(named="enemy-half"), (2, 4), "a3 b3 a4 b4", "a1 b1 a2 b2"),
        (Zone(named="centre"), (8, 8), "d4 e4 d5 e5", "d4 e4 d5 e5"),
        (Zone(named="centre"), (5, 9), "c5", "c5"),
        (Zone(named="edge"), (3, 3), "a1 b1 c1 a2 c2 a3 b3 c3", "a1 b1 c1 a2 c2 a3 b3 c3"),
        (Zone(named="light"), (2, 2), "b1 a2", "b1 a2"),
        (Zone(named="dark"), (2, 2), "a1 b2", "a1 b2"),
        (Zone(own_ranks=(2,)), (2, 5), "a2 b2", "a4 b4"),
        (Zone(ranks=(2,)), (2, 5), "a2 b2", "a2 b2"),
        (Zone(files=("b",)), (3, 2), "b1 b2", "b1 b2"),
        (Zone(squares=("a1", "b2")), (2, 2), "a1 b2", "a1 b2"),
        (Zone(squares=("a1", "b2"), own_ranks=(1,)), (2, 2), "a1", "b2"),
        (Zone(named="edge", files=("b",)), (3, 3), "b1 b3", "b1 b3"),
        (Zone(ranks=(9,)), (2, 5), "", ""),
        (Zone(), (1, 2), "a1 a2", "a1 a2"),
    ],
)
def test_zones(zone: Zone, size: tuple[int, int], white: str, black: str) -> None:
    board = geometry(*size)
    for color, squares in enumerate((white, black)):
        assert zone_squares(zone, board, color) == {board.parse_square(name) for name in squares.split()}


@pytest.mark.parametrize("name", ZONES)
@pytest.mark.parametrize("size", SIZES)
def test_named_zones_exist_on_every_board(name: str, size: tuple[int, int]) -> None:
    board = geometry(*size)
    white = zone_squares(Zone(named=name), board, 0)
    assert white <= set(range(board.size))
    if name not in ("light", "dark"):
        assert {board.mirrored(square) for square in white} == zone_squares(Zone(named=name), board, 1)
