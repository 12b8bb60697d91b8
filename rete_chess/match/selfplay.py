"""Matches between players without people, and their figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from statistics import median
from typing import Any, Final, NamedTuple

from rete_chess.compiler import Program
from rete_chess.core.geometry import COLORS
from rete_chess.core.results import Result
from rete_chess.match._match import Match
from rete_chess.match.players import Player

#: The number of half-moves after which a game is left unfinished.
LONGEST: Final = 600


class Played(NamedTuple):
    """One game: its moves, how it ended (None: unfinished), and how many rules fired."""

    moves: tuple[str, ...]
    result: Result | None
    firings: int

    def to_json(self) -> dict[str, Any]:
        """The game for JSON."""
        result = None if self.result is None else self.result._asdict()
        return {"moves": list(self.moves), "result": result, "firings": self.firings}


def play_game(match: Match, players: Sequence[Player], longest: int = LONGEST) -> Played:
    """Let White and Black play a match to its end. A player without a move resigns."""
    while not match.is_over and match.current_index < longest:
        move = players[COLORS.index(match.engine.turn)].choose(match.engine)
        if move is None:
            match.resign()
        else:
            match.play(move)
    log = match.engine.move_log
    firings = sum(len(record.trace.firings) for record in log)
    return Played(tuple(str(record.move) for record in log), match.result, firings)


def play_games(
    program: Program,
    makers: Sequence[Callable[[int], Player]],
    games: int,
    seed: int = 0,
    *,
    fen: str | None = None,
    network: str | None = "native",
    chess960: bool = False,
    longest: int = LONGEST,
    progress: Callable[[int], None] = lambda done: None,
    finished: Callable[[Match], None] = lambda match: None,
) -> list[Played]:
    """Play games one after the other; `makers` make the players of White and Black from a seed.

    `finished` is called with each match when it is over, and nobody keeps it afterwards.
    """
    played = []
    for number in range(games):
        players = [make(1_000_003 * seed + 2 * number + side) for side, make in enumerate(makers)]
        match = Match(program, fen, network, chess960=chess960, seed=f"{seed} {number}")
        played.append(play_game(match, players, longest))
        finished(match)
        progress(number + 1)
    return played


def summary(played: Sequence[Played]) -> dict[str, Any]:
    """The figures of some games."""
    lengths = sorted(len(game.moves) for game in played)
    winners = Counter(game.result.winner if game.result else "unfinished" for game in played)
    reasons = Counter(str(game.result) if game.result else "unfinished" for game in played)
    count = max(1, len(played))
    return {
        "games": len(played),
        "white": winners["white"],
        "black": winners["black"],
        "draws": winners[None],
        "unfinished": winners["unfinished"],
        "endings": dict(sorted(reasons.items())),
        "length": {
            "shortest": lengths[0] if lengths else 0,
            "median": median(lengths) if lengths else 0,
            "longest": lengths[-1] if lengths else 0,
        },
        "firings_per_game": round(sum(game.firings for game in played) / count, 3),
    }
