"""Positions and moves as text: what is written is read back as the same."""

from __future__ import annotations

from hypothesis import given

from rete_chess.core.board import Board
from rete_chess.core.fen import format_fen, parse_fen
from rete_chess.core.legality import legal_moves
from rete_chess.core.san import format_san, parse_san
from rete_chess.core.uci import format_uci, parse_uci
from tests.core.games import Game, draw_board, examples, games, state, walk


def check_texts(board: Board) -> None:
    """Every legal move has a text of its own in both forms, and the text means the move."""
    legal = sorted(legal_moves(board))
    for form, parse in ((format_uci, parse_uci), (format_san, parse_san)):
        texts = [form(board, move, legal) for move in legal]
        twice = {text for text in texts if texts.count(text) > 1}
        assert not twice, f"{twice}\n{draw_board(board)}"
        for move, text in zip(legal, texts):
            assert parse(board, text, legal) == move, f"{text}\n{draw_board(board)}"
            assert form(board, parse(board, text, legal), legal) == text


@examples(90)
@given(games())
def test_every_move_has_its_own_text(game: Game) -> None:
    board = game.board()
    for _ in walk(board, game.choices[:3]):
        before = state(board)
        check_texts(board)
        assert state(board) == before


@examples(40)
@given(games())
def test_a_fen_is_read_as_it_is_written(game: Game) -> None:
    board = game.board()
    for _ in walk(board, game.choices):
        text = format_fen(board)
        if board.half_moves == 0:
            again = format_fen(parse_fen(board.book, text))
            assert again.split()[:2] == text.split()[:2]
            assert again.split()[4:] == text.split()[4:]
            assert format_fen(parse_fen(board.book, again)) == again
