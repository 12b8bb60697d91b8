"""A few games of somebody's variant between equal players, as many as one answer may cost.

Who asks goes on where an answer ends, and hands in what was counted so far: a server keeps nothing of it.
Games are those of `rete-chess balance` with the same seed and players.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rete_chess.errors import BudgetError
from rete_chess.metering import Trial
from rete_chess.server.api.documents import program_asked
from rete_chess.server.api.requests import BalanceRequest

if TYPE_CHECKING:
    from rete_chess.balance.plan import Contest, Data
    from rete_chess.serial import shapes

#: The half-moves after which a game is left unfinished.
LONGEST: Final = 100
#: Games of one answer, at most.
MOST_GAMES: Final = 4


def play_some(request: BalanceRequest) -> shapes.BalanceShare:
    """The games from a number on, in pairs, and the score with those that were counted before."""
    from rete_chess.balance.plan import Plan  # late: most servers are never asked
    from rete_chess.balance.run import points_of
    from rete_chess.balance.statistics import Pairs, elo

    trial = Trial("the games")
    with trial.part():
        contest, rules = _contest(request)
    terms = Plan((contest,), longest=LONGEST).terms(0)
    first = request.first + request.first % 2
    is_too_dear = False
    try:
        games = _games(trial, terms, first)
    except BudgetError:
        if request.players == "random":
            raise
        games, is_too_dear = [], True
    pairs = Pairs(list(request.pairs or [0] * 5))
    for one, other in zip(games[::2], games[1::2]):
        points = [points_of(game) for game in (one, other)]
        if points[0] is not None and points[1] is not None:
            pairs.add(points[0] + points[1])
    score = pairs.interval()
    share: shapes.BalanceShare = {
        "games": [_glimpse(game) for game in games],
        "next": first + len(games),
        "rules": rules,
        "pairs": pairs.counts,
        "score": score.to_json(),
        "elo": [None if found is None else round(found, 1) for found in map(elo, score)],
    }
    if is_too_dear:
        share["isTooDear"] = True
    return share


def _contest(request: BalanceRequest) -> tuple[Contest, list[str]]:
    """The contest that is asked for, and the rules that may take effect in it."""
    from rete_chess.balance.games import know
    from rete_chess.balance.plan import Contest

    program = program_asked(request)
    contest = Contest.of(program, (request.players, request.players), fen=request.fen)
    know(contest.start, program)
    return contest, sorted(rule.id for rule in program.rules)


def _games(trial: Trial, terms: Data, first: int) -> list[shapes.BalanceGame]:
    """Whole pairs of games, as many as the budget allows; at least one."""
    from rete_chess.balance.games import play_game

    games: list[shapes.BalanceGame] = []
    while len(games) < MOST_GAMES:
        number = first + len(games)
        try:
            with trial.part():
                pair = [play_game(terms, number), play_game(terms, number + 1)]
        except BudgetError:
            if not games:
                raise
            break
        games += pair
    return games


def _glimpse(game: shapes.BalanceGame) -> shapes.BalanceGlimpse:
    """What a page shows of a game."""
    if "failed" in game:
        return {"game": game["game"], "failed": game["failed"]}
    return {
        "game": game["game"],
        "result": game["result"],
        "halfMoves": len(game["moves"]),
        "choices": game["choices"],
        "captures": game["captures"],
        "firings": game["firings"],
    }
