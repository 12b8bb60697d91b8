"""Which moves are legal: both tiers give the same answer, and none gives a move twice."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import assume, event, given

from rete_chess.core.attacks import is_in_check
from rete_chess.core.board import Board
from rete_chess.core.fen import parse_fen
from rete_chess.core.lawbook import PINS, lawbook
from rete_chess.core.legality import legal_by_looking, legal_moves
from rete_chess.core.pseudo import pseudo_moves
from tests.core.games import Game, draw_board, examples, games, walk
from tests.core.variants import chess_laws, laws_of, variants


def legal_by_hand(board: Board) -> list[int]:
    """What the laws say, with the slow tier in place of the chosen one."""
    if board.lost:
        return []
    return legal_by_looking(board) if board.book.laws.self_check[board.turn] else pseudo_moves(board)


def moves_in_words(board: Board, moves: list[int]) -> str:
    names = board.book.geometry.names
    return " ".join(sorted(f"{names[move >> 8 & 255]}{names[move & 255]}({move >> 16})" for move in moves))


def check_tiers(board: Board) -> None:
    fast, slow = legal_moves(board), legal_by_hand(board)
    assert len(fast) == len(set(fast)), f"moves given twice\n{draw_board(board)}"
    missing, wrong = set(slow) - set(fast), set(fast) - set(slow)
    assert not missing | wrong, (
        f"missing {moves_in_words(board, list(missing))}, wrong {moves_in_words(board, list(wrong))}, "
        f"turn {board.turn}\n{draw_board(board)}"
    )


@examples(160)
@given(games(is_plain=True))
def test_pins_agree_with_looking(game: Game) -> None:
    board = game.board()
    assume(board.book.tier == PINS)
    event(f"royals {min(len(board.royals[board.turn]), 3)}, irregular {board.irregular_at == 0}")
    for _ in walk(board, game.choices):
        check_tiers(board)


@examples(80)
@given(games(is_plain=True, has_effects=True))
def test_captures_with_effects_are_looked_at(game: Game) -> None:
    board = game.board()
    event(f"quiet moves by pins: {board.book.has_pins_for_quiet}")
    for _ in walk(board, game.choices):
        check_tiers(board)


@examples(60)
@given(games(is_plain=False))
def test_no_move_is_given_twice(game: Game) -> None:
    board = game.board()
    for _ in walk(board, game.choices):
        check_tiers(board)


@examples(50)
@given(games(is_plain=True))
def test_no_legal_move_leaves_a_royal_piece_attacked(game: Game) -> None:
    board = game.board()
    assume(all(game.laws.self_check))
    for _ in walk(board, game.choices):
        mover = board.turn
        for move in legal_moves(board):
            board.make(move)
            assert board.lost & 1 << mover == 0
            assert board.lost or not is_in_check(board, mover)
            board.unmake()


def scattered(random: Random) -> str:
    """A FEN of chess with pieces anywhere: nobody cares whether it can come about."""
    cells = [" "] * 64
    for sign in "Kk" + "".join(random.choices("KkQqRrBbNnPpPpPp", k=random.randrange(1, 20))):
        cells[random.randrange(64)] = sign
    if random.random() < 0.5:
        cells[0], cells[4], cells[7] = "r", "k", "r"
        cells[56], cells[60], cells[63] = "R", "K", "R"
    rows = ["".join(cells[start : start + 8]) for start in range(0, 64, 8)]
    placement = "/".join(re.sub(" +", lambda gap: str(len(gap[0])), row) for row in rows)
    passed = random.choice("abcdefgh") + random.choice("36") if random.random() < 0.5 else "-"
    return f"{placement} {random.choice('wb')} KQkq {passed} 0 1"


def test_scattered_pieces_of_chess() -> None:
    """Several kings or none, kings in check out of turn, castling and passed squares at random."""
    random = Random(11)
    irregular = 0
    for _ in range(600):
        board = parse_fen(lawbook(chess_laws()), scattered(random))
        irregular += board.irregular_at == 0
        for _ in walk(board, random.choices(range(256), k=4)):
            check_tiers(board)
    assert irregular > 100


@pytest.mark.parametrize("variant", sorted(variants()))
def test_variants_by_looking(variant: str) -> None:
    random = Random(variant)
    laws = laws_of(variant)
    start = (
        "rnqknr/pppppp/6/6/PPPPPP/RNQKNR"
        if laws.width == 6
        else "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR"
    )
    for _ in range(2):
        board = parse_fen(lawbook(laws), f"{start} w KQkq")
        for _ in walk(board, random.choices(range(256), k=50)):
            check_tiers(board)
