"""Which moves are legal: both tiers give the same answer, and none gives a move twice."""

from __future__ import annotations

from hypothesis import assume, event, given

from rete_chess.core.attacks import is_in_check
from rete_chess.core.board import Board
from rete_chess.core.lawbook import PINS
from rete_chess.core.legality import legal_by_looking, legal_moves
from rete_chess.core.pseudo import pseudo_moves
from tests.core.games import Game, draw_board, examples, games, walk


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


@examples(250)
@given(games(is_plain=True))
def test_pins_agree_with_looking(game: Game) -> None:
    board = game.board()
    assume(board.book.tier == PINS)
    event(f"royals {min(len(board.royals[board.turn]), 3)}, irregular {board.irregular_at == 0}")
    for _ in walk(board, game.choices):
        check_tiers(board)


@examples(60)
@given(games(is_plain=False))
def test_no_move_is_given_twice(game: Game) -> None:
    board = game.board()
    for _ in walk(board, game.choices):
        check_tiers(board)


@examples(100)
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
