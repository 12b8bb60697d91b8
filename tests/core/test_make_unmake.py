"""Making a move and taking it back, and the key that every position has."""

from __future__ import annotations

from hypothesis import given

from rete_chess.core.board import Board
from rete_chess.core.deeds import play
from rete_chess.core.fen import format_fen, parse_fen
from rete_chess.core.legality import legal_moves
from rete_chess.core.pseudo import pseudo_moves
from tests.core.games import Game, examples, games, state, walk


@examples(80)
@given(games())
def test_unmake_restores_everything(game: Game) -> None:
    for board in walk(game.board(), game.choices):
        before = state(board)
        for move in [] if board.lost else pseudo_moves(board):
            board.make(move)
            board.unmake()
            assert state(board) == before, move


@examples(60)
@given(games(has_effects=True))
def test_rollback_takes_back_effects(game: Game) -> None:
    for board in walk(game.board(), game.choices):
        before, length = state(board), len(board.journal)
        for move in [] if board.lost else pseudo_moves(board):
            play(board, move)
            board.rollback(length)
            assert state(board) == before, move


@examples(50)
@given(games(plies=12))
def test_rollback_goes_back_through_a_whole_game(game: Game) -> None:
    board = game.board()
    seen = [(len(board.journal), state(board)) for _ in walk(board, game.choices)]
    for length, before in reversed(seen):
        board.rollback(length)
        assert state(board) == before


@examples(50)
@given(games())
def test_a_copy_goes_its_own_way(game: Game) -> None:
    for board in walk(game.board(), game.choices):
        copy = board.copy()
        before = state(board)
        assert {**state(copy), "journal": before["journal"]} == before
        assert sorted(legal_moves(copy)) == sorted(legal_moves(board))
        for move in sorted(legal_moves(copy))[:3]:
            copy.make(move)
            assert state(board) == before
            copy.unmake()


def is_sayable(board: Board) -> bool:
    """Whether a FEN says all of a position: no turn is half over, and one piece may castle at most."""
    width = board.book.geometry.width
    first = (range(width), range(board.book.geometry.size - width, board.book.geometry.size))
    castlers = [
        sum(square in side and side[square].can_castle for square in rank)
        for side, rank in zip(board.pieces, first)
    ]
    return board.half_moves == 0 and max(castlers) <= 1


@examples(120)
@given(games())
def test_the_key_is_that_of_the_position_read_afresh(game: Game) -> None:
    for board in walk(game.board(), game.choices):
        if not is_sayable(board):
            continue
        fresh = parse_fen(board.book, format_fen(board))
        assert format_fen(fresh) == format_fen(board)
        assert (fresh.key, fresh.exposed) == (board.key, board.exposed)
        assert fresh.cells == board.cells
        assert fresh.pieces == board.pieces
        assert [sorted(side) for side in fresh.royals] == [sorted(side) for side in board.royals]
        if not board.lost:
            assert sorted(legal_moves(fresh)) == sorted(legal_moves(board))
