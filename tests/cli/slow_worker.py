"""A worker whose first game is slow, and that uses up the time of every second one."""

from __future__ import annotations

import json
import signal
import sys

from rete_chess.cli.commands import lockstep

if __name__ == "__main__":
    *_, seed, first, count = sys.argv
    slow = [f"game 0 of seed {seed}, slow: 3.0 s"] if first == "0" else []
    print(json.dumps(vars(lockstep.Tally(games=1, slow=slow))), flush=True)
    lockstep.LONGEST = 0.01  # type: ignore[misc]
    lockstep.limit_time()
    while signal.SIGPROF:
        pass
