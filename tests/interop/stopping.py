"""How soon an engine that thinks stops and answers: the processor time between `stop` and `bestmove`, and
between `isready` and `readyok`, for every variant.

`python -m tests.interop.stopping` prints them; Linux alone tells so small times of another process.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from rete_chess.interop.variants import Variants
from tests.interop.fuzz import Engine

#: How long an engine thinks before it is stopped, in seconds, and how often.
THINKING = (0.05, 0.31, 0.77)


def spent(engine: Engine) -> float:
    """The processor time of an engine with all threads that it has had, in milliseconds, to the tick."""
    fields = Path(f"/proc/{engine.process.pid}/stat").read_text().rpartition(")")[2].split()
    return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(engine: Engine, word: str, answer: str) -> float:
    before = spent(engine)
    engine.say(word)
    engine.wait_for(answer)
    return spent(engine) - before


def main() -> None:
    names = sys.argv[1:] or Variants().ids()
    engine, slowest = Engine("uci"), 0.0
    for name in names:
        engine.say(f"setoption name UCI_Variant value {name}", "isready")
        engine.wait_for("readyok")
        times = []
        for seconds in THINKING:
            engine.say("position startpos", "go infinite")
            time.sleep(seconds)
            ready = measure(engine, "isready", "readyok")
            times.append((ready, measure(engine, "stop", "bestmove")))
        ready, stopped = (max(column) for column in zip(*times))
        slowest = max(slowest, ready, stopped)
        print(f"{name:18} readyok {ready:6.1f} ms   bestmove {stopped:6.1f} ms")
    engine.leave()
    print(f"the slowest answer took {slowest:.1f} ms")


if __name__ == "__main__":
    main()
