"""Moves and attacks of random piece sets, compared with a reading of the atoms that uses no tables."""

from __future__ import annotations

from hypothesis import event, given

from rete_chess.core.attacks import attackers, is_attacked
from rete_chess.core.board import Board
from rete_chess.core.pseudo import pseudo_moves
from tests.core import reference
from tests.core.games import Game, draw_board, examples, games, walk


def uncastled(board: Board) -> list[reference.Step]:
    """The pseudo-legal moves in words, without castling."""
    words = [reference.in_words(board, move) for move in pseudo_moves(board)]
    return [step for step in words if not step.manner.castles]


@examples(110)
@given(games())
def test_moves_are_those_of_the_atoms(game: Game) -> None:
    for board in walk(game.board(), game.choices):
        found = uncastled(board)
        assert sorted(found) == sorted(reference.all_steps(board)), draw_board(board)


def is_capturable(board: Board, origin: int, square: int) -> bool:
    """Whether a piece captures on a square once a plain enemy stands there."""
    color = board.cells[origin] % 2
    held = board.cells[square]
    board.cells[square] = 1 - color
    exposed, board.exposed = board.exposed, None
    found = any(
        landing.square == square and landing.atom.mode != "move"
        for landing in reference.landings(board, origin)
    )
    found = found and 1 - color in reference.prey(board, origin)
    board.cells[square], board.exposed = held, exposed
    return found


def hops_over(board: Board, square: int, color: int) -> bool:
    """Whether a way to a square leads over a hurdle on that very square: then it matters who is there."""
    return any(
        square in group
        for reach in board.pieces[color].values()
        for way in reach.detours.get(square, ())
        for group in way.hurdles
    )


@examples(60)
@given(games(plies=2))
def test_attacks_are_captures_of_an_enemy_on_the_square(game: Game) -> None:
    for board in walk(game.board(), game.choices):
        event(f"tier {board.book.tier}")
        for color in (0, 1):
            for square in range(board.book.geometry.size):
                if board.cells[square] != 1 - color and hops_over(board, square, color):
                    continue
                expected = [
                    origin
                    for origin in sorted(board.pieces[color])
                    if origin != square and is_capturable(board, origin, square)
                ]
                assert attackers(board, square, color) == expected, (square, draw_board(board))
                assert is_attacked(board, square, color) == bool(expected)
