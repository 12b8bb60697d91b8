"""One game of PGN as a match, or the error that tells all that is wrong with it."""

from __future__ import annotations

import os

from rete_chess.compiler import Program
from rete_chess.errors import GameError
from rete_chess.match._match import Match
from rete_chess.match.pgn.games import PgnSource, read_games
from rete_chess.match.pgn.replay import Replayer
from rete_chess.metering import Budget

#: What is shown of a text that nobody has given a name.
NAMELESS = "<pgn>"


def match_of(
    source: PgnSource,
    name: str | None,
    number: int,
    program: Program | None,
    network: str | None,
    budget: Budget | None,
) -> Match:
    """The match that a game of a source was, by the number of the game."""
    file = name or (os.fsdecode(source) if isinstance(source, os.PathLike) else NAMELESS)
    last = 0
    for game in read_games(source):
        last = game.number
        if last == number:
            replayer = Replayer(program, network=network, budget=budget, tries_variations=False)
            match = replayer.replay(game).match
            game.demand_sound(file)
            assert match is not None
            return match
    message = "there is no game" if not last else "there is no game of that number"
    raise GameError("E_PGN", f"{file}: {message}", found=number, expected=f"1 to {last}" if last else None)
