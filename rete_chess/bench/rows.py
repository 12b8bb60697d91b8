"""The list of measurements. A new one is a function that returns rows, and its name in `all_rows`."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from rete_chess.bench._addition_rows import modifier_rows, preset_rows
from rete_chess.bench._document_rows import document_rows
from rete_chess.bench._fact_rows import fact_rows
from rete_chess.bench._look_rows import look_rows
from rete_chess.bench._rule_rows import rule_rows
from rete_chess.bench._snapshot_rows import snapshot_rows
from rete_chess.bench.row import Job, Rival, Row, play_games
from rete_chess.compiler import Program, program_of
from rete_chess.core.fen import parse_fen
from rete_chess.core.perft import perft, play_out

#: Well-known test positions, each with its variant and its usual depth for a quick count.
POSITIONS: Final = (
    ("startpos", "chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4),
    ("kiwipete", "chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3),
    ("position 3", "chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4),
    ("position 4", "chess", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 4),
    ("position 6", "chess", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 3),
    ("antichess", "antichess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", 4),
    ("atomic", "atomic", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3),
    ("atomic middle", "atomic", "r1b1k2r/pp3ppp/2n1pn2/2b5/2B5/2N1PN2/PP3PPP/R1BQ1RK1 w kq - 0 8", 2),
    ("crazyhouse", "crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1", 4),
    (
        "crazyhouse middle",
        "crazyhouse",
        "r1b1kb1n/p2pnp2/np5r/4p1pp/PPN2PQP/2P3PB/1K1PPq2/R1B4R[P] w - - 1 21",
        3,
    ),
)


@dataclass(frozen=True)
class Size:
    """The amount of work of a round."""

    max_depth: int = 12
    plies: int = 20_000


def all_rows(rival: Rival | None, size: Size) -> list[Row]:
    """Every measurement, in the order of the table."""
    return [
        *_perft_rows(rival, size),
        *_playout_rows(rival, size),
        *rule_rows(max(1, size.plies // 10)),
        *preset_rows(max(1, size.plies // 10)),
        *modifier_rows(max(1, size.plies // 10)),
        *fact_rows(max(1, size.plies // 10)),
        *document_rows(),
        *look_rows(max(1, size.plies // 10)),
        *snapshot_rows(max(1, size.plies // 1000)),
    ]


def _perft_rows(rival: Rival | None, size: Size) -> list[Row]:
    rows = []
    for name, variant, fen, full_depth in POSITIONS:
        depth = min(full_depth, size.max_depth)
        program = program_of(variant)
        rows.append(
            Row(
                f"perft({depth}) {name}",
                "nodes",
                _our_perft(program, fen, depth),
                _rival_perft(rival, variant, fen, depth) if rival else None,
                rival.name if rival else None,
                _tables(program),
            )
        )
    return rows


def _tables(program: Program) -> Callable[[], object]:
    """A preparation that builds the movement tables, so that no round pays for them."""
    return lambda: program.book


def _our_perft(program: Program, fen: str, depth: int) -> Job:
    return lambda round_number: perft(parse_fen(program.book, fen), depth)


def _rival_perft(rival: Rival, variant: str, fen: str, depth: int) -> Job:
    return lambda round_number: rival.perft(variant, fen, depth)


def _playout_rows(rival: Rival | None, size: Size) -> list[Row]:
    """The rows of random games with every automatic ending, cut after the same number of half-moves."""
    program = program_of("chess")

    def core(seed: int) -> int:
        chance = random.Random(seed).random
        done = 0
        while done < size.plies:
            plies, _ = play_out(parse_fen(program.book, program.start), chance, size.plies - done)
            done += plies
        return done

    def engine(seed: int) -> int:
        return play_games(program, None, seed, size.plies)

    theirs = (lambda seed: rival.playouts(seed, size.plies)) if rival else None
    against = rival.name if rival else None
    return [
        Row("playouts core", "plies", core, theirs, against),
        Row("playouts Engine.apply", "plies", engine, theirs, against),
    ]
