"""The list of measurements. A new one is a function that returns rows, and its name in `all_rows`."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

from rete_chess.bench.row import Job, Rival, Row
from rete_chess.compile import Program, program_of
from rete_chess.core.fen import parse_fen
from rete_chess.core.perft import perft
from rete_chess.core.playout import play_out
from rete_chess.engine import Engine

#: Well-known test positions of chess, each with its usual depth for a quick count.
POSITIONS: Final = (
    ("startpos", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3),
    ("position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4),
    ("position 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 3),
)


@dataclass(frozen=True)
class Size:
    """How much work a round is."""

    max_depth: int = 12
    plies: int = 20_000


def all_rows(rival: Rival | None, size: Size) -> list[Row]:
    """Every measurement, in the order of the table."""
    program = program_of("chess")
    assert program.book.types  # built now, so that no round pays for the tables
    return [*_perft_rows(program, rival, size), *_playout_rows(program, rival, size)]


def _perft_rows(program: Program, rival: Rival | None, size: Size) -> list[Row]:
    rows = []
    for name, fen, full_depth in POSITIONS:
        depth = min(full_depth, size.max_depth)
        theirs = _rival_perft(rival, fen, depth) if rival else None
        rows.append(Row(f"perft({depth}) {name}", "nodes", _our_perft(program, fen, depth), theirs))
    return rows


def _our_perft(program: Program, fen: str, depth: int) -> Job:
    return lambda round_number: perft(parse_fen(program.book, fen), depth)


def _rival_perft(rival: Rival, fen: str, depth: int) -> Job:
    return lambda round_number: rival.perft(fen, depth)


def _playout_rows(program: Program, rival: Rival | None, size: Size) -> list[Row]:
    """Random games with every automatic ending, cut after the same number of half-moves."""

    def core(seed: int) -> int:
        chance = random.Random(seed).random
        done = 0
        while done < size.plies:
            plies, _ = play_out(parse_fen(program.book, program.start), chance, size.plies - done)
            done += plies
        return done

    def engine(seed: int) -> int:
        choose = random.Random(seed).choice
        done = 0
        while done < size.plies:
            game = Engine(program)
            while game.result is None and done < size.plies:
                game.apply(choose(game.legal_moves()))
                done += 1
        return done

    theirs = (lambda seed: rival.playouts(seed, size.plies)) if rival else None
    return [
        Row("playouts core", "plies", core, theirs),
        Row("playouts Engine.apply", "plies", engine, theirs),
    ]
