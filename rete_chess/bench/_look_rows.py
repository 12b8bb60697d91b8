"""Rows of looking ahead: imagined moves, searches, and games between the players for any variant."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Final

from rete_chess.bench._rule_programs import active_rules
from rete_chess.bench.row import Job, Row
from rete_chess.compiler import ActivePreset, Program, program_of
from rete_chess.engine import Engine
from rete_chess.engine.lookahead.tree import CoreTree, RuleTree, Tree
from rete_chess.match.players import RandomPlayer, think
from rete_chess.match.players.evaluation import evaluation_of
from rete_chess.match.players.limits import Allowance, Limits
from rete_chess.match.players.search import Search
from rete_chess.match.selfplay import play_games

Source = Callable[[], Program]

#: Half-moves into a random game at which moves are imagined and searched.
OPENING: Final = 12
#: Positions of chess that no search of a bench finds the end of.
MIDDLE: Final = (
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9",
)
#: Half-moves of a game between players.
LONGEST: Final = 200


def _with(preset: str) -> Program:
    return program_of("chess", [ActivePreset(preset)])


#: The variants of the games between players.
GAMES: Final[dict[str, Source]] = {
    "chess": partial(program_of, "chess"),
    "atomic": partial(program_of, "atomic"),
    "three-check": partial(program_of, "three-check"),
    "suicide-chess": partial(_with, "suicide-chess"),
    "piece-hp": partial(_with, "piece-hp"),
}


def look_rows(plies: int) -> list[Row]:
    """The rows of imagined moves, of searches on the core and by rules, and of games between players."""
    chess = GAMES["chess"]
    return [
        _what_if("what-if chess", chess, plies),
        _what_if("what-if 10 rules", partial(active_rules, 10), plies),
        Row(
            "search nodes chess",
            "nodes",
            _flat_search(25 * plies),
            _tree_search(25 * plies),
            "the search for all variants",
            lambda: think(Engine("chess"), Limits(nodes=1)),
        ),
        Row(
            "search chess",
            "nodes",
            _search(CoreTree, chess, plies),
            _search(RuleTree, chess, plies),
            "the same by the whole engine",
            _prepared(chess),
        ),
        Row(
            "search piece-hp",
            "nodes",
            _search(RuleTree, GAMES["piece-hp"], plies),
            prepare=_prepared(GAMES["piece-hp"]),
        ),
        *(
            Row(f"self-play {name}", "games", _games(source, plies), prepare=_prepared(source))
            for name, source in GAMES.items()
        ),
    ]


def _prepared(source: Source) -> Callable[[], object]:
    """A preparation that builds what is built once for a program, so that no round pays for it."""
    return lambda: evaluation_of(source())


def _position(program: Program, seed: int) -> Engine:
    """A game after its opening."""
    choose = random.Random(seed).choice
    while True:
        engine = Engine(program)
        while engine.result is None and len(engine.move_log) < OPENING:
            engine.apply(choose(engine.legal_moves()))
        if engine.result is None:
            return engine


def _what_if(name: str, source: Source, count: int) -> Row:
    def imagine(engine: Engine, move: str) -> None:
        engine.what_if(move)

    def copy(engine: Engine, move: str) -> None:
        engine.clone().apply(move)

    ours, theirs = _each_move(source, count, imagine), _each_move(source, count, copy)
    return Row(name, "what-ifs", ours, theirs, "a move on a copy of the game", _prepared(source))


def _each_move(source: Source, count: int, look: Callable[[Engine, str], None]) -> Job:
    def job(seed: int) -> int:
        engine = _position(source(), seed)
        moves = engine.legal_moves()
        for number in range(count):
            look(engine, moves[number % len(moves)])
        return count

    return job


def _search(make: Callable[[Engine], Tree], source: Source, nodes: int) -> Job:
    def job(seed: int) -> int:
        engine = _position(source(), seed)
        allowance = Allowance(Limits(nodes=nodes))
        Search(make(engine), evaluation_of(engine.program), allowance).think()
        return allowance.nodes

    return job


def _flat_search(nodes: int) -> Job:
    def job(seed: int) -> int:
        thought = think(Engine("chess", MIDDLE[seed % len(MIDDLE)]), Limits(nodes=nodes))
        return 0 if thought is None else thought.nodes

    return job


def _tree_search(nodes: int) -> Job:
    def job(seed: int) -> int:
        engine, allowance = Engine("chess", MIDDLE[seed % len(MIDDLE)]), Allowance(Limits(nodes=nodes))
        Search(CoreTree(engine), evaluation_of(engine.program), allowance).think()
        return allowance.nodes

    return job


def _games(source: Source, plies: int) -> Job:
    count, longest = max(1, plies // LONGEST), min(plies, LONGEST)
    makers = (RandomPlayer, RandomPlayer)
    return lambda seed: len(play_games(source(), makers, count, seed, longest=longest))
