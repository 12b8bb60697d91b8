"""How the nodes of a game are counted: by the bare core where it plays as the rules do, else by the rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rete_chess.engine.engine import Engine

#: Depth -> nodes, and depth -> nodes behind each move.
Counters = tuple[Callable[[int], int], Callable[[int], dict[int, int]]]


def counters(engine: Engine) -> Counters:
    """Perft and divide of a game."""
    program = engine.program
    # The core does not end a turn of several half-moves early, where no further one is possible.
    if program.is_core_exact and program.book.is_single_move:
        from rete_chess.core import perft as core

        return partial(core.perft, engine.board), partial(core.divide, engine.board)
    from rete_chess.engine import perft as by_rules

    return partial(by_rules.perft, engine), partial(by_rules.divide, engine)
