"""Moves that ask for too much, for tests. Importing this changes all games of a process: only the nursery of
a server does, and so its workers have them."""

from __future__ import annotations

from collections.abc import Collection

from rete_chess.server.room.findings import Played
from rete_chess.server.room.game import Game
from tests.server.host.greedy_moves import BOUNDLESS, DEADLY, DEFECT, ENDLESS

_play = Game.play


def play(game: Game, move: str, viewers: Collection[str] = ()) -> Played:
    """Play a move, unless it is one of those."""
    if move == ENDLESS:
        while True:
            pass
    if move == BOUNDLESS:
        bytearray(4 << 30)
    if move == DEADLY:
        import os

        os.abort()
    if move == DEFECT:
        raise ZeroDivisionError
    return _play(game, move, viewers)


setattr(Game, "play", play)  # noqa: B010 - a method for a method
