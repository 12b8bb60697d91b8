"""Seen from the other side everything is the same: mirrored positions have mirrored moves."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from rete_chess.core.attacks import attackers, is_in_check
from rete_chess.core.board import Board
from rete_chess.core.fen import format_fen, parse_fen
from rete_chess.core.geometry import Geometry
from rete_chess.core.lawbook import lawbook
from rete_chess.core.laws import Laws
from rete_chess.core.legality import legal_moves
from tests.core.games import Game, draw_board, examples, games, walk
from tests.core.variants import laws_of, variants


def mirrored_laws(laws: Laws) -> Laws:
    return replace(
        laws,
        white=laws.black,
        black=laws.white,
        royal=tuple(
            royal._replace(color=1 - royal.color if royal.color >= 0 else -1) for royal in laws.royal
        ),
        self_check=laws.self_check[::-1],
        turn_moves=laws.turn_moves[::-1],
        guarded=tuple((name, 1 - color) for name, color in laws.guarded),
    )


def mirrored_fen(board: Board) -> str:
    """The record of the same position with colours swapped and ranks counted from the other end."""
    geometry = board.book.geometry
    placement, side, castling, passed, clock, number = format_fen(board).split()
    if board.exposed is not None:
        squares = (*board.exposed.targets, board.exposed.victim)
        passed = "".join(geometry.names[geometry.mirrored(square)] for square in squares)
    rows = placement.swapcase().split("/")
    side = "wb"[side == "w"]
    return f"{'/'.join(reversed(rows))} {side} {castling.swapcase()} {passed} {clock} {number}"


def mirrored_move(geometry: Geometry, move: int) -> int:
    origin, target = geometry.mirrored(move >> 8 & 255), geometry.mirrored(move & 255)
    return move & ~0xFFFF | origin << 8 | target


def check_mirror(board: Board, other: Board) -> None:
    geometry = board.book.geometry
    expected = sorted(mirrored_move(geometry, move) for move in legal_moves(board))
    assert sorted(legal_moves(other)) == expected, f"{draw_board(board)}\n\n{draw_board(other)}"
    for color in (0, 1):
        assert is_in_check(board, color) == is_in_check(other, 1 - color)
        for square in range(geometry.size):
            found = sorted(geometry.mirrored(origin) for origin in attackers(board, square, color))
            assert attackers(other, geometry.mirrored(square), 1 - color) == found


@examples(70)
@given(games())
def test_mirrored_positions_have_mirrored_moves(game: Game) -> None:
    board = game.board()
    book = lawbook(mirrored_laws(game.laws))
    for _ in walk(board, game.choices[:4]):
        if board.half_moves == 0 and not board.lost:
            check_mirror(board, parse_fen(book, mirrored_fen(board)))


@pytest.mark.parametrize("variant", sorted(variants()))
def test_variants_look_the_same_from_both_sides(variant: str) -> None:
    laws = laws_of(variant)
    book = lawbook(laws)
    rows = (
        ("rnqknr/pppppp/6/6/PPPPPP/RNQKNR", "4r1/1P4/2k3/3K2/4p1/1R4")
        if laws.width == 6
        else (
            "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR",
            "r3k2r/p1pp1pb1/bn2pnp1/3PN3/1p2P3/2N4p/PPPBBPPP/R3K2R",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8",
        )
    )
    for row in rows:
        for side in "wb":
            board = parse_fen(book, f"{row} {side} KQkq -")
            for _ in walk(board, (3, 1, 4)):
                if not board.lost:
                    check_mirror(board, parse_fen(book, mirrored_fen(board)))
