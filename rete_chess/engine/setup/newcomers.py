"""Piece types that join a game in its course, and those that stay as long as one of their pieces does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rete_chess import compiler
from rete_chess.compiler import Program, catalog
from rete_chess.engine.move.run import Run
from rete_chess.engine.setup.active_set import ActiveSet, change_of
from rete_chess.engine.setup.reconciliation import reconcile

if TYPE_CHECKING:
    from rete_chess.engine._game import Game


def known_types(program: Program) -> tuple[str, ...]:
    """The piece types in play, and after them all that could join."""
    return tuple(
        dict.fromkeys((*program.book.types, *catalog.names(catalog.pieces(), program.variant.neighbours)))
    )


def admit(game: Game, kind: str) -> bool:
    """Go on with one more piece type in play, between moves or within one; False if nobody knows it.

    The move in the making is described already: it goes on as it was meant, in whatever manner.
    """
    if kind not in known_types(game.program):
        return False
    program = compiler.with_more_types(game.program, game.active, (kind,))
    run, crowned = game.run or Run(game), game.board.crowned
    run.notice_deaths()
    reconcile(run, program, change_of((), ()))
    game.board.crowned = crowned  # who was royal before the move
    return True


def kept(game: Game, program: Program, presets: ActiveSet) -> Program:
    """A program in which every piece on the board is of a type in play, whoever brought it there."""
    book, board = game.board.book, game.board
    held = {book.types[reach.type_index] for side in board.pieces for reach in side.values()}
    gone = sorted(held.difference(program.book.types))
    return compiler.with_more_types(program, presets, gone) if gone else program
