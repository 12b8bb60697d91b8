"""One worker of the soak: random programs and games on two networks, side by side, in this process.

`python -m rete_chess.network.soak_worker KIND SEED PROGRAMS STAGES` prints one JSON object after each
round of its programs, with cumulative figures: the last one before a crash tells how far it came.
"""

from __future__ import annotations

import json
import os
import stat
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final

from rete_chess.facts.network_rules import NetworkRule, Value
from rete_chess.network._native import NativeNetwork
from rete_chess.network._samples import STAGES, random_event, random_fact, random_hooks
from rete_chess.network.contract import Memory, Network

#: Stages a program is played before the next one has its turn.
BATCH: Final = 250
#: Games of one program at a time: more than there are lanes.
GAMES: Final = 6
#: Differences that are told one by one; the others are counted.
MAX_TOLD: Final = 5


class Pair:
    """One game on the network under test, and the same game on the native one."""

    def __init__(self, tested: Memory, native: Memory, facts: dict[tuple[int, str], Value]) -> None:
        self.tested = tested
        self.native = native
        self.facts = facts

    def change(self, random: Random) -> None:
        """Put and drop some facts, as a move would."""
        for _ in range(random.randrange(5)):
            entity, attribute, value = random_fact(random)
            if random.random() < 0.7:
                self.facts[entity, attribute] = value
                self.tested.put(entity, attribute, value)
                self.native.put(entity, attribute, value)
            else:
                self.facts.pop((entity, attribute), None)
                self.tested.drop(entity, attribute)
                self.native.drop(entity, attribute)


class Program:
    """A random program and its interleaved games."""

    def __init__(self, kind: str, seed: str) -> None:
        self.seed = seed
        self.random = Random(seed)
        hooks = random_hooks(self.random, self.random.randrange(1, 16), self.random.randrange(1, 4))
        self.tested = network_of(kind, hooks)
        self.native = NativeNetwork(hooks)
        self.games = [Pair(self.tested.open(), self.native.open(), {}) for _ in range(GAMES)]
        self.stages = 0
        self.rebuilds = 0

    def play(self) -> Iterator[str]:
        """One batch of stages; yields each difference."""
        random = self.random
        for _ in range(BATCH):
            place = random.randrange(GAMES)
            if random.random() < 0.02:
                self._replace(place)
            game = self.games[place]
            game.change(random)
            stage, event = random.choice(STAGES), random_event(random)
            before = rebuilds_of(game.tested)
            found = game.tested.activations(stage, event)
            expected = game.native.activations(stage, event)
            self.rebuilds += rebuilds_of(game.tested) - before
            self.stages += 1
            if found != expected:
                yield (
                    f"program {self.seed}, stage {self.stages}: "
                    f"{len(found)} activations, expected {len(expected)}"
                )

    def _replace(self, place: int) -> None:
        """End a game; a copy of another one, or an empty one, takes its place."""
        self.games[place].tested.close()
        source = self.random.randrange(GAMES)
        if source == place:
            self.games[place] = Pair(self.tested.open(), self.native.open(), {})
            return
        facts = dict(self.games[source].facts)
        # The native side starts from the bare facts, so that it does not share a faulty history.
        native = self.native.open()
        for (entity, attribute), value in facts.items():
            native.put(entity, attribute, value)
        self.games[place] = Pair(self.games[source].tested.copy(), native, facts)


def network_of(kind: str, hooks: tuple[NetworkRule, ...]) -> Network:
    if kind == "native":
        return NativeNetwork(hooks)
    from rete_chess.network.durable import DurableNetwork

    return DurableNetwork(hooks)


def rebuilds_of(memory: Memory) -> int:
    count: int = getattr(memory, "lane_rebuilds", 0)
    return count


def resident_mb() -> float:
    """The memory this process holds now; 0 where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return 0.0
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 2**20, 1)


def run(kind: str, seed: int, programs: int, stages: int) -> Iterator[dict[str, object]]:
    """Play all programs in turn; yields the figures after each round.

    The first quarter of the rounds is warm-up: lanes grow to their size there.
    """
    playing = [Program(kind, f"{seed}:{number}") for number in range(programs)]
    warm_up = max(2, stages // (4 * programs * BATCH))
    mismatches = rounds = 0
    told: list[str] = []
    start = 0.0
    while rounds * programs * BATCH < stages:
        for program in playing:
            for difference in program.play():
                mismatches += 1
                told = [*told, difference][:MAX_TOLD]
        rounds += 1
        if rounds <= warm_up:
            start = resident_mb()
        yield {
            "stages": rounds * programs * BATCH,
            "programs": programs,
            "mismatches": mismatches,
            "rebuilds": sum(program.rebuilds for program in playing),
            "rss_start_mb": start,
            "rss_end_mb": resident_mb(),
            "told": told,
        }


def end_with_starter() -> None:
    """End this process when the one that started it is gone, however that ended: its end of the pipe that
    is the standard input here is closed then. Who is started by hand has none, and goes on."""
    if stat.S_ISFIFO(os.fstat(0).st_mode):
        threading.Thread(target=_wait_for_end, daemon=True).start()


def _wait_for_end() -> None:
    os.read(0, 1)
    os._exit(1)


def main(arguments: list[str]) -> None:
    end_with_starter()
    kind, seed, programs, stages = arguments
    for figures in run(kind, int(seed), int(programs), int(stages)):
        print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
