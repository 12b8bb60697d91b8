"""What the meter costs: games under a budget, beside the same games of a package without a meter.

Each side is a process of its own. They play the same short games in turns, who goes first alternates, and
each tells its own CPU time; the figure is the median of the ratios of all pairs of turns. Run as a module it
is one side.
"""

from __future__ import annotations

import gc
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from subprocess import PIPE
from typing import Final

#: A variant of bare tables, one of captures with effects, and two of many rules, one of which derives.
VARIANTS: Final = ("chess", "atomic", "warlords", "standard-bearers")
#: Half-moves of a turn, so that each takes about the same time.
PLIES: Final = {"chess": 1000, "atomic": 250, "warlords": 100, "standard-bearers": 25}
SIDES: Final = ("metered", "bare")
#: Pairs of processes: where their memory lies makes some faster than others, which must not count.
PAIRS: Final = 6


@dataclass(frozen=True)
class Share:
    """What the meter takes in games of one variant: ratios of CPU time, with and without it."""

    variant: str
    ratios: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.ratios)

    @property
    def interval(self) -> tuple[float, float]:
        """Between what the true median lies in 19 of 20 cases, by the ranks of the ratios."""
        ranked, number = sorted(self.ratios), len(self.ratios)
        reach = int(0.98 * number**0.5) + 1
        return ranked[max(0, number // 2 - reach)], ranked[min(number - 1, number // 2 + reach)]


def measure_meter(
    rounds: int, variants: tuple[str, ...] = VARIANTS, plies: int | None = None, pairs: int = PAIRS
) -> Iterator[Share]:
    """The share of the meter in each variant; both sides must come to the same positions."""
    for variant in variants:
        ratios: list[float] = []
        for pair in range(pairs):
            with _worker("metered", pair) as metered, _worker("bare", pair) as bare:
                workers = {"metered": metered, "bare": bare}
                ratios += _ratios(workers, variant, -(-rounds // pairs), plies or PLIES.get(variant, 100))
        yield Share(variant, tuple(ratios))


def _ratios(workers: dict[str, subprocess.Popen[str]], variant: str, rounds: int, plies: int) -> list[float]:
    """The ratios of some pairs of turns; the first turns build what is built once, and do not count."""
    ratios = []
    for number in range(-2, rounds):
        told = {}
        for side in SIDES if number % 2 else reversed(SIDES):
            told[side] = _ask(workers[side], f"{variant} {number} {plies}")
        if told["metered"][1] != told["bare"][1]:
            raise AssertionError(f"{variant}, seed {number}: the games differ")
        if number >= 0:
            ratios.append(told["metered"][0] / max(told["bare"][0], 1e-9))
    return ratios


@contextmanager
def _worker(side: str, seed: int) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", __name__, side]
    env = {**os.environ, "PYTHONHASHSEED": str(seed), "RETE_CHESS_CACHE": "0"}  # where nothing is counted
    with subprocess.Popen(command, stdin=PIPE, stdout=PIPE, text=True, env=env) as worker:
        try:
            yield worker
        finally:
            assert worker.stdin is not None
            worker.stdin.close()


def _ask(worker: subprocess.Popen[str], line: str) -> tuple[float, str]:
    """The CPU seconds of a turn, and where its games have come to."""
    assert worker.stdin is not None
    assert worker.stdout is not None
    print(line, file=worker.stdin, flush=True)
    seconds, _, end = worker.stdout.readline().partition(" ")
    return float(seconds), end


def serve(side: str) -> None:
    """Play what is asked for, line by line, and tell how long it took and how it ended."""
    if side == "bare":
        from rete_chess.bench.unmetered import strip_meter

        strip_meter()
        for name in [name for name in sys.modules if name.startswith("rete_chess.") and name not in _KEPT]:
            del sys.modules[name]
    for line in sys.stdin:
        variant, seed, plies = line.split()
        print(*_timed(variant, int(seed), int(plies)), flush=True)


#: What need not be imported again: it holds nothing that counts.
_KEPT: Final = (
    "rete_chess.metering",
    "rete_chess.errors",
    "rete_chess.codes",
    "rete_chess.brief",
    "rete_chess.synonyms",
)


def _timed(variant: str, seed: int, plies: int) -> tuple[float, str]:
    from random import Random

    from rete_chess.compiler import program_of
    from rete_chess.engine import Engine

    program, chance = program_of(variant), Random(seed)
    gc.collect()
    gc.freeze()
    start, done = time.process_time(), 0
    while done < plies:
        game = Engine(program, network="native")
        while game.result is None and done < plies:
            game.apply(chance.choice(game.legal_moves()))
            done += 1
    seconds = time.process_time() - start
    gc.unfreeze()
    return seconds, game.digest


if __name__ == "__main__":
    serve(sys.argv[1])
