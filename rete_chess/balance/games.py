"""One game of a contest as plain data: a pure function of its terms and its number."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any, Final

from rete_chess import __version__
from rete_chess.balance.observing import Observer
from rete_chess.balance.plan import Data
from rete_chess.core.geometry import COLORS
from rete_chess.errors import GameError, ReteChessError
from rete_chess.match import Match
from rete_chess.match.players import Player, RandomPlayer, parse_player
from rete_chess.metering import Budget, under

if TYPE_CHECKING:
    from rete_chess.compiler import Program
    from rete_chess.serial.shapes import BalanceGame

#: Openings of a length that are tried before shorter ones are.
TRIES: Final = 5
#: Programs that a process keeps for further games.
KEPT: Final = 8

_programs: OrderedDict[str, Program] = OrderedDict()


def play_game(terms: Data, number: int) -> BalanceGame:
    """Play the game of a number. One that an error ends is told as broken off, with that error."""
    game: BalanceGame = {
        "contest": terms["contest"],
        "game": number,
        "seed": _seed(terms, number // 2),
    }
    try:
        with under(Budget(*terms["budget"])):
            game.update(_played(terms, number))
    except ReteChessError as error:
        game["failed"] = str(error)[:300]
    return game


def demand_terms(terms: Data) -> None:
    """Raise an error if games of these terms cannot be played here, such as by another version."""
    if terms["version"] != __version__:
        raise GameError(
            "E_GAMES",
            "whoever plays must have the version that plans",
            found=__version__,
            expected=terms["version"],
        )
    with under(Budget(*terms["budget"])):
        fresh_match(terms, 0)


def _played(terms: Data, number: int) -> Any:
    opening = _opening(terms, number // 2)
    match = fresh_match(terms, number // 2)
    observer = Observer(match, terms["adjudication"])
    swapped = number % 2
    for text in opening:
        observer.play(text)
    players = [_player(terms, number, side ^ swapped) for side in (0, 1)]
    given = None
    while not match.is_over and match.current_index < terms["longest"] and given is None:
        move = players[COLORS.index(match.engine.turn)].choose(match.engine)
        if move is None:
            match.resign()
        else:
            observer.play(move)
            given = observer.given()
    return {"swapped": bool(swapped), "opening": len(opening), **observer.told(given)}


def replayed(terms: Data, game: BalanceGame) -> Match:
    """The match of a game that was played, at its end."""
    match = fresh_match(terms, game["game"] // 2)
    for move in game["moves"]:
        match.play(move)
    if game["result"] is not None and not match.is_over:
        match.resign("black" if game["result"]["winner"] == "white" else "white")
    return match


def fresh_match(terms: Data, pair: int) -> Match:
    """The match of a contest before its first move."""
    start = terms["start"]
    if start["hash"] not in _programs:
        know(start, Match.resume(start, network="native").program)
    _programs.move_to_end(start["hash"])
    chess960, fen = bool(start["start"].get("chess960")), start["match"]["start"]
    program = _programs[start["hash"]]
    return Match(program, fen, "native", chess960=chess960, seed=_seed(terms, pair))


def know(start: Mapping[str, Any], program: Program) -> None:
    """Know the program of a contest that begins so, which need not be made again."""
    _programs[start["hash"]] = program
    while len(_programs) > KEPT:
        _programs.popitem(last=False)


def _seed(terms: Data, pair: int) -> str:
    """By what chance decides in both games of a pair."""
    return f"{terms['seed']} {pair}"


def _opening(terms: Data, pair: int) -> list[str]:
    """Random legal moves that do not end the game; fewer where that many always do."""
    for length in range(terms["opening"], 0, -1):
        for attempt in range(TRIES):
            chance = Random(f"{_seed(terms, pair)} {length} {attempt}")
            match, player = fresh_match(terms, pair), RandomPlayer(chance.getrandbits(32))
            while not match.is_over and match.current_index < length:
                move = player.choose(match.engine)
                if move is None:
                    break
                match.play(move)
            if not match.is_over and match.current_index == length:
                return [str(record.move) for record in match.engine.move_log]
    return []


def _player(terms: Data, number: int, which: int) -> Player:
    """The first or second player of a contest, with random numbers of its own in every game."""
    text: str = terms["players"][which]
    name, _, limit = text.partition(":")
    if name in terms["engines"]:
        from rete_chess.balance.foreign import foreign_player  # late: most games have none

        return foreign_player(name, terms["engines"][name], limit, which)
    return parse_player(text, Random(f"{terms['seed']} {number} {which}").getrandbits(32))
