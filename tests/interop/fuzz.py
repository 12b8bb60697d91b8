"""Random and mutated lines for an engine in a process of its own: it never fails, hangs or forgets to answer.

`python -m tests.interop.fuzz --lines 20000 --seed 1` is the long run; the suite runs a short one.
"""

from __future__ import annotations

import argparse
import queue
import random
import subprocess
import sys
import threading
import time
from typing import IO, Final

from tests.cli.helpers import environment

START: Final = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

#: Lines to begin with, by protocol.
SEEDS: Final = {
    "uci": (
        "uci",
        "isready",
        "ucinewgame",
        "stop",
        "ponderhit",
        "debug on",
        "d",
        "eval",
        "go perft 2",
        "go depth 2",
        "go nodes 50",
        "go movetime 20",
        "go wtime 100 btime 100 winc 0 binc 0 movestogo 3",
        "go infinite",
        "go ponder wtime 50 btime 50",
        "go mate 1",
        "go searchmoves e2e4 d2d4 depth 1",
        "position startpos",
        "position startpos moves e2e4 e7e5 g1f3",
        f"position fen {START}",
        f"position fen {START} moves e2e4 c7c5",
        "position fen r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1 moves e1h1",
        "position fen 4k3/8/8/8/8/8/8/4K2Q[Pn] w - - 0 1",
        "setoption name MultiPV value 3",
        "setoption name Hash value 1",
        "setoption name UCI_Chess960 value true",
        "setoption name Ponder value false",
        "setoption name Threads value 1",
        "setoption name UCI_Variant value chess",
        "setoption name UCI_Variant value crazyhouse",
        "setoption name UCI_Variant value 3check",
        "setoption name UCI_Variant value xiangqi",
        "setoption name Preset value piece-hp:white,hp=2",
        "setoption name Preset value <empty>",
        "setoption name Profile value <empty>",
        "setoption name VariantPath value nowhere.yaml",
    ),
    "xboard": (
        *("xboard", "protover 2", "ping 5", "new", "force", "go", "playother", "?", "undo", "remove", "hint"),
        *("post", "nopost", "hard", "easy", "analyze", "exit", ".", "draw", "random", "computer", "result *"),
        *("sd 1", "sd 2", "st 0.01", "nps 0", "nps 1000", "level 40 5 0", "level 0 0:01 0.01", "time 10"),
        *("otim 10", "memory 2", "white", "black", "usermove e2e4", "usermove e7e5", "usermove g1f3", "d2d4"),
        *("variant normal", "variant crazyhouse", "variant 3check", "variant xiangqi", "variant warlords"),
        *(f"setboard {START}", "setboard 4k3/8/8/8/8/8/8/4K2Q[Pn] w - - 0 1", "usermove O-O", "name Nobody"),
    ),
}
#: How often a question must have been answered, and how long that may take, in seconds.
EVERY: Final = 25
PATIENCE: Final = 60.0


def lines_of(protocol: str, count: int, seed: int) -> list[str]:
    """Lines of a protocol as they should be, mutated, mixed and invented."""
    chance = random.Random(f"{protocol} {seed}")
    return [_line(SEEDS[protocol], chance) for _ in range(count)]


def _line(seeds: tuple[str, ...], chance: random.Random) -> str:
    line = chance.choice(seeds)
    kind = chance.random()
    if kind < 0.35:
        return line
    if kind < 0.45:
        return "".join(
            chr(chance.choice((chance.randrange(32, 127), chance.randrange(1, 0x3000))))
            for _ in range(chance.randrange(80))
        ).replace("\n", " ")
    if kind < 0.55:
        words = line.split() + chance.choice(seeds).split()
        chance.shuffle(words)
        return " ".join(words)
    signs = list(line)
    for _ in range(chance.randrange(1, 4)):
        place = chance.randrange(len(signs) + 1)
        way = chance.randrange(4)
        if way == 0:
            signs.insert(place, chance.choice(" -+09azAZ/[]@~\0\té"))
        elif way == 1 and signs:
            del signs[place % len(signs)]
        elif way == 2 and signs:
            signs[place % len(signs)] = chance.choice("0123456789kqKQ/ ")
        else:
            signs[place:place] = signs[: chance.randrange(1, 9)] * chance.randrange(1, 30)
    return "".join(signs).replace("\n", " ")


class Engine:
    """A process that speaks a protocol."""

    def __init__(self, protocol: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rete_chess", protocol],
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.heard: queue.Queue[str | None] = queue.Queue()
        self.errors: list[str] = []
        self.threads = [threading.Thread(target=each, daemon=True) for each in (self._read, self._complain)]
        for thread in self.threads:
            thread.start()

    def _read(self) -> None:
        for line in self._pipe(self.process.stdout):
            self.heard.put(line.decode("utf-8", "replace").rstrip("\n"))
        self.heard.put(None)

    def _complain(self) -> None:
        for line in self._pipe(self.process.stderr):
            self.errors.append(line.decode("utf-8", "replace"))

    @staticmethod
    def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
        assert pipe is not None
        return pipe

    def say(self, *lines: str) -> None:
        pipe = self._pipe(self.process.stdin)
        pipe.write("".join(f"{line}\n" for line in lines).encode("utf-8", "surrogatepass"))
        pipe.flush()

    def wait_for(self, word: str) -> list[str]:
        """What is said up to a line that holds a word."""
        said: list[str] = []
        end = time.monotonic() + PATIENCE
        while not said or word not in said[-1]:
            line = self.heard.get(timeout=max(0.1, end - time.monotonic()))
            assert line is not None, f"the engine has ended: {''.join(self.errors)}"
            said.append(line)
        return said

    def leave(self) -> None:
        """Say farewell; the process has to end by itself."""
        self.say("quit")
        code = self.process.wait(PATIENCE)
        for thread in self.threads:
            thread.join(PATIENCE)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            self._pipe(pipe).close()
        assert code == 0, code
        assert not self.errors, "".join(self.errors)


def harass(protocol: str, lines: list[str], question: str, answer: str) -> int:
    """Say lines to an engine; returns how many lines it said. It has to answer a question again and again."""
    engine, said = Engine(protocol), 0
    for first in range(0, len(lines), EVERY):
        part = [line for line in lines[first : first + EVERY] if line.split()[:1] not in (["quit"],)]
        token = f"token-{first}"
        engine.say(*part, question)
        heard = engine.wait_for(answer)
        engine.say(ENDS[protocol], token)  # an unknown command is named in its turn
        heard += engine.wait_for(token)
        wrong = [line for line in heard if "internal error" in line or "Traceback" in line]
        assert not wrong, wrong
        said += len(heard)
    engine.leave()
    return said


#: What is asked and answered at any time, and what ends whatever takes time.
QUESTIONS: Final = {"uci": ("isready", "readyok"), "xboard": ("protover 2", "feature done=1")}
ENDS: Final = {"uci": "stop", "xboard": "force"}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--protocol", default="uci", choices=list(SEEDS))
    parser.add_argument("--lines", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    lines = lines_of(given.protocol, given.lines, given.seed)
    said = harass(given.protocol, lines, *QUESTIONS[given.protocol])
    print(f"{len(lines)} lines said, {said} heard")


if __name__ == "__main__":
    main()
