"""Detours: a move as a listener wants it, in place of the one that was asked for."""

from __future__ import annotations

from rete_chess.core.board import Board
from rete_chess.core.deeds import Deed
from rete_chess.core.moves import PLAIN
from rete_chess.facts.events import Event


def redirected(board: Board, deed: Deed, asked: Event, heard: Event) -> Deed:
    """What the move does if another piece moves, to another square, or takes somebody else.

    A move to another square is a plain one: whoever of the enemy stands there is its victim, unless the
    event names another one.
    """
    if (heard.piece, heard.to, heard.target) == (asked.piece, asked.to, asked.target):
        return deed
    assert heard.piece is not None
    assert heard.to is not None
    mover, to = heard.piece, heard.to
    origin = board.square_of(mover)
    if origin < 0:  # gone by what happened at once: nobody is left to move
        return deed
    color = board.cells[origin] & 1
    if (mover, to) == (deed.mover, deed.target):
        victim = heard.target or 0
        return deed._replace(victim=victim, place=_place(board, victim, to))
    there = board.reach_on(to) if board.entities[to] else None
    victim = board.entities[to] if there is not None and there.color != color else 0
    if heard.target != asked.target:
        victim = heard.target or 0
    geometry = board.book.geometry
    is_as_far = mover == deed.mover and geometry.names[to][1:] == geometry.names[deed.target][1:]
    promotion = deed.move.promotion if is_as_far else -1
    return Deed(
        code=deed.code,
        move=deed.move._replace(origin=origin, target=to, promotion=promotion, manner=PLAIN),
        color=color,
        mover=mover,
        reach=board.pieces[color][origin],
        origin=origin,
        target=to,
        victim=victim,
        place=_place(board, victim, to),
        partner=0,
        right=None,
    )


def _place(board: Board, victim: int, to: int) -> int:
    """Where the victim of a move stands, or would stand."""
    square = board.square_of(victim) if victim else to
    return to if square < 0 else square
