"""Moves played with what they do to the board besides, for the look-ahead of legality and perft.

Rules whose effects depend on the event and the board alone are lowered to `Effect`s; in the game
of record the same rules fire through the network. `play` is taken back by `Board.rollback`.
"""

from __future__ import annotations

from rete_chess.core.board import Board
from rete_chess.core.edits import build_wall, put, remove
from rete_chess.core.laws import AROUND_TARGET, AT_ORIGIN, DESTROY, RAISE_WALL, SPAWN, Effect
from rete_chess.core.reach import EMPTY, WALL


def play(board: Board, move: int) -> None:
    """Make a move with its effects; `board.lost` then tells who lost a royal piece by it."""
    if board.simulate is not None:
        board.simulate(board, move)
        return
    board.make(move)
    step = board.journal[-1]
    if step[2] is None:
        return
    mover = step[1]
    name = board.book.types[mover.type_index]
    for effect in board.book.laws.effects:
        if effect.sides[mover.color] and (effect.movers is None or name in effect.movers):
            _apply(board, effect, move, mover.color)


def _apply(board: Board, effect: Effect, move: int, color: int) -> None:
    target = move & 255
    place = move >> 8 & 255 if effect.where == AT_ORIGIN else target
    if effect.action == SPAWN:
        if board.cells[place] == EMPTY:
            put(board, board.book.rows[color][board.book.index_of(effect.piece)][place])
    elif effect.action == RAISE_WALL:
        if board.cells[place] == EMPTY:
            build_wall(board, place)
    elif effect.where == AROUND_TARGET:
        for square in board.book.geometry.around(target, effect.radius):
            _strike(board, effect, square)
    else:
        _strike(board, effect, place)


def _strike(board: Board, effect: Effect, square: int) -> None:
    """Take the piece on a square off the board, if there is one of a type that the effect strikes."""
    cell = board.cells[square]
    if EMPTY < cell < WALL:
        reach = board.pieces[cell & 1][square]
        if effect.types is None or board.book.types[reach.type_index] in effect.types:
            remove(board, square, is_death=effect.action == DESTROY)
